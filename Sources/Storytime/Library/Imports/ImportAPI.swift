import HTTP
import Server

/// Imports by programs: the first request plans what would become of each row, and the second
/// confirms the plan.
enum ImportAPI {
    static let path = "/api/v1/imports"

    private static let operation = Operations(
        .exchange,
        for: .admin,
        reads: .readCatalog,
        writes: .writeCatalog
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/imports",
            "listImports",
            "List the imports",
            "Returns the imports of the last \(Import.keptDays) days, newest first.",
            index
        ),
        operation(
            .post,
            "/api/v1/imports",
            "createImport",
            "Upload a file with books",
            "Accepts a CSV file and checks it in the background; nothing has been changed yet. "
                + "The first row has the column names, one of which must be the title: "
                + ImportColumn.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                + ". Separate several categories in one cell with `|`. Up to "
                + "\(Import.maximumBytes / 1_000_000) MB and "
                + "\(Counted.number(Import.maximumRows)) rows. Headings and values that admins "
                + "matched in the console are matched the same way.",
            lane: .slow,
            bodyLimit: .upload(Import.maximumBytes),
            create
        ),
        operation(
            .get,
            "/api/v1/imports/{import_id}",
            "showImport",
            "Get an import",
            "Returns the progress of an import and, once `state` is `checked`, what it would "
                + "do: how many books it would add and change, which categories and publishers "
                + "it would create, and which rows it rejects.",
            show
        ),
        operation(
            .post,
            "/api/v1/imports/{import_id}/run",
            "runImport",
            "Run an import",
            "Carries out the plan of an import, in one transaction and in the background. If by "
                + "now the result for a row would be different, nothing is done, and the import "
                + "waits again with a new plan.",
            refuses: [.conflict],
            run
        ),
        operation(
            .delete,
            "/api/v1/imports/{import_id}",
            "deleteImport",
            "Delete an import",
            "Deletes a file and its plan. Imported books stay.",
            delete
        ),
    ]

    static func index(_ visit: Visit, _ sent: Sent<PageQuery>) throws -> ListPage<ImportAnswer> {
        let page = try sent.read()
        let imports = try visit.imports.list(limit: page.perPage, offset: page.offset)
        return ListPage(
            records: try imports.map { try visit.answer($0) },
            query: page,
            total: try visit.imports.count()
        )
    }

    static func show(_ visit: Visit, _ id: ID<Import>) throws -> Details<ImportAnswer> {
        Details(record: try visit.answer(try visit.imports.find(id)))
    }

    static func create(_ visit: Visit, _ sent: Sent<SentFile<BookFile>>) throws
        -> Created<ImportAnswer>
    {
        let sent = try sent.read()
        guard sent.upload.size > 0 else { throw APIFailure.badFile("The file is empty.") }
        if let complaint = try UploadedFile.complaint(about: sent.upload) {
            throw APIFailure.badFile(complaint)
        }
        do {
            var file = try CSVFile(UploadSource(sent.upload))
            let mapping = try visit.importMatches.mapping(of: file.header.cells)
            if let complaint = mapping.complaint { throw APIFailure.badFile(complaint) }
            // Keeping the upload reads it from its beginning.
            guard try file.next() != nil else { throw APIFailure.badFile(ImportPages.emptyTable) }
            let subject = try visit.bring(file, sent.upload, named: sent.query.name)
            try visit.lookThrough(
                subject,
                with: mapping,
                leavingEmpty: sent.query.unreadable == .empty
            )
            return Created(
                record: try visit.answer(try visit.imports.find(subject.id)),
                location: "\(path)/\(subject.id)"
            )
        } catch let error as CSVError {
            throw APIFailure.badFile("\(error)")
        }
    }

    static func run(_ visit: Visit, _ sent: Sent<ImportWord>, _ id: ID<Import>) throws
        -> Accepted<ImportAnswer>
    {
        let subject = try visit.imports.find(id)
        let word = try sent.read()
        guard subject.state == .checked else {
            throw Failure.conflict("The import can’t be run: its state is \(subject.state).")
        }
        // Somebody else may have planned it again since.
        guard let digest = subject.digest, word.plan == Base64URL.encode(digest) else {
            throw Failure.conflict("The plan has changed. Check it, then send its new name.")
        }
        guard subject.wantedCount > 0 else {
            throw Failure.conflict("Nothing would be changed.")
        }
        var names = try visit.imports.newNames(of: id)
        for index in names.indices { names[index].isWanted = word.createsMissing }
        try visit.carryOut(subject, with: names)
        return Accepted(
            record: try visit.answer(try visit.imports.find(id)),
            location: "\(path)/\(id)"
        )
    }

    static func delete(_ visit: Visit, _ id: ID<Import>) throws -> NoContent {
        try visit.forget(try visit.imports.find(id))
        return NoContent()
    }
}

/// A file of books, as a program sends it.
struct BookFile: SentFileKind {
    /// What is done with cells that can’t be read, of columns that a book can do without.
    enum Unreadable: String, CaseIterable {
        case reject, empty
    }

    let name: String
    let unreadable: Unreadable

    static let contentType = "text/csv"

    static func takes(_ type: String) -> Bool { type == contentType }

    init?(_ query: inout QueryFields) {
        let name = query.text("name", upTo: Import.maximumNameLength)
        self.name = UploadedFile.shownName(name ?? "", or: "books.csv")
        unreadable = query.choice("unreadable", Unreadable.self, else: .reject) ?? .reject
    }

    static let meanings = [
        "name": "The file’s name, for display.",
        "unreadable":
            "Whether to `reject` rows with cells that can’t be read, or to leave such cells `empty` in "
            + "columns a book can do without: \(emptiable).",
    ]

    private static let emptiable: String = ImportColumn.allCases.filter(\.canBeLeftEmpty)
        .map { "`\($0.rawValue)`" }.joined(separator: ", ")
}

/// The confirmation of a plan.
struct ImportWord: JSONContent {
    let plan: String
    let createsMissing: Bool

    init?(_ fields: inout JSONFields) {
        let plan = fields.token("plan", 1...100)
        createsMissing = fields.bool("create_missing", .optional) ?? true
        guard let plan else { return nil }
        self.plan = plan
    }

    static let meanings = [
        "plan": "The `plan` of the import, so that exactly what you checked is done.",
        "create_missing":
            "Whether to create categories and publishers the catalog doesn’t have; by default "
            + "true. Otherwise, books are imported without them.",
    ]

    static let example = #"{"plan": "AQID"}"#
}
