/// Where rights are given for, or where somebody watches.
enum Territory: Sendable, Hashable {
    /// Of a window: every country. Of somebody who watches: nobody said where, so that only what is
    /// given for every country may be shown.
    case worldwide
    /// A country or territory of ISO 3166-1.
    case country(code: String)

    /// How the whole world is written where a code stands. It sorts before every country.
    static let worldwideCode = "*"

    /// Reads "DE" or "*"; nil for what the standard doesn't have.
    init?(code: String) {
        guard code != Self.worldwideCode else {
            self = .worldwide
            return
        }
        guard Territories.name(of: code) != nil else { return nil }
        self = .country(code: code)
    }

    var code: String {
        switch self {
        case .worldwide: Self.worldwideCode
        case .country(let code): code
        }
    }

    /// "Worldwide", "Germany".
    var name: String {
        switch self {
        case .worldwide: "Worldwide"
        case .country(let code): Territories.name(of: code) ?? code
        }
    }

    /// As it stands in a sentence: "the United Kingdom".
    var nameInSentence: String {
        switch self {
        case .worldwide: "an unknown country"
        case .country(let code): Self.withArticle.contains(code) ? "the \(name)" : name
        }
    }

    /// The countries whose names have an article in English.
    private static let withArticle: Set<String> = [
        "AE", "AX", "BQ", "BS", "CC", "CF", "CK", "DO", "FK", "FO", "GB", "GM", "HM", "KM", "KY",
        "MH",
        "MP", "MV", "NL", "PH", "SB", "SC", "TC", "TF", "UM", "US", "VG", "VI",
    ]

    /// Whether rights for this territory are rights in the other one.
    func includes(_ other: Territory) -> Bool {
        self == .worldwide || self == other
    }

    /// Whether there is a place that belongs to both.
    func meets(_ other: Territory) -> Bool {
        includes(other) || other.includes(self)
    }
}
