import HTTP
import Quill
import Server

/// The audit log, newest entry first.
enum AuditPages {
    /// On a worker: the exact count of a filter may take a while in a log of many years.
    static let routes = [get("/admin/audit", lane: .worker, index)]
    static let path = "/admin/audit"
    private static let perPage = 50

    static func index(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        let form = try AuditForm(query, AuditLog(visit.database, visit.now), visit.times)
        let log = AuditLog(visit.database, visit.now)
        let slice =
            if let place = AuditCursor(query.text("newer")) {
                try log.newer(than: place, form.filter, limit: perPage)
            } else {
                try log.older(
                    than: AuditCursor(query.text("older")),
                    form.filter,
                    limit: perPage
                )
            }
        return try visit.page(
            AuditPage(
                form: form,
                rows: slice.entries.map {
                    AuditRow($0, now: visit.now, times: visit.times, visit.site.features)
                },
                pagination: slice.pagination(
                    path: path,
                    query: form.query,
                    total: try log.count(form.filter),
                    visit.times
                )
            ),
            status: form.isValid ? 200 : 422
        )
    }

    /// Everything that the page shows, as a file.
    static func export(_ visit: Visit) throws -> Response {
        let log = AuditLog(visit.database, visit.now)
        let form = try AuditForm(try visit.query(), log, visit.times)
        if let complaint = form.complaint { throw Failure.badRequest(complaint) }
        return try visit.csv(try AuditExport(form.filter, from: visit.database))
    }
}

extension AuditSlice {
    /// The links to the neighboring pages, and the days that this one shows.
    func pagination(
        path: String,
        query: [(name: String, value: String)] = [],
        total: Int,
        _ times: TimeText
    ) -> PaginationView {
        let href = { (name: String, entry: AuditEntry?) -> String? in
            guard let entry else { return nil }
            let pairs = query + [(name: name, value: AuditCursor(entry).text)]
            return path + "?" + PercentEncoding.encodeQuery(pairs)
        }
        let days = [entries.last, entries.first].compactMap {
            $0.map { times.day($0.at) }
        }
        return PaginationView(
            summary: Set(days).count < 2 ? days.first ?? "" : days.joined(separator: " to "),
            total: total,
            hasPages: hasNewer || hasOlder,
            pages: [],
            previousHref: hasNewer ? href("newer", entries.first) : nil,
            nextHref: hasOlder ? href("older", entries.last) : nil
        )
    }
}

/// The page of the audit log.
struct AuditPage: Page {
    static let template = "console/audit/index.html"

    let form: AuditForm
    let rows: [AuditRow]
    let pagination: PaginationView

    static let fields: [Field<AuditPage>] = [
        .record("form") { $0.form },
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .record("pagination") { $0.pagination },
    ]
}

/// A line of the audit log: "Ada added the category Bedtime Stories", with what changed.
struct AuditRow: Record {
    private let entry: AuditEntry
    private let now: Int
    private let times: TimeText
    /// The features that know where entries link to; nil for parents, who have no pages of these
    /// records.
    private let features: Features?
    /// The page that restores the version after this entry.
    private var restoreHref: String?

    init(_ entry: AuditEntry, now: Int, times: TimeText, _ features: Features? = nil) {
        self.entry = entry
        self.now = now
        self.times = times
        self.features = features
    }

    private var href: String? {
        // A deleted record has no page any more; its other entries link to a 404.
        guard entry.recordID != nil, entry.action != "deleted", entry.action != "erased" else {
            return nil
        }
        return features?.href(of: entry)
    }

    /// Whether one of these fields was changed.
    func changes(oneOf fields: Set<String>) -> Bool {
        entry.changes.contains { fields.contains($0.field) }
    }

    /// Leads to the version after this entry of the record with this address.
    mutating func offerVersion(at href: String) {
        restoreHref = "\(href)/versions/\(entry.id)"
    }

    private var icon: String {
        switch entry.action {
        case "created": entry.kind == "user" ? "person" : "plus"
        case "deleted", "binned", "erased": "trash"
        case "moved": "swap"
        case RightsStore.added: "plus"
        case RightsStore.deleted: "trash"
        case "changed the password of": "key"
        case _ where entry.action.hasSuffix(" second factor of"): "key"
        case "used a recovery code of", "made new recovery codes for": "key"
        case "made": "archive"
        case "downloaded": "download"
        default: entry.kind == "user" ? "person" : "pencil"
        }
    }

    private var words: AuditWords { AuditWords(action: entry.action, kind: entry.kind) }

    static let fields: [Field<AuditRow>] = [
        .text("who") { $0.entry.actorName },
        .text("action") { $0.words.lead },
        .optionalText("ending") { $0.words.ending },
        .optionalText("behalf") { $0.entry.behalf },
        .text("what") { $0.entry.label },
        .optionalText("what_href") { $0.href },
        .optionalText("batch_href") { row in
            row.features?.batchHref(of: row.entry, now: row.now)
        },
        .text("icon") { $0.icon },
        .text("when_text") { $0.times.relative($0.entry.at, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.entry.at) },
        .text("when_iso") { TimeText.iso($0.entry.at) },
        .list("changes") { row in
            row.entry.changes.map { AuditChange(change: $0, kind: row.entry.kind) }
        },
        .optionalText("restore_href") { $0.restoreHref },
    ]
}

/// A field that was changed, as pages call it and its values.
struct AuditChange: Record {
    let change: Change
    /// The kind of the record.
    let kind: String

    private func shown(_ text: String?) -> String? {
        text.map { AuditWords.value($0, of: change.field) }
    }

    /// Word by word, for longer texts.
    private var parts: [TextDiff.Part] {
        guard let before = shown(change.before), let after = shown(change.after) else { return [] }
        return TextDiff(before, after).inOne ?? []
    }

    static let fields: [Field<AuditChange>] = [
        .text("field") { AuditWords.field($0.change.field, of: $0.kind) },
        .optionalText("before") { $0.shown($0.change.before) },
        .optionalText("after") { $0.shown($0.change.after) },
        .list("parts") { $0.parts },
    ]
}
