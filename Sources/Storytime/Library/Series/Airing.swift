/// Whether more of a series is to come, in the words of TMDB.
enum Airing: String, Sendable, CaseIterable {
    /// Nobody said.
    case unknown = ""
    case returning = "Returning Series"
    case planned = "Planned"
    case inProduction = "In Production"
    case ended = "Ended"
    case canceled = "Canceled"
    case pilot = "Pilot"

    var label: String {
        switch self {
        case .unknown: "Unknown"
        case .returning: "Returning series"
        case .inProduction: "In production"
        case .planned, .ended, .canceled, .pilot: rawValue
        }
    }

    /// Reads a word as people and files write it, without regard to case.
    init?(written text: String) {
        let key = Folding.fold(text)
        guard
            let found = Self.allCases.first(where: {
                Folding.fold($0.rawValue) == key || Folding.fold($0.label) == key
            })
        else { return nil }
        self = found
    }
}
