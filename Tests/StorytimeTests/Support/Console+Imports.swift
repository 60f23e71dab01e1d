import Markup
import HTTP
import Server
import Testing

@testable import Storytime

/// Files of books, brought as a browser brings them.
extension Console {
    var imports: ImportStore { ImportStore(database: database, now: time.now) }

    /// A file that somebody brought, and nobody has looked at yet.
    @discardableResult
    func addImport(_ text: String) throws -> Import {
        try Program.makeDataFolders(site.configuration)
        let file = try CSVFile(bytes: Array(text.utf8))
        let subject = try imports.insert(
            file,
            name: "books.csv",
            bytes: text.utf8.count,
            by: .commandLine
        )
        let path = ImportFiles(site.configuration).path(of: subject.id)
        try DurableFile.write(Array(text.utf8), to: path)
        return subject
    }

    /// Something that is remembered for the files to come.
    func addImportMatch() throws {
        try ImportMatchStore(database: database, now: time.now)
            .remember(.use("active"), for: "lieferbar", in: .status, by: .commandLine)
    }

    /// Imports in every state in which a page waits for somebody.
    func addImports() throws {
        try addImportMatch()
        try addImport("title\nWaits\n")
        for (text, end) in [
            ("title,status,categories,year\nNew,,Owls,\nBad,x,,ca. 1980\n", Import.State.checked),
            ("title\nDone\n", .done), ("title\n\"broken\n", .failed),
        ] {
            let id = try addImport(text).id
            let path = ImportFiles(site.configuration).path(of: id)
            try imports.move(id, from: [.mapping], to: .checking)
            let work = ImportWork(database: database, now: time.now, path: path)
            guard end != .failed else {
                try imports.fail(id, "Line 2: the quote (\") is never closed.")
                continue
            }
            try work.run(id)
            guard end == .done else { continue }
            try imports.move(id, from: [.checked], to: .importing)
            try work.run(id)
        }
    }

    /// Uploads a file; the import that it became.
    func bring(
        _ content: [UInt8],
        name: String = "books.csv",
        isSpooled: Bool = false
    ) throws -> Import {
        try Program.makeDataFolders(site.configuration)
        let answer = try postFile(
            "/admin/imports",
            [],
            file: (field: "file", name: name, content: content),
            isSpooled: isSpooled
        )
        let id = try #require(answer.location?.split(separator: "/").last, "\(answer.text)")
        return try imports.find(try #require(ID(pathSegment: id)))
    }

    func bring(_ text: String, name: String = "books.csv") throws -> Import {
        try bring(Array(text.utf8), name: name)
    }

    /// Does what waits in the background.
    func work() throws {
        let workers = try [JobLane.short, .outgoing].map { try JobWorker(site: site, lane: $0) }
        while workers.contains(where: { $0.doNext(database) }) {}
    }

    /// Uploads a file and has it looked through with the columns that were recognised.
    @discardableResult
    func check(_ text: String, name: String = "books.csv") throws -> Import {
        try look(try bring(text, name: name))
    }

    func look(_ subject: Import, _ columns: [(String, String)] = []) throws -> Import {
        try post("\(subject.href)/columns", columns + [("act", "check")])
        try work()
        return try imports.find(subject.id)
    }

    /// Says yes to what is shown, with all names that stay ticked.
    @discardableResult
    func confirm(_ subject: Import, without names: Set<String> = []) throws -> Import {
        let page = try get(subject.href)
        let form = try #require(page.markup.forms.first { $0.action.hasSuffix("/confirm") })
        let unticked = try imports.newNames(of: subject.id)
            .filter { names.contains($0.name) }.map(\.token)
        let fields = form.fields.filter { !unticked.contains($0.value) }
        try post(form.action, fields.map { ($0.name, $0.value) })
        try work()
        return try imports.find(subject.id)
    }

    /// Says what values stand for, as the page's form sends it: those that are named as said here, the
    /// others as they are preselected.
    func match(
        _ subject: Import,
        _ choices: [String: String] = [:],
        column: ImportColumn? = nil
    ) throws -> Import {
        let query = column.map { "?column=\($0.rawValue)" } ?? ""
        let page = try get("\(subject.href)/values\(query)")
        let form = try #require(page.markup.forms.first { $0.action.hasSuffix("/values") })
        let store = ImportValueStore(database: database, subject: subject.id)
        let values = try ImportColumn.matched.flatMap { try store.list($0, limit: 1000) }
        let named = Dictionary(
            uniqueKeysWithValues: values.compactMap { value in
                choices[value.text].map { ("choice_\(value.id)", $0) }
            }
        )
        try post(form.action, form.fields.map { ($0.name, named[$0.name] ?? $0.value) })
        try work()
        return try imports.find(subject.id)
    }

    /// Presses the button that takes an import back.
    @discardableResult
    func undo(_ subject: Import) throws -> Answer {
        let form = try #require(
            try get(subject.href).markup.forms.first { $0.action.hasSuffix("/undo") }
        )
        return try post(form.action, form.fields.map { ($0.name, $0.value) })
    }

    /// What would become of the rows of one outcome.
    func rows(_ subject: Import, _ outcome: PlannedRow.Outcome) throws -> [ImportRow] {
        try imports.rows(of: subject.id, outcome, after: 0, limit: 1000)
    }

    /// Why rows are refused, as the command line says it.
    func refusals(_ text: String) throws -> [String] {
        try rows(try check(text), .refused).flatMap { row in
            row.problems.map { $0.sentence(line: row.line) }
        }
    }
}
