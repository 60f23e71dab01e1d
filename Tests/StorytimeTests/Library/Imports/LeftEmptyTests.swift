import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Cells that can’t be read, left empty")
struct LeftEmptyTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private static let text = """
        Titel,ISBN,ISBN13,Jahr,Seiten,Reihe,Nr
        A,1,,ca. 1980,24,Owls,2
        B,0306406152,,2011,many,,3
        C,,9.78E+12,x,,,
        ,,1,,,,

        """

    /// Presses the button that leaves the cells of a column empty, or rejects their rows.
    private func press(_ name: String, _ column: String, of subject: Import) throws -> Import {
        let form = try #require(
            try console.get(subject.href).markup.forms.first { form in
                form.action.hasSuffix("/empty")
                    && form.fields.contains { $0.name == name && $0.value == column }
            },
            "no button \(name) for \(column)"
        )
        try console.post(form.action, [(name, column)])
        try console.work()
        return try console.imports.find(subject.id)
    }

    @Test("A bad value costs its row until somebody has it left empty, column by column")
    func leaves() throws {
        var subject = try console.check(Self.text)
        #expect(subject.counts[.refused] == 4)
        for column in ["isbn", "year", "page_count", "series_number"] {
            subject = try press("empty", column, of: subject)
            #expect(subject.state == .checked)
        }
        // What can’t do without a title stays rejected.
        #expect(try console.rows(subject, .created).map(\.title) == ["A", "B", "C"])
        #expect(
            try console.rows(subject, .refused).map { $0.problems.map(\.sentence) }
                == [["Titel: A new book needs a title."]]
        )
        let page = try console.get(subject.href)
        #expect(page.contains("can’t be read in 3"))
        try console.confirm(subject)
        let rows = try console.downloadRows("/admin/books.csv?sort=added")
        #expect(rows.map { $0["isbn"] } == ["", "9780306406157", ""])
        #expect(rows.map { $0["year"] } == ["", "2011", ""])
        #expect(rows.map { $0["page_count"] } == ["24", "", ""])
        #expect(rows.map { $0["series_number"] } == ["2", "", ""])
        let done = try console.get(subject.href)
        #expect(done.contains("couldn’t be read in 3"))
        #expect(!done.markup.forms.contains { $0.action.hasSuffix("/empty") })
    }

    @Test("Their rows can be rejected again, and the next file says it anew")
    func rejects() throws {
        var subject = try console.check(Self.text)
        subject = try press("empty", "year", of: subject)
        #expect(try console.rows(subject, .refused).first?.problems.map(\.column) == ["ISBN"])
        subject = try press("reject", "year", of: subject)
        #expect(
            try console.rows(subject, .refused).first?.problems.map(\.column) == ["Jahr", "ISBN"]
        )
        _ = try press("empty", "year", of: subject)
        #expect(try console.check(Self.text).counts[.refused] == 4)
    }

    @Test("A book keeps what it has where a cell is left empty, its uploaded cover too")
    func keeps() throws {
        let book = try console.addBook("A", by: "B")
        try console.database.execute(
            "UPDATE books SET year = 1999, isbn = '9780306406157' WHERE id = \(book.id.value)"
        )
        var subject = try console.check("title,author,isbn,year,narrator\nA,B,1,x,Ida\n")
        subject = try press("empty", "isbn", of: subject)
        subject = try press("empty", "year", of: subject)
        let changed = try #require(try console.rows(subject, .changed).first)
        #expect(changed.changes.map(\.field) == ["narrator"])
        try console.confirm(subject)
        let row = try #require(try console.downloadRows("/admin/books.csv").first)
        #expect(row["year"] == "1999" && row["isbn"] == "9780306406157" && row["narrator"] == "Ida")
    }

    @Test("Only columns that a book can do without have the choice")
    func columns() throws {
        let subject = try console.check("title,age_min,language\n\u{7}x,x,y\n")
        #expect(subject.counts[.refused] == 1)
        #expect(
            !(try console.get(subject.href)).markup.forms.contains { $0.action.hasSuffix("/empty") }
        )
        for column in ["title", "age_min", "x", ""] {
            try console.post("\(subject.href)/empty", [("empty", column)])
            #expect(try console.imports.find(subject.id).state == .checked)
        }
    }
}
