import Quill

/// A kind of record that the search everywhere finds.
///
/// A feature lists its own (`Feature.search`): most only need `named`, and a store that writes to
/// the `NameIndex`.
struct SearchKind: Sendable {
    /// How many of each kind are shown. People who want more continue in its own list.
    static let maximumShown = 10

    /// Whether it is what most people look for, and comes before the others.
    var isFirst = false
    /// Finds what has the words as they are; with a memory for them, also what has words near to
    /// those.
    let find: @Sendable (Visit, SearchWords, NearWords.Memory?) throws -> SearchGroup

    /// A kind whose records are found by the words of their names; `list` is the address of its
    /// own list with these words, if it can be searched.
    static func named(
        _ title: String,
        _ kind: Subject.Kind,
        list: @escaping @Sendable (SearchWords) -> String? = { _ in nil },
        _ result: @escaping @Sendable (Visit, Int) throws -> SearchResult
    ) -> SearchKind {
        SearchKind { visit, words, memory in
            let names = NameIndex(database: visit.database)
            let spelled = try memory.map { try names.spellings(kind, words, $0) } ?? [:]
            return SearchGroup(
                title: title,
                total: try names.count(kind, words, spelled: spelled),
                results: try names.best(kind, words, spelled: spelled, limit: maximumShown)
                    .map { try result(visit, $0) },
                // Not all lists know words near to those.
                allHref: spelled.isEmpty ? list(words) : nil,
                spellings: spelled
            )
        }
    }
}

/// The records of one kind that a search found.
struct SearchGroup: Record {
    let title: String
    let total: Int
    /// The best of them.
    let results: [SearchResult]
    /// The list of all of them, if there is one that can be searched.
    let allHref: String?
    /// What was looked for in place of mistyped words.
    var spellings: [String: [String]] = [:]

    private var hidden: Int { total - results.count }

    static let fields: [Field<SearchGroup>] = [
        .text("id") { "found-" + $0.title.lowercased() },
        .text("title") { $0.title },
        .text("name") { $0.title.lowercased() },
        .int("total") { $0.total },
        .int("hidden") { $0.hidden },
        .list("results") { $0.results },
        .optionalText("all_href") { $0.allHref },
    ]
}

/// A record that a search found.
struct SearchResult: Record {
    let title: String
    let detail: String
    let href: String
    /// The icon before it, except for a book, which has a cover.
    var icon = ""
    var cover: Thumb?

    static let fields: [Field<SearchResult>] = [
        .text("title") { $0.title },
        .text("detail") { $0.detail },
        .text("href") { $0.href },
        .text("icon") { $0.icon },
        .optionalRecord("cover") { $0.cover },
    ]
}
