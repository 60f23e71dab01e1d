/// The ages that parents choose from, as chips, in the words of the seed.
///
/// A band ends before the year with which the next one begins: "2-4" is 2 and 3. So a book for ages 4 to 8
/// is none for "2-4", which it would be if the bands touched. A plain age is another filter (`age`), which
/// a program of a child asks with.
enum AgeBand: Sendable, CaseIterable {
    case toddler, preschool, earlyReader, reader, olderReader

    static let allLabel = "All Ages"

    /// The whole years of it.
    var years: ClosedRange<Int> {
        switch self {
        case .toddler: 0...1
        case .preschool: 2...3
        case .earlyReader: 4...5
        case .reader: 6...7
        case .olderReader: 8...AgeRange.allowed.upperBound
        }
    }

    /// A book is in it when it is for one of its years at least.
    var filter: BookFilter.Age { .anyOf(years) }
}

/// How addresses, programs and chips write it.
extension AgeBand: RawRepresentable {
    var rawValue: String {
        // By `switch`: == compares what this returns.
        switch self {
        case .olderReader: "\(years.lowerBound)+"
        case .toddler, .preschool, .earlyReader, .reader:
            "\(years.lowerBound)-\(years.upperBound + 1)"
        }
    }

    /// A plus that nobody encoded is read as a space.
    init?(rawValue text: String) {
        let words = text.replacing(" ", with: "+")
        guard let band = Self.allCases.first(where: { $0.rawValue == words }) else { return nil }
        self = band
    }
}
