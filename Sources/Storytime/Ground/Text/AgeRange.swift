/// For which ages a book is; an end that is missing is open.
struct AgeRange: Sendable, Equatable {
    /// What a form takes and the schema keeps.
    static let allowed = 0...18

    /// The age of somebody who is older than any book is for is the oldest one.
    static func nearest(_ years: Int) -> Int {
        min(max(years, allowed.lowerBound), allowed.upperBound)
    }

    var minimum: Int?
    var maximum: Int?

    var isUnknown: Bool { minimum == nil && maximum == nil }

    /// "Ages 2–5", "Ages 8+", "Up to 5", "Age 4"; nil when nobody said.
    var text: String? {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?):
            minimum == maximum ? "Age \(minimum)" : "Ages \(minimum)–\(maximum)"
        case (let minimum?, nil): "Ages \(minimum)+"
        case (nil, let maximum?): "Up to \(maximum)"
        case (nil, nil): nil
        }
    }
}
