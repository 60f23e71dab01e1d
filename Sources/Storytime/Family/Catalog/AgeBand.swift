/// The age ranges that parents choose from, as chips.
///
/// A band ends before the year with which the next one begins: "2-4" is 2 and 3. If bands overlapped, a
/// book for ages 4 to 8 would be in "2-4", too. A single age is another filter (`age`), used by a child's
/// app.
enum AgeBand: Sendable, CaseIterable {
    case toddler, preschool, earlyReader, reader, olderReader

    static let allLabel = "All Ages"

    /// Its whole years.
    var years: ClosedRange<Int> {
        switch self {
        case .toddler: 0...1
        case .preschool: 2...3
        case .earlyReader: 4...5
        case .reader: 6...7
        case .olderReader: 8...AgeRange.allowed.upperBound
        }
    }

    /// A book belongs to a band if it suits at least one of its years.
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
