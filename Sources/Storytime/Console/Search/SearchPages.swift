import HTTP
import Quill
import SQLite
import Server

/// The search everywhere: one field that finds everything with a name or a title.
enum SearchPages {
    static let routes = [get("/admin/search", show)]
    static let path = "/admin/search"

    static func show(_ visit: Visit) throws -> Response {
        let words = SearchWords(try visit.query().text("q") ?? "")
        // One snapshot, so that every record that an index finds exists.
        let groups = try visit.database.read {
            let groups = try find(words, visit)
            return groups.isEmpty ? try find(words, visit, NearWords.Memory()) : groups
        }
        return try visit.page(SearchPage(words: words, groups: groups))
    }

    /// The groups with results.
    private static func find(
        _ words: SearchWords,
        _ visit: Visit,
        _ memory: NearWords.Memory? = nil
    ) throws -> [SearchGroup] {
        guard !words.isEmpty else { return [] }
        return try visit.site.features.search.map { try $0.find(visit, words, memory) }
            .filter { $0.total > 0 }
    }
}

/// The results, group by group.
struct SearchPage: PageWithCovers {
    static let template = "console/search/show.html"

    let words: SearchWords
    /// The groups with results.
    let groups: [SearchGroup]

    private var total: Int { groups.reduce(0) { $0 + $1.total } }

    /// What was looked for in place of words that nothing has, in any group.
    private var corrected: String? {
        let spellings = groups.reduce(into: [String: [String]]()) { all, group in
            all.merge(group.spellings) { all, more in all + more.filter { !all.contains($0) } }
        }
        return words.corrections(spellings)
    }

    static let fields: [Field<SearchPage>] = [
        .text("words") { $0.words.text },
        .bool("has_words") { !$0.words.isEmpty },
        .int("total") { $0.total },
        .optionalText("corrected") { $0.corrected },
        .list("groups") { $0.groups },
    ]
}

/// The search field in the head of every admin page.
struct SearchField: Record {
    /// The words that were searched, on the page that shows the results.
    let words: String

    static let fields: [Field<SearchField>] = [
        .text("href") { _ in SearchPages.path },
        .text("words") { $0.words },
    ]
}

extension Visit {
    /// Nil for people who have nothing to search.
    var searchField: SearchField? {
        guard session?.user.role == .admin else { return nil }
        guard request.path == SearchPages.path else { return SearchField(words: "") }
        return SearchField(words: SearchWords((try? query().text("q")) ?? "").text)
    }
}
