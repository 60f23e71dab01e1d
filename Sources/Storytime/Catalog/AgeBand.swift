/// The ages that parents choose from, as chips. The address has the lower bound, as the API does; on
/// the catalog's page it stands for the whole band.
enum AgeBand: Int, Sendable, CaseIterable {
    case toddler = 0
    case preschool = 2
    case earlyReader = 4
    case reader = 6
    case olderReader = 8

    static let allLabel = "All Ages"

    var label: String {
        switch self {
        case .toddler: "0-2"
        case .preschool: "2-4"
        case .earlyReader: "4-6"
        case .reader: "6-8"
        case .olderReader: "8+"
        }
    }

    /// Both ends are in it: a book for ages 4 to 6 is found by "2-4" and by "4-6".
    var years: ClosedRange<Int> {
        self == .olderReader ? rawValue...AgeRange.allowed.upperBound : rawValue...rawValue + 2
    }

    /// Which books are found by an age in an address: those of a chip's band, or where it is no
    /// chip's, those for that age.
    static func filter(_ text: String?) -> BookFilter.Age? {
        guard let text, let years = Int(text), AgeRange.allowed.contains(years) else { return nil }
        return AgeBand(rawValue: years).map { .anyOf($0.years) } ?? .years(years)
    }
}
