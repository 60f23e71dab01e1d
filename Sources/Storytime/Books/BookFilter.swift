import HTTP
import SQLite

/// Which books a list shows. It lives in the address of the list, and says itself to the database in
/// two ways: as an expression for the search index, which answers any combination of words and
/// filters, and as a condition on the table, for walking through it in another order.
struct BookFilter: Sendable, Equatable {
    /// A record that books have one of, or none.
    enum Link<Record: Sendable>: Sendable, Equatable {
        case id(ID<Record>)
        case missing
    }

    /// An age that the book is for, one of some ages, or that nobody said for which it is.
    enum Age: Sendable, Equatable {
        case years(Int)
        case anyOf(ClosedRange<Int>)
        case unknown
    }

    /// A language with its variants, or that nobody said which it is.
    enum Language: Sendable, Equatable {
        case tag(String)
        case unknown
    }

    /// How far a book's video is, as lists tell it apart.
    enum Video: String, Sendable, CaseIterable {
        case ready
        /// All but those.
        case unready
        /// On its way: waiting or preparing.
        case preparing
        case errored, none
    }

    /// As typed.
    var words = ""
    /// What else to look for in place of a word that nobody wrote so.
    var spellings: [String: [String]] = [:]
    var status: Book.Status?
    var category: Link<Category>?
    var publisher: Link<Publisher>?
    var age: Age?
    var language: Language?
    var hasCover: Bool?
    var video: Video?
    var rights: RightsFilter?
    /// What the address asks for and nothing is known of. It lets nothing through: an act on all that
    /// match must not become one on everything for a wrong letter.
    var unknown: [Unknown] = []

    /// A filter with a value that it doesn't have.
    struct Unknown: Sendable, Equatable {
        /// What is kept and shown of it.
        fileprivate static let maximumLength = 100

        let name: String
        let value: String
    }

    init(
        status: Book.Status? = nil,
        category: Link<Category>? = nil,
        publisher: Link<Publisher>? = nil,
        language: Language? = nil
    ) {
        self.status = status
        self.category = category
        self.publisher = publisher
        self.language = language
    }

    /// Reads the query. When and where rights are asked for is not in the query: whoever wants to see
    /// books says it.
    init(_ query: Fields, rights moment: Rights? = nil) {
        words = SearchWords(query.text("q") ?? "").text
        status = read(query, "status", Book.Status.init)
        category = read(query, "category", Self.link)
        publisher = read(query, "publisher", Self.link)
        age = read(query, "age") { text in
            if text == Self.noneText { return .unknown }
            return Int(text).flatMap { AgeRange.allowed ~= $0 ? .years($0) : nil }
        }
        language = read(query, "language") { text in
            if text == Self.noneText { return .unknown }
            return Self.isTag(text) ? .tag(text) : nil
        }
        hasCover = read(query, "cover") { ["yes": true, "no": false][$0] }
        video = read(query, "video", Video.init)
        rights = read(query, "rights", RightsFilter.State.init)
            .map { RightsFilter(state: $0, rights: moment) }
    }

    private mutating func read<Value>(
        _ query: Fields,
        _ name: String,
        _ value: (String) -> Value?
    ) -> Value? {
        guard let text = query.text(name), !text.isEmpty else { return nil }
        if let value = value(text) { return value }
        unknown.append(Unknown(name: name, value: String(text.prefix(Unknown.maximumLength))))
        return nil
    }

    static let noneText = "none"

    var isEmpty: Bool { expression == nil && rights == nil }

    /// Whether it asks for what no book can have: a value that isn't one, or words without a letter.
    private var isImpossible: Bool {
        !unknown.isEmpty || (!hasWords && !words.allSatisfy(\.isWhitespace))
    }

    /// Whether the words leave anything to look for.
    var hasWords: Bool { !SearchWords(words).isEmpty }

    /// What the address of the list carries.
    var query: [(name: String, value: String)] {
        [
            (name: "q", value: words), (name: "status", value: status?.rawValue ?? ""),
            (name: "category", value: Self.text(category)),
            (name: "publisher", value: Self.text(publisher)),
            (name: "age", value: ageText), (name: "language", value: languageText),
            (name: "cover", value: hasCover.map { $0 ? "yes" : "no" } ?? ""),
            (name: "video", value: video?.rawValue ?? ""),
            (name: "rights", value: rights?.state.rawValue ?? ""),
        ].filter { !$0.value.isEmpty } + unknown.map { (name: $0.name, value: $0.value) }
    }

    var ageText: String {
        switch age {
        case .years(let years): String(years)
        case .anyOf(let years): String(years.lowerBound)
        case .unknown: Self.noneText
        case nil: ""
        }
    }

    var languageText: String {
        switch language {
        case .tag(let tag): tag
        case .unknown: Self.noneText
        case nil: ""
        }
    }

    static func text<Record>(_ link: Link<Record>?) -> String {
        switch link {
        case .id(let id): String(id.value)
        case .missing: noneText
        case nil: ""
        }
    }

    private static func link<Record>(_ text: String) -> Link<Record>? {
        if text == noneText { return .missing }
        return ID<Record>(pathSegment: text[...]).map { .id($0) }
    }
}

// MARK: What the database is asked

extension BookFilter {
    /// The expression for `books_search`; nil when nothing is filtered.
    ///
    /// Filters are words of the column `facets`, as the view `books_facets` spells them.
    var expression: String? {
        var parts = wordsExpression.map { [$0] } ?? []
        parts += facetChoices.map { facets in
            facets.count == 1
                ? "facets : \"\(facets[0])\""
                : "facets : (" + facets.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
        }
        return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }

    /// The words alone.
    var wordsExpression: String? {
        let columns = "title_key author_key description_key"
        return SearchWords(words).expression(in: columns, spelled: spellings)
    }

    /// The filters, words and rights aside: a book must have one facet of each list.
    var facetChoices: [[String]] {
        var choices = facets.map { [$0] }
        if isImpossible { choices.append([Self.noFacet]) }
        if case .anyOf(let years) = age { choices.append(years.map(Self.facet(ofAge:))) }
        return choices
    }

    /// No facet is spelled so.
    private static let noFacet = "qqnothing"

    private var facets: [String] {
        var facets: [String] = []
        if let status { facets.append(Self.facet(of: status)) }
        if let category { facets.append("qqc" + Self.text(category)) }
        if let publisher { facets.append("qqp" + Self.text(publisher)) }
        switch language {
        case .tag(let tag): facets.append("qql" + Self.letters(of: tag))
        case .unknown: facets.append("qqlnone")
        case nil: break
        }
        switch age {
        case .years(let years): facets.append(Self.facet(ofAge: years))
        case .unknown: facets.append("qqanone")
        // Any of several facets is no facet: `facetChoices` has them.
        case .anyOf, nil: break
        }
        if let hasCover { facets.append(hasCover ? "qqvyes" : "qqvno") }
        if let video { facets.append("qqm" + video.rawValue) }
        return facets
    }

    static func facet(of status: Book.Status) -> String { "qqs" + status.rawValue }

    private static func facet(ofAge years: Int) -> String {
        "qqa" + (years < 10 ? "0" : "") + String(years)
    }

    /// The letters and digits of a language tag, as the facets spell it.
    private static func letters(of tag: String) -> String {
        tag.lowercased().replacing("-", with: "")
    }

    /// Letters and digits in groups joined by hyphens, none of which means more to the database.
    private static func isTag(_ text: String) -> Bool {
        Slug.isValid(text.lowercased())
    }

    /// The same as a condition on a row `b` of `books`, the words aside.
    var condition: SQL {
        var condition: SQL = "b.deleted_at IS NULL"
        if isImpossible { condition = condition + " AND 0" }
        if let status { condition = condition + " AND b.status = \(status.rawValue)" }
        switch category {
        case .id(let id):
            condition =
                condition
                    + """
                     AND EXISTS (SELECT 1 FROM book_categories AS bc
                        WHERE bc.book_id = b.id AND bc.category_id = \(id.value))
                    """
        case .missing: condition = condition + " AND b.category_count = 0"
        case nil: break
        }
        switch publisher {
        // Unary plus: the index on publishers is not in the order of the list.
        case .id(let id): condition = condition + " AND +b.publisher_id = \(id.value)"
        case .missing: condition = condition + " AND +b.publisher_id IS NULL"
        case nil: break
        }
        condition = condition + languageCondition + ageCondition + coverCondition + videoCondition
        return rights.map { "\(sql: condition) AND \(sql: $0.condition)" } ?? condition
    }

    private var languageCondition: SQL {
        switch language {
        case .tag(let tag):
            " AND (b.language LIKE \(tag) OR b.language LIKE \(tag + "-%"))"
        case .unknown: " AND +b.language IS NULL"
        case nil: ""
        }
    }

    private var ageCondition: SQL {
        switch age {
        case .years(let years):
            """
             AND coalesce(b.age_min, 0) <= \(years)
                AND coalesce(b.age_max, \(AgeRange.allowed.upperBound)) >= \(years)
            """
        case .anyOf(let years):
            """
             AND coalesce(b.age_min, 0) <= \(years.upperBound)
                AND coalesce(b.age_max, \(AgeRange.allowed.upperBound)) >= \(years.lowerBound)
            """
        case .unknown: " AND b.age_min IS NULL AND b.age_max IS NULL"
        case nil: ""
        }
    }

    private var coverCondition: SQL {
        switch hasCover {
        case true?: " AND (b.cover_key IS NOT NULL OR b.cover_url IS NOT NULL)"
        case false?: " AND b.cover_key IS NULL AND b.cover_url IS NULL"
        case nil: ""
        }
    }

    private var videoCondition: SQL {
        let (start, end): (SQL, SQL) = (
            " EXISTS (SELECT 1 FROM video_assets AS v WHERE v.book_id = b.id AND v.is_current = 1",
            ")"
        )
        return switch video {
        case .ready?: " AND\(sql: start) AND v.status = 'ready'\(sql: end)"
        case .unready?: " AND NOT\(sql: start) AND v.status = 'ready'\(sql: end)"
        case .preparing?:
            " AND\(sql: start) AND v.status IN ('waiting', 'preparing')\(sql: end)"
        case .errored?: " AND\(sql: start) AND v.status = 'errored'\(sql: end)"
        case BookFilter.Video.none?: " AND NOT\(sql: start)\(sql: end)"
        case nil: ""
        }
    }
}
