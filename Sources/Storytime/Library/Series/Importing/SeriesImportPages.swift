import HTTP
import Quill
import Server

/// The pages on which admins bring series, seasons and episodes in from a file: choose it, look at what
/// would become of each row, let it happen.
enum SeriesImportPages {
    static let path = "/admin/series/import"

    static let routes = [
        get("/admin/series/import", index),
        post("/admin/series/import", bodyLimit: .upload(SeriesImport.maximumBytes), bring),
        // A dry run takes its turn to write, like what it tries.
        get("/admin/series/import/{key}", lane: .slow, show)
            .reading("series import", removedBy: "discard"),
        post("/admin/series/import/{key}", lane: .slow, confirm)
            .reading("series import", removedBy: "discard"),
        post("/admin/series/import/{key}/discard", discard),
    ]

    static func index(_ visit: Visit) throws -> Response {
        try visit.page(SeriesImportPage())
    }

    static func bring(_ visit: Visit) throws -> Response {
        let again = { (error: String) in
            try visit.page(SeriesImportPage(error: error), status: visit.formStatus)
        }
        guard let upload = try visit.upload("file"), upload.size > 0 else {
            return try again("Choose a file that is not empty.")
        }
        do {
            if let complaint = try UploadedFile.complaint(about: upload) {
                return try again(complaint)
            }
            // The file as a whole; its rows are looked at on the next page.
            try SeriesImport.check(try CSVFile(UploadSource(upload)))
            let key = try visit.seriesImportFiles.keep(upload)
            return try visit.redirect(to: "\(path)/\(key)")
        } catch let error as SeriesImportError {
            return try again(error.description)
        } catch let error as CSVError {
            return try again("\(error)")
        }
    }

    /// The dry run.
    static func show(_ visit: Visit, _ key: SeriesImportKey) throws -> Response {
        let file = try visit.seriesImportFiles.find(key)
        let plan = try visit.seriesImport.plan { try CSVFile(path: file) }
        return try visit.page(SeriesPlanPage(plan: plan, key: key))
    }

    static func discard(_ visit: Visit, _ key: SeriesImportKey) throws -> Response {
        visit.seriesImportFiles.remove(key)
        return try visit.redirect(to: path, notice: Flash(.info, "Nothing was imported."))
    }

    static func confirm(_ visit: Visit, _ key: SeriesImportKey) throws -> Response {
        let file = try visit.seriesImportFiles.find(key)
        let shown = try visit.fields().text("plan").flatMap(Base64URL.decode) ?? []
        do {
            let plan = try visit.seriesImport.run({ try CSVFile(path: file) }, expecting: shown)
            visit.seriesImportFiles.remove(key)
            let (added, changed) = (plan.count(.created), plan.count(.changed))
            return try visit.redirect(
                to: SeriesOrder.path,
                notice: Flash(
                    .good,
                    "Import done: \(Counted.text(added, plan.noun.one, plan.noun.many)) added, "
                        + "\(Counted.number(changed)) changed."
                )
            )
        } catch let overtaken as SeriesImport.Overtaken {
            return try visit.page(
                SeriesPlanPage(plan: overtaken.plan, key: key, isAnew: !shown.isEmpty),
                status: shown.isEmpty ? visit.formStatus : 409
            )
        }
    }
}

extension SeriesImport.Plan {
    var noun: (one: String, many: String) {
        switch mapping.kind {
        case .series: ("series", "series")
        case .seasons: ("season", "seasons")
        case .episodes: ("episode", "episodes")
        }
    }
}

extension Visit {
    var seriesImport: SeriesImport { SeriesImport(database: database, now: now, actor: actor) }
    var seriesImportFiles: SeriesImportFiles { SeriesImportFiles(site.configuration) }
}

/// The page on which a file is chosen.
struct SeriesImportPage: Page {
    static let template = "library/series/import.html"

    var error: String?

    static let fields: [Field<SeriesImportPage>] = [
        .optionalText("error") { $0.error },
        .list("errors") { page in
            [page.error.map { FormError(href: "#field-file", message: $0) }].compactMap(\.self)
        },
        .text("limit") { _ in ByteCount.text(SeriesImport.maximumBytes) },
        .text("row_limit") { _ in Counted.number(SeriesImport.maximumRows) },
    ]
}

/// What would become of the rows of a file.
struct SeriesPlanPage: Page {
    static let template = "library/series/plan.html"

    /// How many rows of each outcome the page has.
    private static let shown = 100

    let plan: SeriesImport.Plan
    let key: SeriesImportKey
    /// The catalog has changed since the plan was shown, so that it is another one now.
    var isAnew = false

    private var groups: [SeriesPlanGroup] {
        [SeriesImport.Outcome.refused, .created, .changed, .same].compactMap { outcome in
            let rows = plan.rows.filter { $0.outcome == outcome }
            guard !rows.isEmpty else { return nil }
            return SeriesPlanGroup(
                outcome: outcome,
                count: rows.count,
                rows: Array(rows.prefix(Self.shown))
            )
        }
    }

    static let fields: [Field<SeriesPlanPage>] = [
        .text("noun") { $0.plan.noun.many },
        .text("action") { "\(SeriesImportPages.path)/\($0.key)" },
        .text("plan") { Base64URL.encode($0.plan.digest) },
        .bool("is_anew") { $0.isAnew },
        .int("wanted") { $0.plan.wantedCount },
        .optionalText("encoding_note") { $0.plan.encodingNote },
        .text("left_out") { page in
            let unnamed = page.plan.leavesOutUnnamed ? ["one without a heading"] : []
            return (page.plan.mapping.leftOut + unnamed).joined(separator: ", ")
        },
        .list("groups") { $0.groups },
    ]
}

/// The rows of a file with one outcome; the first of them.
struct SeriesPlanGroup: Record {
    let outcome: SeriesImport.Outcome
    let count: Int
    let rows: [SeriesImport.Row]

    private var title: String {
        switch outcome {
        case .created: "To be added"
        case .changed: "To be changed"
        case .same: "Unchanged"
        case .refused: "Rejected"
        }
    }

    static let fields: [Field<SeriesPlanGroup>] = [
        .text("id") { $0.outcome.rawValue },
        .text("title") { $0.title },
        .text("details_title") { $0.outcome == .refused ? "Reason" : "Details" },
        .int("count") { $0.count },
        .bool("has_more") { $0.count > $0.rows.count },
        .list("rows") { $0.rows },
    ]
}

extension SeriesImport.Row: Record {
    static let fields: [Field<SeriesImport.Row>] = [
        .int("line") { $0.line },
        .text("name") { $0.name },
        .text("details") { $0.details },
    ]
}
