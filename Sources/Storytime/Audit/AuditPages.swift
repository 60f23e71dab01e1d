import HTTP
import Quill
import Server

/// The audit log, the newest entry first.
enum AuditPages {
    static let routes = [get("/admin/audit", index)]
    private static let perPage = 50

    static func index(_ visit: Visit) throws -> Response {
        let log = AuditLog(visit.database, visit.now)
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try log.count()
        )
        let entries = try log.entries(limit: perPage, offset: pagination.offset)
        return try visit.page(
            AuditPage(
                rows: entries.map { AuditRow($0, now: visit.now, times: visit.times) },
                pagination: pagination.view(path: "/admin/audit")
            )
        )
    }
}

/// The page of the audit log.
struct AuditPage: Page {
    static let template = "audit/index.html"

    let rows: [AuditRow]
    let pagination: PaginationView

    static let fields: [Field<AuditPage>] = [
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .record("pagination") { $0.pagination },
    ]
}

/// A line of the audit log: "Ada created category Bedtime Stories", with what changed.
struct AuditRow: Record {
    private let entry: AuditEntry
    private let now: Int
    private let times: TimeText

    init(_ entry: AuditEntry, now: Int, times: TimeText) {
        self.entry = entry
        self.now = now
        self.times = times
    }

    private var href: String? {
        guard let id = entry.recordID else { return nil }
        // A deleted record has no page any more; its other entries lead to an honest 404.
        guard entry.action != "deleted" else { return nil }
        switch entry.kind {
        case "category": return "/admin/categories/\(id)"
        case "book": return "/admin/books/\(id)"
        default: return nil
        }
    }

    private var icon: String {
        switch entry.action {
        case "created": entry.kind == "user" ? "person" : "plus"
        case "deleted": "trash"
        case "moved": "swap"
        case "changed the password of": "key"
        default: entry.kind == "user" ? "person" : "pencil"
        }
    }

    static let fields: [Field<AuditRow>] = [
        .text("who") { $0.entry.actorName },
        .text("action") { "\($0.entry.action) \($0.entry.kind)" },
        .text("what") { $0.entry.label },
        .optionalText("what_href") { $0.href },
        .text("icon") { $0.icon },
        .text("when_text") { $0.times.relative($0.entry.at, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.entry.at) },
        .text("when_iso") { TimeText.iso($0.entry.at) },
        .list("changes") { $0.entry.changes },
    ]
}

extension Change: Record {
    static let fields: [Field<Change>] = [
        .text("field") { $0.field },
        .optionalText("before") { $0.before },
        .optionalText("after") { $0.after },
    ]
}
