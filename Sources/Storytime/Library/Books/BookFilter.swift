import HTTP
import Received
import SQLite

/// Which books a list shows. It lives in the address of the list, and says itself to the database in
/// two ways: as an expression for the search index, which answers any combination of words and
/// filters, and as a condition on the table, for walking through it in another order.
struct BookFilter: ListFilter {
    typealias Row = Book

    static let path = "/admin/books"

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
    var series: Link<Series>?
    var tag: Link<Tag>?
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

    init() {}

    init(
        status: Book.Status? = nil,
        category: Link<Category>? = nil,
        publisher: Link<Publisher>? = nil,
        series: Link<Series>? = nil,
        tag: Link<Tag>? = nil,
        language: Language? = nil
    ) {
        self.status = status
        self.category = category
        self.publisher = publisher
        self.series = series
        self.tag = tag
        self.language = language
    }

    /// Reads the query. For whom rights are asked is not in the query: whoever wants to see books says it
    /// (`Visit.asked`).
    init(_ query: Fields) {
        words = SearchWords(query.text("q") ?? "").text
        status = read(query, "status", Book.Status.init)
        category = read(query, "category", Self.link)
        publisher = read(query, "publisher", Self.link)
        series = read(query, "series", Self.link)
        tag = read(query, "tag", Self.link)
        age = read(query, "age") { text in
            if text == Self.noneText { return .unknown }
            return ReceivedNumber.integer(text).flatMap {
                AgeRange.allowed ~= $0 ? .years($0) : nil
            }
        }
        language = read(query, "language") { text in
            if text == Self.noneText { return .unknown }
            return Self.isTag(text) ? .tag(text) : nil
        }
        hasCover = read(query, "cover") { ["yes": true, "no": false][$0] }
        video = read(query, "video", Video.init)
        rights = read(query, "rights", RightsFilter.State.init)
            .map { RightsFilter(state: $0) }
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
    var isImpossible: Bool {
        !unknown.isEmpty || (!hasWords && !words.allSatisfy(\.isWhitespace))
    }

    /// Whether the words leave anything to look for.
    var hasWords: Bool { !SearchWords(words).isEmpty }

    /// What the address of the list carries.
    /// By title, or by relevance to the words where there are some.
    var usualSort: BookSort.Direction { BookSort.Direction(hasWords ? .relevance : .title) }

    func sort(named text: String?) -> BookSort.Direction? {
        // Relevance needs words, and then it is the usual one.
        BookSort.Direction(text).flatMap { $0.by == .relevance ? nil : $0 }
    }

    var query: [(name: String, value: String)] {
        [
            (name: "q", value: words), (name: "status", value: status?.rawValue ?? ""),
            (name: "category", value: Self.text(category)),
            (name: "publisher", value: Self.text(publisher)),
            (name: "series", value: Self.text(series)), (name: "tag", value: Self.text(tag)),
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

    /// Letters and digits in groups joined by hyphens, none of which means more to the database.
    private static func isTag(_ text: String) -> Bool {
        Slug.isValid(text.lowercased())
    }
}
