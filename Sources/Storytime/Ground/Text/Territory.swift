/// Where rights apply, or where somebody watches.
enum Territory: Sendable, Hashable {
    /// For a window: every country. For somebody who watches: an unknown place, so that they only
    /// get what may be shown in every country.
    case worldwide
    /// A country or territory of ISO 3166-1.
    case country(code: String)

    /// The code for the whole world. It sorts before every country.
    static let worldwideCode = "*"

    /// Reads "DE" or "*"; nil if the standard has no such code.
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

    /// The name within a sentence: "the United Kingdom".
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

    /// Whether rights for this territory are also rights in the other one.
    func includes(_ other: Territory) -> Bool {
        self == .worldwide || self == other
    }

    /// Whether some place belongs to both.
    func meets(_ other: Territory) -> Bool {
        includes(other) || other.includes(self)
    }
}
