import HTTP
import Quill
import SQLite
import Server

/// The pages on which admins bring books in from a file: choose it, say what its columns are, look at
/// what would become of each row, let it happen.
enum ImportPages {
    static let path = "/admin/imports"

    /// Pages read the file's beginning, so none is answered by a loop.
    static let routes = [
        get("/admin/imports", index),
        post("/admin/imports", bodyLimit: .upload(Import.maximumBytes), create),
        get("/admin/imports/{id}", lane: .worker, show)
            .reading("import", removedBy: "delete"),
        get("/admin/imports/{id}/refused.csv", lane: .slow, scripts: .readCatalog, refused),
        post("/admin/imports/{id}/columns", setColumns),
        post("/admin/imports/{id}/back", goBack),
        post("/admin/imports/{id}/empty", leaveEmpty),
        post("/admin/imports/{id}/confirm", confirm),
        post("/admin/imports/{id}/delete", delete),
    ]

    /// If there are more reasons, the page says so.
    private static let shownReasons = 50

    /// Somebody imports a few files a week; they are kept for one.
    private static let listLimit = 50

    static func index(_ visit: Visit) throws -> Response {
        try visit.page(try indexPage(visit))
    }

    private static func indexPage(_ visit: Visit, error: String? = nil) throws -> ImportIndexPage {
        let imports = try visit.imports.list(limit: listLimit)
        return ImportIndexPage(
            rows: imports.map { ImportListRow(subject: $0, times: visit.times, now: visit.now) },
            matchCount: try visit.importMatches.count(),
            error: error
        )
    }

    static func create(_ visit: Visit) throws -> Response {
        let again = { (error: String) in
            try visit.page(try indexPage(visit, error: error), status: visit.formStatus)
        }
        guard let upload = try visit.upload("file"), upload.size > 0 else {
            return try again("Choose a file that is not empty.")
        }
        do {
            if let complaint = try UploadedFile.complaint(about: upload) {
                return try again(complaint)
            }
            var file = try CSVFile(UploadSource(upload))
            // Keeping the upload reads it from its beginning.
            guard try file.next() != nil else { return try again(emptyTable) }
            let subject = try visit.bring(file, upload, named: UploadedFile.name(of: upload))
            return try visit.redirect(to: subject.href)
        } catch let error as CSVError {
            return try again("\(error)")
        }
    }

    static let emptyTable =
        "This file has a single line. The first line must have the names of the columns, and each "
        + "line after it a book."

    static func show(_ visit: Visit, _ id: ID<Import>) throws -> Response {
        try show(visit, try visit.imports.find(id))
    }

    private static func show(_ visit: Visit, _ subject: Import, status: Status = 200) throws
        -> Response
    {
        switch subject.state {
        case .mapping:
            let form = try columnsForm(visit, subject)
            return try visit.page(ImportColumnsPage(subject: subject, form: form))
        case .checking, .importing:
            let percent = visit.site.shared[ImportProgress.self].percent(of: subject.id)
            return try visit.page(ImportWorkingPage(subject: subject, percent: percent))
        case .checked, .done:
            return try visit.page(try planPage(visit, subject), status: status)
        case .failed:
            return try visit.page(ImportFailedPage(subject: subject))
        }
    }

    // MARK: Columns

    /// Reads the file in another way, or looks it through with these columns.
    static func setColumns(_ visit: Visit, _ id: ID<Import>) throws -> Response {
        let fields = try visit.fields()
        let subject = try visit.imports.find(id)
        guard subject.state == .mapping else { return try visit.redirect(to: subject.href) }
        let path = visit.importFiles.path(of: id)
        var form = try columnsForm(visit, subject, fields)
        if fields.text("act") == "read" {
            let (encoding, delimiter) = form.format
            do {
                let file = try CSVFile(path: path, encoding: encoding, delimiter: delimiter)
                try visit.imports.setFormat(of: id, file)
                return try visit.redirect(to: subject.href)
            } catch let error as CSVError {
                form.reject("\(error)")
            }
        }
        if let complaint = form.mapping.complaint, !form.isRejected { form.reject(complaint) }
        guard !form.isRejected, !visit.isResumed else {
            return try visit.page(
                ImportColumnsPage(subject: subject, form: form),
                status: visit.formStatus
            )
        }
        try visit.lookThrough(subject, with: form.mapping, isRemembered: true)
        return try visit.redirect(to: subject.href)
    }

    private static func columnsForm(
        _ visit: Visit,
        _ subject: Import,
        _ fields: Fields? = nil
    ) throws -> ImportColumnsForm {
        let known = try visit.importMatches.headings(subject.headings)
        var notes: [Int: String] = [:]
        for (index, heading) in subject.headings.enumerated() {
            // Where the headings alone made sense, what was said of them was not used.
            guard let match = known[ImportColumn.key(heading)],
                match.column == subject.mapping.columns[index]
            else { continue }
            let day = visit.times.day(match.at)
            notes[index] =
                match.column.map { "Matched to “\($0.label)” on \(day)" } ?? "Left out on \(day)"
        }
        return try ImportColumnsForm(
            subject,
            path: visit.importFiles.path(of: subject.id),
            notes: notes,
            fields
        )
    }

    static func goBack(_ visit: Visit, _ id: ID<Import>) throws -> Response {
        let subject = try visit.imports.find(id)
        try visit.imports.move(id, from: [.checked, .failed], to: .mapping)
        return try visit.redirect(to: subject.href)
    }

    // MARK: The plan

    /// Leaves cells of a column that can’t be read empty, or rejects their rows again.
    static func leaveEmpty(_ visit: Visit, _ id: ID<Import>) throws -> Response {
        let fields = try visit.fields()
        let subject = try visit.imports.find(id)
        let name = fields.text("empty") ?? fields.text("reject")
        if let column = name.flatMap(ImportColumn.init(rawValue:)), column.canBeLeftEmpty,
            !visit.isResumed
        {
            try visit.leaveEmpty(column, fields.isOn("empty"), of: subject)
        }
        return try visit.redirect(to: subject.href)
    }

    static func confirm(_ visit: Visit, _ id: ID<Import>) throws -> Response {
        let fields = try visit.fields()
        let subject = try visit.imports.find(id)
        guard subject.state == .checked, !visit.isResumed else {
            return try visit.redirect(to: subject.href)
        }
        // Somebody else may have planned it again since this page was shown.
        guard let digest = subject.digest, fields.text("plan") == Base64URL.encode(digest) else {
            return try show(visit, subject, status: fields.isOn("plan") ? 409 : 422)
        }
        guard subject.wantedCount > 0 else { return try visit.redirect(to: subject.href) }
        let wanted = Set(fields.all("names"))
        var names = try visit.imports.newNames(of: id)
        for index in names.indices { names[index].isWanted = wanted.contains(names[index].token) }
        try visit.carryOut(subject, with: names)
        return try visit.redirect(to: subject.href)
    }

    /// Removes the file and its plan. The imported books stay, and the import can still be undone.
    static func delete(_ visit: Visit, _ id: ID<Import>) throws -> Response {
        let subject = try visit.imports.find(id)
        try visit.forget(subject)
        let what =
            subject.state == .done ? "removed from this list" : "discarded. Nothing was changed"
        return try visit.redirect(
            to: path,
            notice: Flash(.good, "The import of “\(subject.fileName)” was \(what).")
        )
    }

    static func refused(_ visit: Visit, _ id: ID<Import>) throws -> Response {
        let subject = try visit.imports.find(id)
        let query = try visit.query()
        let isAsked = query.isOn("bom") || query.isOn("delimiter")
        return try visit.csv(
            RefusedExport(subject),
            named: RefusedExport.fileName(subject),
            in: isAsked ? nil : subject.form
        )
    }

    private static func planPage(_ visit: Visit, _ subject: Import) throws -> ImportPlanPage {
        let query = try visit.query()
        // Before the import, what needs a decision comes first; after it, what was done.
        let order: [PlannedRow.Outcome] =
            subject.state == .done
            ? [.created, .changed, .refused, .same] : [.refused, .changed, .created, .same]
        let shown =
            query.text("show").flatMap(PlannedRow.Outcome.init(rawValue:))
            ?? order.first { subject.counts[$0] > 0 } ?? .created
        let number = shown == .refused ? query.number("reason") : nil
        let reason = try number.flatMap { number in
            try visit.imports.reason(number, of: subject.id)
        }
        let pagination = Pagination(
            page: query.number("page") ?? 1,
            perPage: shown == .changed ? ImportPlanPage.changedPerPage : ImportPlanPage.perPage,
            total: reason?.rowCount ?? subject.counts[shown]
        )
        let rows =
            try reason.map {
                try visit.imports.rows(
                    of: subject.id,
                    reason: $0.number,
                    after: pagination.offset,
                    limit: pagination.perPage
                )
            }
            ?? visit.imports.rows(
                of: subject.id,
                shown,
                after: pagination.offset,
                limit: pagination.perPage
            )
        let values = ImportValueStore(database: visit.database, subject: subject.id)
        return ImportPlanPage(
            subject: subject,
            shown: shown,
            rows: rows,
            reasons: shown == .refused
                ? try visit.imports.reasons(of: subject.id, limit: shownReasons) : [],
            reason: reason,
            values: subject.state == .checked ? try values.counts() : [],
            leftEmpty: try values.leftEmpty(),
            samples: try samples(visit, subject),
            names: try visit.imports.newNames(of: subject.id),
            batch: subject.batch.flatMap { try? visit.batches.find($0) },
            pagination: pagination,
            now: visit.now
        )
    }
}

extension ImportPages {
    /// The first cells of the columns that are left out; nil if there are none, or no file any more.
    private static func samples(_ visit: Visit, _ subject: Import) throws -> ImportSamples? {
        let leftOut = subject.leftOut
        guard subject.state == .checked, !leftOut.isEmpty else { return nil }
        var file = try CSVFile(
            path: visit.importFiles.path(of: subject.id),
            encoding: subject.encoding,
            delimiter: subject.delimiter
        )
        return ImportSamples(
            &file,
            searching: leftOut.filter { $0.reason == .unnamed }.map(\.index)
        )
    }
}

extension Import {
    var href: String { "\(ImportPages.path)/\(id)" }
}
