import Glibc
import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Series, seasons and episodes from files")
struct SeriesImportTests {
    private let console: Console

    init() throws {
        console = try Console.asAdmin()
        try Program.makeDataFolders(console.site.configuration)
    }

    private var work: SeriesImport {
        SeriesImport(database: console.database, now: console.time.now, actor: .commandLine)
    }

    private func file(_ text: String) -> () throws -> CSVFile {
        { try CSVFile(bytes: Array(text.utf8)) }
    }

    @discardableResult
    private func run(_ text: String) throws -> SeriesImport.Plan {
        try work.run(file(text), expecting: nil)
    }

    private func outcomes(_ plan: SeriesImport.Plan) -> [SeriesImport.Outcome] {
        plan.rows.map(\.outcome)
    }

    /// As programs that know TMDB write them.
    private static let series = """
        id,tmdb_id,name,first_air_date,status,number_of_seasons,number_of_episodes
        7,100001,Shy Turtle Stories,2006-09-01,Returning Series,3,47
        8,100002,Wooden Star Stories,2019-09-01,Ended,4,48

        """
    private static let seasons = """
        tmdb_id,season_number,name,episode_count,air_date
        100001,0,Specials,1,
        100001,1,Season 1,21,2007-09-03
        100001,2,The winter,16,2008-09-07

        """
    private static let episodes = """
        tmdb_id,season_number,episode_number,name,air_date,runtime_minutes
        100001,1,1,Lost Garden,2007-09-27,21
        100001,1,2,Episode 2,,
        100001,2,1,Merry Bear,2008-09-16,8

        """

    @Test("Files of all three kinds are known by their headings, and come in one after the other")
    func comesIn() throws {
        let first = try run(Self.series)
        #expect(first.mapping.leftOut == ["number_of_seasons", "number_of_episodes"])
        #expect(outcomes(first) == [.created, .created])
        let turtles = try #require(try console.series.find(externalID: 100_001))
        #expect(turtles.airing == .returning && turtles.firstAirDate?.iso == "2006-09-01")
        #expect(outcomes(try run(Self.seasons)) == [.created, .created, .created])
        let names = try console.episodes.seasons(of: turtles.id).map { "\($0.number)\($0.name)" }
        #expect(names == ["2The winter", "1", "0"])
        #expect(outcomes(try run(Self.episodes)) == [.created, .created, .created])
        #expect(
            try console.episodeTexts(turtles.id)
                == ["S1 E1 Lost Garden", "S1 E2 Episode 2", "S2 E1 Merry Bear"]
        )
        #expect(try console.episodeCountsAreRight())
        // Nothing is entered twice.
        for text in [Self.series, Self.seasons, Self.episodes] {
            #expect(Set(outcomes(try run(text))) == [.same])
        }
    }

    @Test("A dry run changes nothing, and says what the import then does")
    func dryRun() throws {
        let plan = try work.plan(file(Self.series))
        #expect(try console.series.count() == 0)
        #expect(try console.count("SELECT count(*) FROM audit_entries") == 1)
        let done = try work.run(file(Self.series), expecting: plan.digest)
        #expect(done == plan)
        #expect(try console.series.count() == 2)
    }

    @Test(
        "An empty cell leaves what is there; a filled one changes it, and the history has one entry"
    )
    func changes() throws {
        try run(Self.series + Self.seasons.prefix(0))
        try run(Self.episodes)
        let before = try console.count("SELECT count(*) FROM audit_entries")
        let plan = try run(
            """
            external_id,season_number,episode_number,title,description,air_date
            100001,1,1,,A garden.,
            100001,1,2,Two,,2026-01-02

            """
        )
        #expect(outcomes(plan) == [.changed, .changed])
        #expect(plan.rows[1].details.contains("air date: – → 2026-01-02"))
        let series = try #require(try console.series.find(externalID: 100_001))
        #expect(
            try console.episodeTexts(series.id).prefix(2) == ["S1 E1 Lost Garden", "S1 E2 Two"]
        )
        #expect(try console.count("SELECT count(*) FROM audit_entries") == before + 1)
    }

    @Test("A row that can’t be stored says why, and the others come in")
    func refuses() throws {
        try run(Self.series)
        let plan = try run(
            """
            series,season_number,episode_number,title,air_date,runtime_minutes,book
            Nobody,1,1,A,,,
            shy turtle stories,x,1,B,,,
            Shy Turtle Stories,1,1,C,yesterday,,
            Shy Turtle Stories,1,2,D,,0,
            Shy Turtle Stories,1,3,E,,,No such book
            ,1,3,F,,,
            Shy Turtle Stories,1,4,G,,,
            shy turtle stories,1,4,H,,,

            """
        )
        #expect(
            outcomes(plan) == [
                .refused, .refused, .refused, .refused, .refused, .refused, .created, .refused,
            ]
        )
        let reasons = plan.rows.map(\.details)
        #expect(reasons[0] == "No series is called “Nobody”. Add it first.")
        #expect(reasons[2].contains("“yesterday” is not a day."))
        #expect(reasons[4].contains("No book has the title “No such book”."))
        #expect(reasons[7] == "Line 8 is about the same.")
        #expect(plan.rows[1].line == 3)
        #expect(try console.count("SELECT count(*) FROM episodes") == 1)
        #expect(try console.count("SELECT count(*) FROM seasons") == 1)
    }

    @Test("Guards, emptied rows and broken rows are what they are in every file")
    func spreadsheets() throws {
        try run("tmdb_id,name\n=\"100001\",\"=\"\"Shy Turtle Stories\"\"\"\n,\n \t,\"\"\n")
        let turtles = try #require(try console.series.find(externalID: 100_001))
        #expect(turtles.name == "Shy Turtle Stories")
        let long = String(repeating: "x", count: CSVReader.maximumCellBytes + 1)
        let plan = try run(
            #"""
            tmdb_id,season_number,episode_number,name,air_date,runtime_minutes
            '100001,`1,"=""1""",Lost Garden,'2007-09-27,21.0
            ,,,,,
            100001,1,2,"He said "hi" there",,
            100001,1,3,"two
            lines" x,,
            100001,1,4,\#(long),,
            100001,1,5,Merry Bear,,

            """#
        )
        #expect(
            outcomes(plan) == [.created, .refused, .refused, .refused, .refused, .created]
        )
        #expect(plan.rows.map(\.line) == [2, 4, 5, 6, 7, 8])
        let reasons = plan.rows.map(\.details)
        #expect(reasons[1].hasPrefix("There is text after a closing quote (\")."))
        #expect(reasons[2].hasPrefix("Line 6: there is text after a closing quote (\")."))
        #expect(
            reasons[3] == "This may belong to the row before it, because of a quote (\") in line 5."
        )
        #expect(reasons[4].hasPrefix("The cell that starts here is longer than 131,072 bytes"))
        #expect(
            try console.episodeTexts(turtles.id) == ["S1 E1 Lost Garden", "S1 E5 Merry Bear"]
        )
    }

    @Test("No number that a file may have ends the import or is taken for another one")
    func extremes() throws {
        try run(Self.series)
        let texts =
            ExtremeNumbers.texts
            + ["1e999", String(repeating: "9", count: 100_000), "9223372036854775807.0"]
        for (index, heading) in ["season_number", "episode_number", "runtime_minutes"].enumerated()
        {
            let rows = texts.enumerated().map { row in
                var cells = ["100001", "7", "\(row.offset + 1)", "5"]
                cells[index + 1] = "\"\(row.element)\""
                return cells.joined(separator: ",") + "\n"
            }
            let plan = try work.plan(
                file("tmdb_id,season_number,episode_number,runtime_minutes\n" + rows.joined())
            )
            #expect(plan.rows.count == texts.count, "\(heading)")
            for row in plan.rows where row.outcome == .created {
                let text = texts[row.line - 2]
                #expect(
                    text.isEmpty || (0...99_999).contains(Double(text) ?? -1),
                    "\(text.prefix(50))"
                )
            }
        }
        for heading in ["external_id", "id", "tmdb_id"] {
            let rows = texts.enumerated().map { "\"\($0.element)\",Series \($0.offset)\n" }.joined()
            #expect(try work.plan(file("\(heading),name\n\(rows)")).rows.count == texts.count)
        }
    }

    @Test("What the console writes is read back as the same")
    func roundTrip() throws {
        try run(Self.series)
        try run(Self.seasons)
        try run(Self.episodes)
        let series = try #require(try console.series.find(externalID: 100_001))
        try console.addBook("Dusk", of: series, number: 9)
        for path in [
            "/admin/series.csv", "/admin/seasons.csv", "/admin/episodes.csv",
            series.href + "/episodes.csv",
        ] {
            let text = String(decoding: try console.download(path).bytes, as: UTF8.self)
            let plan = try run(text)
            #expect(Set(outcomes(plan)) == [.same], "\(path): \(plan.rows)")
        }
    }

    @Test(
        "A file that can’t be read as a whole says why",
        arguments: [
            ("title\nOwl\n", "“name”"), ("season_number\n1\n", "which series"),
            ("name,Name\nA,B\n", "Two columns"), ("name\n", "single line"),
        ]
    )
    func complaints(text: String, reason: String) throws {
        let error = #expect(throws: SeriesImportError.self) {
            try SeriesImport.check(try CSVFile(bytes: Array(text.utf8)))
        }
        #expect(error?.description.contains(reason) == true)
    }

    @Test("Too many rows are for the command line")
    func limit() throws {
        let text = "name\n" + (1...12).map { "Series \($0)\n" }.joined()
        #expect(throws: SeriesImportError.self) {
            try work.plan(file(text), maximumRows: 10)
        }
        #expect(try work.plan(file(text), maximumRows: 12).wantedCount == 12)
    }

    // MARK: Pages

    private func bring(_ text: String) throws -> Answer {
        try console.postFile(
            SeriesImportPages.path,
            [],
            file: (field: "file", name: "series.csv", content: Array(text.utf8))
        )
    }

    @Test("A browser sees what would happen, confirms it, and it happens once")
    func pages() throws {
        #expect(
            try console.get(SeriesImportPages.path).contains("Import series, seasons or episodes")
        )
        let href = try #require(try bring(Self.series).location)
        let page = try console.get(href)
        #expect(page.contains("To be added (2)") && page.contains("Shy Turtle Stories"))
        #expect(try console.series.count() == 0)
        let form = try #require(page.markup.forms.first { $0.action == href })
        let fields = form.fields.map { ($0.name, $0.value) }
        #expect(try console.post(href, fields).location == "/admin/series")
        let toast = try console.get("/admin/series").toast
        #expect(toast?.contains("Import done: 2 series added, 0 changed.") == true)
        #expect(try console.post(href, fields).status == 404)
    }

    @Test(
        "Where the catalog has changed meanwhile, nothing is imported and the new preview is shown"
    )
    func overtaken() throws {
        let href = try #require(try bring(Self.series).location)
        let form = try #require(try console.get(href).markup.forms.first { $0.action == href })
        try console.addSeries("Shy Turtle Stories")
        let answer = try console.post(href, form.fields.map { ($0.name, $0.value) })
        #expect(
            answer.status == 409 && answer.contains("The catalog has changed since you looked.")
        )
        #expect(answer.contains("To be changed (1)"))
        #expect(try console.series.count() == 1)
        #expect(try console.post(href).status == 422)
    }

    @Test("A file that is no table, and one that nobody brought, are refused")
    func noFile() throws {
        #expect(try bring("").status == 422)
        #expect(try bring("title\nOwl\n").contains("needs a column “name”"))
        #expect(try console.get(SeriesImportPages.path + "/AAAA").status == 404)
        let key = try SeriesImportKey()
        #expect(try console.get("\(SeriesImportPages.path)/\(key)").status == 404)
    }

    @Test("A file that nobody confirms is removed after a day")
    func forgets() throws {
        let href = try #require(try bring(Self.series).location)
        let files = SeriesImportFiles(console.site.configuration)
        let real = Int(time(nil))
        files.removeOld(now: real + 3600)
        #expect(try console.get(href).status == 200)
        files.removeOld(now: real + 2 * 86_400)
        #expect(try console.get(href).status == 404)
    }
}
