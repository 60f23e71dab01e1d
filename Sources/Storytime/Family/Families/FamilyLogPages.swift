import HTTP
import Quill
import Server

/// Who did what in a family, for its parents, the newest first.
enum FamilyLogPages {
    static let path = FamilySettingsPages.path + "/history"
    private static let perPage = 50

    /// On a worker, as the audit log is.
    static let routes: [Route] = [get("/family/history", for: .parent, lane: .worker, index)]

    static func index(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let query = try visit.query()
        let log = AuditLog(visit.database, visit.now)
        let filter = AuditFilter(
            family: scope.family.id.value,
            reader: visit.session?.user.id.value
        )
        let slice =
            if let place = AuditCursor(query.text("newer")) {
                try log.newer(than: place, filter, limit: perPage)
            } else {
                try log.older(than: AuditCursor(query.text("older")), filter, limit: perPage)
            }
        return try visit.page(
            FamilyLogPage(
                family: scope.family,
                rows: slice.entries.map {
                    AuditRow($0, now: visit.now, times: visit.times)
                },
                pagination: slice.pagination(
                    path: path,
                    total: try log.count(filter),
                    visit.times
                )
            )
        )
    }
}

/// What happened in a family.
struct FamilyLogPage: Page {
    static let template = "family/families/history.html"

    let family: Family
    let rows: [AuditRow]
    let pagination: PaginationView

    static let fields: [Field<FamilyLogPage>] = [
        .text("family_name") { $0.family.name },
        .text("family_href") { _ in FamilySettingsPages.path },
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .record("pagination") { $0.pagination },
    ]
}
