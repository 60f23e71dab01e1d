/// Something that the program needs and doesn't have. It is said in the same words at the start, by
/// `storytime check` and on the System page.
struct Lack: Sendable, Equatable {
    /// What it is about.
    enum Thing: Sendable, Equatable {
        case folder(String)
        case program(String)
        case settings(String)
    }

    let thing: Thing
    /// What is wrong with it, and for whom.
    let what: String
    /// What doesn't work because of it.
    var stops: [String]
    let remedy: String
    /// Whether somebody wants what doesn't work: a program that was never installed may be missing on purpose,
    /// as an inbox may be meant for reading.
    var isFault = true

    var message: String { (stops + [remedy]).joined(separator: " ") }
    var text: String { what + " " + message }

    fileprivate var folder: String? {
        guard case .folder(let path) = thing else { return nil }
        return path
    }
}

extension [Lack] {
    /// One for each thing: what is in a folder that can't be written can't be either, and that is told once.
    func merged() -> [Lack] {
        let byDepth = sorted { ($0.folder?.utf8.count ?? .max) < ($1.folder?.utf8.count ?? .max) }
        return byDepth.reduce(into: []) { told, lack in
            let above = told.firstIndex { other in
                guard let one = other.folder, let folder = lack.folder else { return false }
                return folder == one || folder.hasPrefix(one + "/")
            }
            if let above {
                told[above].isFault = told[above].isFault || lack.isFault
                told[above].stops += lack.stops.filter { !told[above].stops.contains($0) }
            } else {
                told.append(lack)
            }
        }
    }
}
