import HTTP
import Quill
import Server

/// The page where remembered matches of headings and values are shown and removed.
enum ImportMatchPages {
    static let path = "/admin/imports/matches"

    static let routes = [
        get("/admin/imports/matches", index),
        post("/admin/imports/matches/{id}/delete", delete),
    ]

    private static let perPage = 50

    static func index(_ visit: Visit) throws -> Response {
        let pagination = Pagination(
            page: try visit.query().number("page") ?? 1,
            perPage: perPage,
            total: try visit.importMatches.count()
        )
        let matches = try visit.importMatches.list(
            limit: pagination.perPage,
            offset: pagination.offset
        )
        return try visit.page(
            ImportMatchesPage(
                rows: matches.map { ImportMatchRow(match: $0, times: visit.times) },
                pagination: pagination
            )
        )
    }

    static func delete(_ visit: Visit, _ id: ID<ImportMatch>) throws -> Response {
        let match = try visit.importMatches.find(id)
        try visit.importMatches.delete(match, by: visit.actor)
        return try visit.redirect(
            to: path,
            notice: Flash(.good, "Match for “\(match.text)” forgotten.")
        )
    }
}

/// The remembered matches.
struct ImportMatchesPage: Page {
    static let template = "library/imports/matches.html"

    let rows: [ImportMatchRow]
    let pagination: Pagination

    static let fields: [Field<ImportMatchesPage>] = [
        .list("rows") { $0.rows },
        .record("pagination") { $0.pagination.view(path: ImportMatchPages.path) },
    ]
}

/// A heading or a value, and what it was matched to.
struct ImportMatchRow: Record {
    let match: ImportMatch
    let times: TimeText

    static let fields: [Field<ImportMatchRow>] = [
        .text("text") { $0.match.text },
        .text("kind") { $0.match.column?.label ?? "Column heading" },
        .text("meaning") { $0.match.meaning },
        .text("when_text") { $0.times.day($0.match.at) },
        .text("when_iso") { TimeText.iso($0.match.at) },
        .text("delete_href") { "\(ImportMatchPages.path)/\($0.match.id)/delete" },
    ]
}
