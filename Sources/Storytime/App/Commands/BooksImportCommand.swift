import Glibc
import Received
import SQLite

/// `storytime books import`: the same dry run and the same import as in the browser, one after the
/// other.
struct BooksImportCommand {
    /// Rows were refused, so nothing was written.
    private struct Refused: Error, CustomStringConvertible {
        let count: Int

        var description: String {
            "\(Counted.text(count, "row", "rows")) rejected, so nothing was imported; "
                + "use --skip-refused to import the others"
        }
    }

    /// The catalog has changed since the file was checked.
    private struct Overtaken: Error, CustomStringConvertible {
        let description = "the catalog has changed meanwhile; nothing was imported, try again"
    }

    /// The file as a whole can't be read as it is.
    private struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    private let invocation: Invocation
    private let path: String
    private let isDryRun: Bool
    private let createsMissing: Bool
    private let skipsRefused: Bool
    private let leavesEmpty: Bool

    init(_ invocation: Invocation) throws {
        let files = try invocation.files(flags: [
            "dry-run", "create-missing", "skip-refused", "leave-empty",
        ])
        guard files.count == 1, let file = files.first else {
            throw UsageError("give one file to import")
        }
        self.invocation = invocation
        path = file
        isDryRun = invocation.hasFlag("dry-run")
        createsMissing = invocation.hasFlag("create-missing")
        skipsRefused = invocation.hasFlag("skip-refused")
        leavesEmpty = invocation.hasFlag("leave-empty")
    }

    func run() throws {
        if let start = try FileSource(path: path).next(),
            let complaint = FileSignature.complaint(
                about: Array(start.prefix(FileSignature.sampleBytes))
            )
        {
            throw Unreadable(description: complaint)
        }
        var first = try CSVFile(path: path)
        guard try first.next() != nil else {
            throw Unreadable(description: ImportPages.emptyTable)
        }
        let file = try CSVFile(path: path)
        // A library that isn't there remembers nothing, and is not made for a file that can't be read.
        if !Folder.exists(invocation.configuration.databasePath),
            let complaint = ImportMapping(headings: file.header.cells).complaint
        {
            throw Unreadable(description: complaint)
        }
        let database = try Command.prepareDatabase(invocation)
        let store = ImportStore(database: database, now: Int(time(nil)))
        let mapping = try ImportMatchStore(database: database, now: store.now)
            .mapping(of: file.header.cells)
        if let complaint = mapping.complaint { throw Unreadable(description: complaint) }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let subject = try store.insert(
            file,
            name: String(name.prefix(Import.maximumNameLength)),
            bytes: (try? FileSource(path: path).size) ?? 0,
            by: .commandLine
        )
        // The plan is printed here and now; nobody comes back to it.
        defer { try? store.delete(subject.id) }
        try tell(file, mapping)
        let values = ImportValueStore(database: database, subject: subject.id)
        if leavesEmpty { try values.leaveEmpty(mapping.columns.compactMap(\.self)) }
        try work(store, subject.id, "Checked")
        let checked = try store.find(subject.id)
        if let note = checked.encodingNote { Console.error(note) }
        for left in try values.leftEmpty() {
            let rows = Counted.text(left.rowCount, "row", "rows")
            Console.error(
                "Cells of \(left.column.rawValue) that can’t be read, left empty: \(rows)"
            )
        }
        try tellRefused(store, checked)
        Console.print(Self.summary(of: checked, isDone: false))
        let refused = checked.counts[.refused]
        guard refused == 0 || skipsRefused else { throw Refused(count: refused) }
        guard !isDryRun else { return }
        try store.move(subject.id, from: [.checked], to: .importing)
        try work(store, subject.id, "Written")
        guard try store.find(subject.id).state == .done else { throw Overtaken() }
        Console.print(Self.summary(of: checked, isDone: true))
    }

    // MARK: Parts

    private func work(_ store: ImportStore, _ id: ID<Import>, _ label: String) throws {
        var told = 0
        try store.move(id, from: [.mapping], to: .checking)
        let work = ImportWork(
            database: store.database,
            now: store.now,
            path: path,
            createsMissing: createsMissing
        ) { percent in
            guard percent >= told + 10 else { return }
            told = percent
            Console.error("\(label): \(percent)%")
        }
        try work.run(id)
    }

    /// Prints how the file is understood.
    private func tell(_ file: CSVFile, _ mapping: ImportMapping) throws {
        Console.error("\(path): \(file.encoding.title), separated by \(file.delimiter.name)")
        let ignored = IgnoredColumn.all(file.header.cells, mapping)
        let unnamed = ignored.filter { $0.reason == .unnamed }.map(\.index)
        var rows = try CSVFile(path: path)
        let samples = ImportSamples(&rows, searching: unnamed, rowLimit: Import.maximumRows)
        for sentence in IgnoredColumn.sentences(ignored, empty: samples.empty) {
            Console.error(sentence)
        }
        if let garbled = file.garbled {
            Console.error("“\(garbled.found)” looks garbled; should it be “\(garbled.meant)”?")
        }
    }

    /// Each refused row with its reasons.
    private func tellRefused(_ store: ImportStore, _ subject: Import) throws {
        var number = 0
        while number < subject.counts[.refused] {
            let rows = try store.rows(of: subject.id, .refused, after: number, limit: 500)
            guard !rows.isEmpty else { return }
            number += rows.count
            for row in rows {
                for problem in row.problems { Console.error(problem.sentence(line: row.line)) }
            }
        }
    }

    private static func summary(of subject: Import, isDone: Bool) -> String {
        let books = { Counted.text(subject.counts[$0], "book", "books") }
        let done =
            isDone
            ? "Added \(books(.created)), changed \(books(.changed))"
            : "To add: \(books(.created)); to change: \(books(.changed))"
        return done
            + "; \(Counted.text(subject.counts[.same], "row", "rows")) unchanged, "
            + "\(Counted.text(subject.counts[.refused], "row", "rows")) rejected."
    }
}
