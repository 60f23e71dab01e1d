import Quill

/// What happened to one record, newest first: a section of the record's own page.
///
/// A page gets it from `visit.history(of:)`, gives it to its template as the field `history`, and
/// the template includes `shared/history.html`.
struct History: Record {
    /// As many as fit below a record without scrolling; the rest is in the audit log.
    fileprivate static let shownEntries = 8

    fileprivate(set) var rows: [AuditRow]
    let total: Int
    let href: String

    static let fields: [Field<History>] = [
        .list("rows") { $0.rows },
        .int("total") { $0.total },
        .bool("has_more") { $0.total > $0.rows.count },
        .text("href") { $0.href },
    ]
}

extension Visit {
    /// With fields that can be restored, and the address of the record, each entry leads to the version
    /// after it, unless no such field was changed since.
    func history(
        of subject: Subject,
        restoring fields: Set<String> = [],
        at href: String = ""
    ) throws -> History {
        var history = try history(
            AuditFilter(kind: subject.kind.rawValue, record: subject.id),
            "type=\(subject.kind.rawValue)&id=\(subject.id ?? 0)"
        )
        var isChangedSince = false
        for index in history.rows.indices {
            let isChange = history.rows[index].changes(oneOf: fields)
            if isChange, isChangedSince { history.rows[index].offerVersion(at: href) }
            isChangedSince = isChangedSince || isChange
        }
        return history
    }

    /// What happened to a family, its parents and its children.
    func history(of family: ID<Family>) throws -> History {
        try history(AuditFilter(family: family.value), "family=\(family)")
    }

    /// The newest entries that match a filter; the query leads to all of them.
    private func history(_ filter: AuditFilter, _ query: String) throws -> History {
        let log = AuditLog(database, now)
        let entries = try log.latest(History.shownEntries, filter)
        return History(
            rows: entries.map { AuditRow($0, now: now, times: times, site.features) },
            total: entries.count < History.shownEntries ? entries.count : try log.count(filter),
            href: "/admin/audit?\(query)"
        )
    }
}
