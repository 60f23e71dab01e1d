import SQLite
import Testing

@testable import Storytime

@Suite("What would become of the rows of a file")
struct ImportPlanTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func counts(_ text: String) throws -> [Int] {
        let subject = try console.check(text)
        return PlannedRow.Outcome.allCases.map { subject.counts[$0] }
    }

    @Test("A row is about the book with its id, or with its title and author, or about a new one")
    func matching() throws {
        try console.addBook("Été", by: "Ada")
        try console.addBook("Straße", by: "")
        #expect(try counts("id,title\n1,Winter\n") == [0, 1, 0, 0])
        #expect(
            try counts("title,author,status\nETE,áda,active\nstrasse,,active\n") == [0, 2, 0, 0]
        )
        #expect(try counts("title,author\nÉté,Ada\n") == [0, 0, 1, 0])
        #expect(try counts("title,author\nete,Ada\n") == [0, 1, 0, 0])
        #expect(try counts("title,author\nÉté,Somebody else\nÉté,\n") == [2, 0, 0, 0])
        // Where the file has no authors, the title alone says it.
        #expect(try counts("title,status\nété,active\n") == [0, 1, 0, 0])
    }

    @Test("An import that is removed while it is checked is simply gone")
    func removedMeanwhile() throws {
        let rows = (0...2 * ImportPlan.rowsPerTransaction).map { "Book \($0)\n" }
        let subject = try console.addImport("title\n" + rows.joined())
        try console.imports.move(subject.id, from: [.mapping], to: .checking)
        let path = ImportFiles(console.site.configuration).path(of: subject.id)
        var work = ImportWork(database: console.database, now: console.time.now, path: path)
        work.beat = { _ in try console.imports.delete(subject.id) }
        #expect(throws: Failure.notFound) { try work.run(subject.id) }
    }

    @Test("An empty cell leaves the book as it is, a cell of spaces too")
    func emptyCells() throws {
        _ = try console.books.insert(
            .init(
                title: "A",
                author: "B",
                description: "C",
                ages: AgeRange(minimum: 2, maximum: 5),
                language: "en",
                status: .active
            ),
            by: .commandLine
        )
        let empty = "id,title,author,description,age_min,age_max,language,categories,status\n"
        #expect(try counts(empty + "1,,,,,,,,\n") == [0, 0, 1, 0])
        #expect(try counts(empty + "1, ,\u{A0},,  ,,, | ,\n") == [0, 0, 1, 0])
    }

    @Test("What would change is said with both sides, field by field")
    func changes() throws {
        let publisher = try console.addPublisher("Alder")
        _ = try console.books.insert(
            .init(
                title: "A",
                author: "B",
                ages: AgeRange(minimum: 2, maximum: 5),
                publisher: publisher.id,
                categories: [try console.category("adventure").id]
            ),
            by: .commandLine
        )
        let subject = try console.check(
            """
            id,title,author,publisher,age_max,language,categories,status,cover_url
            1,a,B,BIRCH,7,EN-gb,bedtime stories|Owls,Active,https://x.test/a.jpg
            """
        )
        let row = try #require(try console.rows(subject, .changed).first)
        #expect(row.title == "A" && row.author == "B" && row.line == 2)
        #expect(
            row.changes == [
                Change("title", "A", "a"), Change("publisher", "Alder", "BIRCH"),
                Change("age_max", "5", "7"), Change("language", nil, "en-GB"),
                Change("categories", "Adventure", "Bedtime Stories, Owls"),
                Change("status", "draft", "active"),
                Change("cover_url", nil, "https://x.test/a.jpg"),
            ]
        )
        let names = try console.imports.newNames(of: subject.id).map {
            [$0.kind.rawValue, $0.name]
        }
        #expect(names == [["category", "Owls"], ["publisher", "BIRCH"]])
    }

    @Test("Names that differ in case and accents alone are one, in the first spelling of the file")
    func names() throws {
        let subject = try console.check(
            "title,categories,publisher\nA,Été|ADVENTURE,\nB,ete|été,New\nC,,NEW\n"
        )
        let names = try console.imports.newNames(of: subject.id)
        #expect(names.map(\.name) == ["Été", "New"])
        #expect(names.map(\.rowCount) == [2, 2])
    }

    @Test(
        "A cell is refused for the reason that the form would give, by its line and its column",
        arguments: [
            ("Titel\n\"\(String(repeating: "x", count: 201))\"", "Titel: Title: use 200 "),
            ("title,Alter von\nA,19", "Alter von: “19” isn’t a whole number from 0 to 18."),
            ("title,age_min\nA,3.5", "age_min: “3.5” isn’t a whole number from 0 to 18."),
            ("title,age_min,age_max\nA,5,3", "age_max: The oldest age can’t be below the youngest"),
            (
                "title,language\nA,englishish",
                "language: We don’t know the language “englishish”. Use its name, like German,"
            ),
            (
                "title,page_count\nA,thirty",
                "page_count: “thirty” isn’t a whole number from 1 to 9999."
            ),
            (
                "title,status\nA,secret",
                "status: “secret” isn’t a status. Use draft, active or archived."
            ),
            ("title,categories\nA,B\u{7}C", "categories: A category’s name contains a control"),
            ("title,publisher\nA,\u{202E}x", "publisher: The publisher’s name contains an"),
            ("title,cover_url\nA,http://x.test", "cover_url: Enter a full address like https://"),
            ("title,cover_url\nA,https://x y", "cover_url: Enter a full address like https://"),
            ("title,author\n,Ada", "title: A new book needs a title."),
            ("id,title\n0,A", "id: “0” isn’t a whole number from 1 upward."),
            ("id,title\n77,A", "id: No book has the id 77."),
            ("title\nA,b", "The row has 2 cells, but there are 1 column."),
        ]
    )
    func refusals(text: String, reason: String) throws {
        let found = try console.refusals(text + "\n")
        #expect(found.count == 1)
        let separator = reason.hasPrefix("The row") ? ": " : ", "
        #expect(found.first?.hasPrefix("Line 2\(separator)\(reason)") == true, "\(found)")
    }

    @Test("Every problem of a row is said, not only the first")
    func allProblems() throws {
        let found = try console.refusals("title,age_min,language\nA,x,1\n")
        #expect(found.count == 2)
        let publisher = try console.addPublisher("Alder")
        _ = try console.books.insert(
            .init(title: "B", author: "", publisher: publisher.id),
            by: .commandLine
        )
        #expect(
            try console.refusals(
                "title,age_min,age_max,series_number,status\nB,,,,\nB,5,3,2,x\n,9,1,,\n"
            ) == [
                "Line 3, status: “x” isn’t a status. Use draft, active or archived.",
                "Line 3: Line 2 already has the same book.",
                "Line 3, age_max: The oldest age can’t be below the youngest (5).",
                "Line 3, series_number: Give the series, too, or leave out the number.",
                "Line 4, title: A new book needs a title.",
                "Line 4, age_max: The oldest age can’t be below the youngest (9).",
            ]
        )
    }

    @Test("A row that is refused doesn't stand in the way of a mended copy of it")
    func mendedCopy() throws {
        let subject = try console.check("title,age_min\nA,x\nA,3\nA,4\n")
        #expect(try console.rows(subject, .created).map(\.line) == [3])
        #expect(
            try console.rows(subject, .refused).last?.problems.map(\.reason) == [
                "Line 3 already has the same book."
            ]
        )
    }

    @Test("Ages are checked against those that the book keeps")
    func agesOfTheBook() throws {
        _ = try console.books.insert(
            .init(title: "A", author: "", ages: AgeRange(minimum: 6, maximum: 9)),
            by: .commandLine
        )
        let found = try console.refusals("id,age_max\n1,5\n")
        #expect(
            found == ["Line 2, age_max: The oldest age can’t be below the youngest (6)."]
        )
        #expect(try counts("id,age_min,age_max\n1,2,5\n") == [0, 1, 0, 0])
    }

    @Test("Twins can't be told apart but by their ids, and a book in the bin is not changed")
    func twinsAndBin() throws {
        try console.addBook("A", by: "B")
        try console.addBook("a", by: "b")
        #expect(
            try console.refusals("title,author\nA,B\n").first?.contains("Use the id") == true
        )
        #expect(try counts("id,title,author,status\n2,A,B,active\n") == [0, 1, 0, 0])
        try console.database.execute(
            "UPDATE books SET deleted_at = 1, deleted_by = 'Ada' WHERE id = 2"
        )
        #expect(try console.refusals("id,title\n2,C\n").first?.contains("is in the bin") == true)
        // The other one is no twin any more.
        #expect(try counts("title,author\na,b\n") == [0, 1, 0, 0])
    }

    @Test("A second row about the same book is refused, by id or by name, there or new")
    func twice() throws {
        try console.addBook("A", by: "B")
        let found = try console.refusals("id,title,author\n1,C,\n,a,b\n,New,X\n,NEW,x\n")
        #expect(
            found == [
                "Line 3: Line 2 already has the same book.",
                "Line 5: Line 4 already has the same book.",
            ]
        )
    }

    @Test("Where names may not be created, their rows are refused")
    func withoutNewNames() throws {
        let subject = try console.bring("title,categories\nA,Owls\nB,Adventure\n")
        let path = ImportFiles(console.site.configuration).path(of: subject.id)
        try console.imports.move(subject.id, from: [.mapping], to: .checking)
        var work = ImportWork(database: console.database, now: 1, path: path)
        work.createsMissing = false
        try work.run(subject.id)
        let rows = try console.rows(try console.imports.find(subject.id), .refused)
        #expect(rows.first?.problems.first?.reason.contains("“Owls” doesn’t exist.") == true)
        #expect(rows.count == 1)
    }

    @Test("A column of texts that is taken for names is noticed")
    func tooManyNames() throws {
        let lines = (1...ImportNames.maximumNew + 1).map { "Book \($0),Shelf \($0)\n" }.joined()
        let found = try console.refusals("title,categories\n" + lines)
        #expect(found.count == 1)
        #expect(found.first?.contains("more than 500 new categories") == true)
    }

    @Test("Lines are those of the file, whatever a cell holds")
    func lines() throws {
        let found = try console.refusals(
            "title,description,status\r\n\"A\r\nB\",\"x\ny\",\r\n,,x\r\n"
        )
        #expect(
            found == [
                "Line 2, title: Title contains a control character or a line break. Remove it.",
                "Line 5, status: “x” isn’t a status. Use draft, active or archived.",
                "Line 5, title: A new book needs a title.",
            ]
        )
    }
}
