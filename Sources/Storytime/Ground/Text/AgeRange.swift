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
        guard let years else { return nil }
        guard minimum != nil else { return "Up" + years.dropFirst(2) }
        return (minimum == maximum ? "Age " : "Ages ") + years
    }

    /// "2–5", "8+", "up to 5", "4", for a column of ages; nil if both ends are open.
    var years: String? {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?):
            minimum == maximum ? String(minimum) : "\(minimum)–\(maximum)"
        case (let minimum?, nil): "\(minimum)+"
        case (nil, let maximum?): "up to \(maximum)"
        case (nil, nil): nil
        }
    }
}
