import HTTP
import Quill
import SQLite
import Server

/// The search everywhere: one field that finds whatever has a name or a title.
enum SearchPages {
    static let routes = [get("/admin/search", show)]
    static let path = "/admin/search"

    static func show(_ visit: Visit) throws -> Response {
        let words = SearchWords(try visit.query().text("q") ?? "")
        // One snapshot: what an index finds is there.
        let groups = try visit.database.read {
            words.isEmpty ? [] : try visit.site.features.search.map { try $0.find(visit, words) }
        }
        return try visit.page(SearchPage(words: words, groups: groups.filter { $0.total > 0 }))
    }
}

/// What was found, group by group.
struct SearchPage: PageWithCovers {
    static let template = "search/show.html"

    let words: SearchWords
    /// Those in which something was found.
    let groups: [SearchGroup]

    private var total: Int { groups.reduce(0) { $0 + $1.total } }

    static let fields: [Field<SearchPage>] = [
        .text("query") { $0.words.text },
        .bool("has_words") { !$0.words.isEmpty },
        .int("total") { $0.total },
        .list("groups") { $0.groups },
    ]
}

/// The field of the search in the head of every page of an admin.
struct SearchField: Record {
    /// What was searched, on the page that shows it.
    let words: String

    static let fields: [Field<SearchField>] = [
        .text("href") { _ in SearchPages.path },
        .text("words") { $0.words },
    ]
}

extension Visit {
    /// Nil for those who have nothing to search.
    var searchField: SearchField? {
        guard session?.user.role == .admin else { return nil }
        guard request.path == SearchPages.path else { return SearchField(words: "") }
        return SearchField(words: SearchWords((try? query().text("q")) ?? "").text)
    }
}
