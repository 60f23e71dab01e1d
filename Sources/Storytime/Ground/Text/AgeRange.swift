/// The ages that a book is for; a missing end is open.
struct AgeRange: Sendable, Equatable {
    /// What a form accepts and the schema allows.
    static let allowed = 0...18

    /// The nearest age that books can be for: older people count as the oldest.
    static func nearest(_ years: Int) -> Int {
        min(max(years, allowed.lowerBound), allowed.upperBound)
    }

    var minimum: Int?
    var maximum: Int?

    var isUnknown: Bool { minimum == nil && maximum == nil }

    /// "Ages 2–5", "Ages 8+", "Up to 5", "Age 4"; nil if both ends are open.
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
