/// A book in a child's library.
struct LibraryItem: Sendable, Equatable {
    let book: ID<Book>
    var addedAt: Int
    /// Where it was left; nil at the beginning, and when it was watched to the end.
    var position: Int?
    var playedAt: Int?

    /// So near to the end, a story is over: it begins anew.
    static let endSeconds = 10

    /// How far it was watched, if it is to be gone on with: not at the beginning, and not at its end.
    /// Of a video whose length isn't known, any place is one to go on from.
    func place(in duration: Int?) -> Int? {
        guard let position, position > 0 else { return nil }
        guard let duration else { return position }
        return position < duration - Self.endSeconds ? position : nil
    }
}

/// The order of a library.
enum LibrarySort: String, Sendable, CaseIterable {
    case added, title, watched

    var label: String {
        switch self {
        case .added: "Recently Added"
        case .title: "Title A-Z"
        case .watched: "Recently Watched"
        }
    }
}

/// Something that was done to a library and can be taken back: a book was added or removed, many
/// were added at once, or a story was taken out of "Continue Watching".
struct LibraryChange: Sendable, Equatable {
    enum Kind: String, Sendable {
        case added, removed, hidden, forgotten
    }

    /// How long it can be taken back. Nobody looks for Undo the day after.
    static let keptSeconds = 86_400

    let id: ID<LibraryChange>
    let kind: Kind
    /// How many books it is about.
    let count: Int
}

/// Says whose something is, in English.
enum Possessive {
    /// "Emma’s", "James’s": a name takes ’s whatever it ends in (Chicago Manual of Style, 7.16–17),
    /// save one that has the form already.
    static func text(_ name: String) -> String {
        let last = name.lowercased().suffix(2)
        switch last {
        case "’s", "'s", "s’", "s'": return name
        default: return name + "’s"
        }
    }
}

/// How long a story is.
enum DurationText {
    /// "5:30" below ten minutes, "12 min" from there.
    static func short(_ seconds: Int) -> String {
        guard seconds < 600 else { return "\(seconds / 60) min" }
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The same for who hears it: "5 minutes 30 seconds".
    static func spoken(_ seconds: Int) -> String {
        let minutes = seconds / 60
        let rest = seconds < 600 ? seconds % 60 : 0
        let parts = [
            minutes > 0 ? Counted.text(minutes, "minute", "minutes") : nil,
            rest > 0 || minutes == 0
                ? "\(rest) \(rest == 1 ? "second" : "seconds")" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
