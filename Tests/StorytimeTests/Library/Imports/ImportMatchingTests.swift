import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Values of files that stand for ours")
struct ImportMatchingTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
    }

    private func use(_ slug: String) throws -> String {
        "use:\(try console.category(slug).id)"
    }

    private func values(_ subject: Import, _ column: ImportColumn) throws
        -> [ImportValueStore.Listed]
    {
        try ImportValueStore(database: console.database, subject: subject.id)
            .list(column, limit: 1000)
    }

    private var matches: ImportMatchStore {
        ImportMatchStore(database: console.database, now: console.time.now)
    }

    @Test("Each unknown value is listed once, the most frequent first, with its rows")
    func lists() throws {
        let subject = try console.check(
            """
            title,categories,status,language,age_min,series
            A,Märchen|Adventure,lieferbar,Klingonisch,4+,Owls
            B,MÄRCHEN|Sagen,lieferbar,de,5,owls
            C,Adventure,draft,,,

            """
        )
        let listed = try ImportColumn.matched.map { column in
            try values(subject, column).map { "\($0.text) \($0.rowCount)" }
        }
        #expect(
            listed == [
                ["Märchen 2", "Sagen 1"], [], ["Owls 2"], ["Klingonisch 1"], ["lieferbar 2"],
                ["4+ 1"], [],
            ]
        )
        let page = try console.get(subject.href)
        #expect(
            page.contains(
                "2 categories, 1 series, 1 language, 1 status and 1 age."
            )
        )
    }

    @Test("Their “Märchen” is our “Fairy Tales”, in the preview and in the catalog")
    func uses() throws {
        let checked = try console.check(
            "title,categories,status\nA,Märchen|Adventure,lieferbar\nB,märchen,draft\n"
        )
        #expect(checked.counts[.refused] == 1)
        let again = try console.match(
            checked,
            ["Märchen": try use("fairy-tales"), "lieferbar": "use:active"]
        )
        #expect(again.counts[.created] == 2)
        #expect(try console.imports.newNames(of: again.id).isEmpty)
        try console.confirm(again)
        let rows = try console.downloadRows("/admin/books.csv?sort=added")
        #expect(rows.map { $0["categories"] } == ["Adventure|Fairy Tales", "Fairy Tales"])
        #expect(rows.map { $0["status"] } == ["active", "draft"])
        #expect(try !console.categories.all().contains { $0.name == "Märchen" })
    }

    @Test("A value may be left empty, and its rows may be rejected")
    func leavesAndRefuses() throws {
        let checked = try console.check(
            "title,categories,publisher\nA,Sonstiges,Eigenverlag\nB,Adventure,Alder\n"
        )
        let again = try console.match(checked, ["Sonstiges": "leave", "Eigenverlag": "refuse"])
        let refused = try console.rows(again, .refused)
        #expect(
            refused.map { $0.problems.map(\.sentence) } == [
                ["publisher: You chose to reject rows with “Eigenverlag”."]
            ]
        )
        let last = try console.match(again, ["Eigenverlag": "leave"])
        try console.confirm(last)
        let rows = try console.downloadRows("/admin/books.csv?sort=added")
        #expect(rows.map { $0["categories"] } == ["", "Adventure"])
        #expect(rows.map { $0["publisher"] } == ["", "Alder"])
    }

    @Test("What is spelled nearly alike is preselected, and nothing else is")
    func guesses() throws {
        let checked = try console.check(
            "title,categories,status,age_min\nA,Adventures|Sagen,aktive,ab 6\n"
        )
        let page = try console.get("\(checked.href)/values")
        let form = try #require(page.markup.forms.first { $0.action.hasSuffix("/values") })
        let adventure = try use("adventure")
        #expect(form.fields.map(\.value) == [adventure, "create", "use:active", "use:6"])
        let again = try console.match(checked)
        let row = try #require(try console.rows(again, .created).first)
        #expect(
            row.changes == [
                Change("title", nil, "A"), Change("age_min", nil, "6"),
                Change("categories", nil, "Adventure, Sagen"), Change("status", nil, "active"),
            ]
        )
    }

    @Test("The next file is matched by itself and says since when; forgotten, it no longer is")
    func remembers() throws {
        let file = "Werk,Verfasserin,Sparte\nA,B,Märchen\n"
        var brought = try console.bring(file)
        let columns = [("column_1", "title"), ("column_2", ""), ("column_3", "categories")]
        let checked = try console.look(brought, columns)
        _ = try console.match(checked, ["Märchen": try use("fairy-tales")])
        #expect(
            try matches.list(limit: 10).map(\.summary) == [
                "Sparte → Categories", "Verfasserin → Left out", "Werk → Title",
                "Märchen → Fairy Tales",
            ]
        )
        brought = try console.bring(file)
        #expect(brought.mapping.columns == [.title, nil, .categories])
        let page = try console.get(brought.href)
        #expect(page.contains("Matched to “Title” on 21 November 2026"))
        #expect(page.contains("Left out on 21 November 2026"))
        let again = try console.look(brought)
        #expect(again.counts[.created] == 1)
        #expect(try console.imports.newNames(of: again.id).isEmpty)
        let list = try console.get("\(again.href)/values")
        #expect(list.contains("As matched on 21 November 2026"))
        for match in try matches.list(limit: 10) {
            let answer = try console.post("/admin/imports/matches/\(match.id)/delete")
            #expect(answer.location == "/admin/imports/matches")
        }
        #expect(try matches.count() == 0)
        #expect(try console.bring(file).mapping.columns == [nil, .author, nil])
        let entries = try console.texts(
            """
            SELECT action || ' ' || record_label FROM audit_entries
            WHERE record_type = 'import_match' AND record_label LIKE 'Märchen%' ORDER BY id
            """
        )
        #expect(entries == ["remembered Märchen → Fairy Tales", "forgot Märchen → Fairy Tales"])
    }

    @Test("What headings and values mean anyway is not remembered")
    func remembersOnlyWhatIsSaid() throws {
        let checked = try console.check("title,Genre,status\nA,Sagen,neu\n")
        _ = try console.match(checked)
        #expect(try matches.count() == 0)
        let counts = try ImportValueStore(database: console.database, subject: checked.id).counts()
        #expect(counts.map(\.open) == [0, 0])
    }

    @Test("A match to a category that was deleted is no match, and one to a renamed one still is")
    func changedTargets() throws {
        let checked = try console.check("title,categories\nA,Märchen|Sagen\n")
        _ = try console.match(
            checked,
            ["Märchen": try use("fairy-tales"), "Sagen": try use("adventure")]
        )
        try console.database.execute(
            "UPDATE categories SET name = 'Tales', name_key = 'tales' WHERE slug = 'fairy-tales'"
        )
        try console.database.execute("DELETE FROM categories WHERE slug = 'adventure'")
        let next = try console.check("title,categories\nB,Märchen|Sagen\n")
        let row = try #require(try console.rows(next, .created).first)
        #expect(row.changes.first { $0.field == "categories" }?.after == "Tales, Sagen")
        #expect(
            try matches.list(limit: 10).map(\.summary) == [
                "Märchen → Tales", "Sagen → Something deleted",
            ]
        )
    }

    @Test("A value that the catalog has by now stands for itself")
    func knownMeanwhile() throws {
        let checked = try console.check("title,categories\nA,Märchen\n")
        _ = try console.match(checked, ["Märchen": try use("fairy-tales")])
        _ = try console.addCategory("Märchen")
        let next = try console.check("title,categories\nB,Märchen\n")
        let row = try #require(try console.rows(next, .created).first)
        #expect(row.changes.first { $0.field == "categories" }?.after == "Märchen")
    }

    @Test("What is forgotten while an import waits is still done by that import, as it was shown")
    func forgottenMeanwhile() throws {
        _ = try console.match(
            try console.check("title,categories\nA,Märchen\n"),
            ["Märchen": try use("fairy-tales")]
        )
        let waiting = try console.check("title,categories\nB,Märchen\n")
        try matches.delete(try #require(try matches.list(limit: 1).first), by: .commandLine)
        #expect(try console.confirm(waiting).state == .done)
        #expect(try console.books.categories(of: ID(1)).map(\.name) == ["Fairy Tales"])
    }

    @Test("Where there are too many to choose from, a name is typed; a wrong one is said beside it")
    func manyPublishers() throws {
        for number in 0...ImportValueOptions.maximum {
            try console.addPublisher("Press \(number)")
        }
        try console.addPublisher("Beltz & Gelberg")
        let checked = try console.check("title,publisher\nA,Beltz und Gelberg\nB,BuG\n")
        let target = "\(checked.href)/values"
        let listed = try values(checked, .publisher)
        let near = try #require(listed.first { $0.text == "Beltz und Gelberg" })
        let far = try #require(listed.first { $0.text == "BuG" })
        let beltz = try #require(
            try ImportRecordNames(database: console.database)
                .find("beltz & gelberg", among: .publishers)
        )
        let fields = try #require(
            try console.get(target).markup.forms.first { $0.action == target }
        ).fields
        #expect(fields.first { $0.name == "choice_\(near.id)" }?.value == "use:\(beltz.id)")
        let sent = { (name: String) in
            fields.map { ($0.name, $0.name == "name_\(far.id)" ? name : $0.value) }
        }
        let wrong = try console.post(target, sent("Belz"))
        #expect(wrong.status == 422)
        #expect(wrong.contains("No publisher is called “Belz”. Check the spelling."))
        #expect(wrong.contains("value=\"Belz\""))
        try console.post(target, sent("beltz & GELBERG"))
        try console.work()
        try console.confirm(try console.imports.find(checked.id))
        let rows = try console.downloadRows("/admin/books.csv?sort=added")
        #expect(rows.map { $0["publisher"] } == ["Beltz & Gelberg", "Beltz & Gelberg"])
    }

    @Test("Of many values the most frequent are shown, and all of a column page by page")
    func pages() throws {
        let lines = (1...130).map { "Book \($0),S\($0)" } + ["Last,S130"]
        let checked = try console.check(
            "title,categories\n" + lines.joined(separator: "\n") + "\n"
        )
        let choices = { (page: Answer) in
            page.markup.forms.flatMap(\.fields).count { $0.name.hasPrefix("choice_") }
        }
        let first = try console.get("\(checked.href)/values")
        #expect(choices(first) == 20)
        #expect(first.contains("Show all 130") && first.contains(">S130<"))
        #expect(choices(try console.get("\(checked.href)/values?column=categories&page=3")) == 30)
        let again = try console.match(checked, ["S1": "leave"], column: .categories)
        #expect(try values(again, .categories).count { $0.choice != nil } == 50)
    }

    @Test("A choice that isn't offered is refused, and what is not waiting is left alone")
    func badChoices() throws {
        let checked = try console.check("title,categories,status\nA,Sagen,neu\n")
        let listed = try values(checked, .categories) + values(checked, .status)
        for choice in ["use:999", "use:", "nonsense", ""] {
            let name = "choice_\(listed[0].id)"
            #expect(try console.post("\(checked.href)/values", [(name, choice)]).status == 422)
        }
        let create = ("choice_\(listed[1].id)", "create")
        #expect(try console.post("\(checked.href)/values", [create]).status == 422)
        let waiting = try console.bring("title\nA\n")
        #expect(try console.get("\(waiting.href)/values").location == waiting.href)
        #expect(try console.post("\(waiting.href)/values").location == waiting.href)
        #expect(try console.imports.find(waiting.id).state == .mapping)
    }

    @Test("A remembered column that would leave a file without titles is not believed")
    func uselessMemory() throws {
        let brought = try console.bring("Title,Book title\nA,B\n")
        _ = try console.look(brought, [("column_1", ""), ("column_2", "title")])
        #expect(try console.bring("Title,Author\nA,B\n").mapping.columns == [.title, .author])
        #expect(try console.bring("Title,Book title\nA,B\n").mapping.columns == [nil, .title])
    }

    @Test("Columns that are left out are shown before the import, with their first cells")
    func leftOut() throws {
        let checked = try console.check("title,Shelf mark,Weight\nA,K 12,300 g\n")
        let page = try console.get(checked.href)
        #expect(page.contains("2 columns are"))
        #expect(page.contains("Shelf mark") && page.contains("K 12") && page.contains("300 g"))
        #expect(try !console.get(try console.check("title\nB\n").href).contains("left out"))
    }

    @Test("Of a column that is left out because another one is used, the page says which")
    func leftOutForAnother() throws {
        let twice = try console.get(try console.check("title,author,Title\nA,B,C\n").href)
        #expect(twice.contains("1 column is left out"))
        #expect(twice.contains("<b dir=\"auto\">Title</b> is there twice; the first one is used."))
        let alike = try console.get(try console.check("title,Book title\nA,B\n").href)
        #expect(alike.contains("isn’t used; “title” is."))
    }

    @Test("A column without a heading is only spoken of if there is something in it")
    func unnamed() throws {
        let commas = try console.get(try console.check("title,author,\nA,B,\nC,D,\n").href)
        #expect(!commas.contains("left out"))
        let late = try console.check(
            "title,\n" + (1...8).map { "Book \($0),\n" }.joined() + "Last,x\n"
        )
        let page = try console.get(late.href)
        #expect(page.contains("1 column is left out") && page.contains("No heading"))
    }
}
