import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Words as files")
struct WordFileTests {
    private let home: WatchingHome
    private let console: Console

    init() throws {
        home = try WatchingHome()
        console = home.console
    }

    private var store: KeptWordStore {
        KeptWordStore(database: console.database, now: console.time.now)
    }

    private var words: [KeptWord] {
        get throws {
            var filter = KeptWordFilter()
            filter.words = ""
            return try store.list(filter, SortDirection(.added), of: home.family, limit: 100)
        }
    }

    private func bring(_ text: String, _ more: [(String, String)] = []) throws -> Answer {
        try console.postFile(
            "/watch/words/files",
            [("whose", "parents")] + more,
            file: ("file", "words.csv", Array(text.utf8))
        )
    }

    private static let csv = """
        Word,Translation,Sentence,Notes,Language,Child,State,Other\r
        lantern,"a lamp, to carry",The fox’s lantern.,,en,Pippi,learning,x\r
        '=SUM(1),formula,,,en,,,\r
        uggla,owl,,,Swedish,,mastered,\r

        """

    @Test("A file of more rows than a family can have words is refused, and nobody waits for it")
    func tooManyRows() throws {
        let rows = String(repeating: "owl,a bird\n", count: WordImport.maximumRows + 1)
        let answer = try bring("word,meaning\n" + rows, [("act", "try")])
        #expect(answer.status == 422)
        #expect(answer.contains("This file has more than 20,000 rows. Split it into several files"))
        #expect(try words.isEmpty)
    }

    @Test(
        "Words that are imported and taken back again and again have a limit, and so have imports in an hour"
    )
    func loop() throws {
        let rows = (0..<6_000).map { "word \($0),m\n" }.joined()
        for _ in 0..<6 {
            let page = try console.follow(bring("word,meaning\n" + rows, [("act", "import")]))
            #expect(page.contains("6,000 words added."))
            let undo = try #require(page.markup.forms.first { $0.action.contains("undo=import") })
            #expect(try console.follow(console.submit(undo)).contains("Import undone."))
        }
        // Those that were removed are kept for a day, and count.
        let last = try bring("word,meaning\n" + rows, [("act", "import")])
        #expect(last.contains("4,000 words added") && last.contains("2,000 rejected"))
        #expect(last.contains("Your family has removed many words today."))
        #expect(try store.count(of: home.family.id) == 4_000)
        for _ in 0..<23 { #expect(try bring("word\nowl\n", [("act", "try")]).status == 200) }
        let refused = try bring("word\nowl\n", [("act", "import")])
        #expect(refused.status == 422)
        #expect(refused.contains("Your family has imported words 30 times within an hour."))
    }

    @Test("V4.3 L112: A CSV file comes in, and goes out again as it is described")
    func csv() throws {
        let answer = try console.follow(bring(Self.csv))
        #expect(answer.contains("3 words added."))
        let known = try words
        #expect(known.map(\.term) == ["lantern", "=SUM(1)", "uggla"])
        #expect(known[0].child == home.pippi.id && known[0].state == .learning)
        #expect(known[2].language == "sv" && known[2].state == .mastered)
        // The same again changes nothing.
        let again = try console.follow(bring(Self.csv))
        #expect(again.contains("Nothing new: you already have all 3 words."))
        let (saved, bytes) = try console.download("/watch/words.csv")
        let file = String(decoding: bytes, as: UTF8.self)
        #expect(saved.header("Content-Type")?.hasPrefix("text/csv") == true)
        // What a spreadsheet would run is text.
        #expect(
            file.utf8.count > 0
                && file.unicodeScalars.split(separator: "\n").contains {
                    $0.starts(with: "'=SUM(1),".unicodeScalars)
                }
        )
        let rows = try Console.rows(of: bytes)
        #expect(rows.map { $0["child"] } == ["Pippi", "", ""])
        #expect(
            try console.downloadRows("/watch/words.csv?language=sv").map { $0["term"] } == ["uggla"]
        )
        let undo = try #require(answer.markup.forms.first { $0.action.contains("undo=import") })
        #expect(try console.follow(console.submit(undo)).contains("Import undone."))
        #expect(try words.isEmpty)
        // What went out comes in again, with everything that it says.
        #expect(try console.follow(bring(file)).contains("3 words added."))
        let back = try words
        #expect(back.map(\.draft) == known.map(\.draft) && back.map(\.state) == known.map(\.state))
    }

    @Test("V4.3 L112: The file for Anki has its header lines, and comes back")
    func anki() throws {
        _ = try bring(Self.csv)
        let bytes = try console.download("/watch/words.tsv").bytes
        let file = String(decoding: bytes, as: UTF8.self)
        let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(5) == [
                "#separator:tab", "#html:false",
                "#columns:Term\tMeaning\tContext\tNotes\tLanguage\tChild\tTags", "#tags column:7",
                "lantern\t\"a lamp, to carry\"\tThe fox’s lantern.\t\ten\tPippi\t"
                    + "storytime storytime::learning storytime::en",
            ]
        )
        #expect(!bytes.contains(13))
        try console.database.execute("DELETE FROM kept_words")
        #expect(try console.follow(bring(file)).contains("3 words added."))
        #expect(try words.map(\.meaning) == ["a lamp, to carry", "formula", "owl"])
        // As Anki itself writes it, without names of columns.
        let plain = "#separator:tab\n#html:true\nHaus\thouse\n\"two\nlines\"\tb\n"
        let added = try bring(plain, [("language", "de")])
        #expect(added.status == 303, "\(added.markup.tags.map(\.text).joined(separator: " "))")
        #expect(try console.follow(added).contains("2 words added."))
        #expect(try words.suffix(2).map(\.term) == ["Haus", "two lines"] || words.count == 4)
    }

    @Test("Rows that can’t be read are named by their lines, and the others count")
    func refuses() throws {
        let answer = try bring(
            """
            term,meaning,language,child,state
            lantern,lamp,en,,
            ,nothing,,,
            owl,a,Klingonese,,
            fox,b,,Nobody,
            bear,c,,,known
            LANTERN,again,en,,
            "moon
            """
        )
        #expect(answer.status == 200)
        for text in [
            "Line 3 has no word.", "Line 4: We don’t know the language “Klingonese”",
            "Line 5: You have no child called “Nobody”.",
            "Line 6: “known” isn’t new, learning, reviewing or mastered.",
            "Line 7: “LANTERN” is in line 2 already, so this was left out.",
            "Line 8: The quote (", "1 word added, 1 unchanged, 5 rejected.",
        ] {
            #expect(answer.contains(text), "\(text)")
        }
        #expect(try words.map(\.meaning) == ["lamp"])
    }

    @Test("Checking only changes nothing, and files that are none are refused")
    func checks() throws {
        let answer = try bring(Self.csv, [("act", "try")])
        #expect(answer.contains("Nothing was changed. 3 words would be added."))
        #expect(answer.contains("To import the file, choose it again."))
        #expect(try words.isEmpty)
        for (text, complaint) in [
            ("", "This file is empty."), ("a,b\n1,2\n", "No column is called"),
            ("%PDF-1.4", "This isn’t a CSV file"), ("\u{0}\u{1}", "This isn’t a CSV file"),
        ] {
            let refused = try bring(text)
            #expect(refused.status == 422 && refused.contains(complaint), "\(text)")
        }
        #expect(try bring(Self.csv, [("language", "Klingonese")]).status == 422)
        #expect(
            try console.postFile("/watch/words/files", [("whose", "99")], file: nil).status == 422
        )
        let nothing = try console.postFile(
            "/watch/words/files",
            [("whose", "parents")],
            file: ("file", "", [])
        )
        #expect(nothing.status == 422 && nothing.contains("Choose a file."))
    }

    @Test("What Anki writes as HTML comes in as plain text, without sounds and pictures")
    func ankiHTML() throws {
        let file = """
            #separator:tab
            #html:true
            <b>chat</b>&nbsp;noir\tblack&nbsp;cat<br>a&amp;b<div>1 &lt; 2</div>
            perro [sound:perro.mp3]\t<img src="dog.jpg">dog<style>.card { color: red }</style>
            a < b\tless <unclosed

            """
        #expect(try console.follow(bring(file)).contains("3 words added."))
        let known = try words
        #expect(known.map(\.term) == ["chat noir", "perro", "a < b"])
        #expect(known.map(\.meaning) == ["black cat\na&b\n1 < 2", "dog", "less <unclosed"])
        // Text that isn’t HTML stays as it is; a sound is no text either way.
        let plain = "#separator:tab\n#html:false\n<b>x</b> &amp; [sound:x.mp3]\ty\n"
        #expect(try console.follow(bring(plain)).contains("1 word added."))
        #expect(try words.last?.term == "<b>x</b> &amp;")
    }

    @Test("Columns of Anki’s own are none of a word’s fields, whatever separates them")
    func ankiColumns() throws {
        let file = """
            #separator:Pipe
            #html:true
            #guid column:1
            #notetype column:2
            #deck column:3
            #tags column:6
            abc123|Basic|French|chat|"cat|feline"|animals
            abc124|Basic|French|chien|dog|

            """
        #expect(try console.follow(bring(file)).contains("2 words added."))
        #expect(try words.map(\.term) == ["chat", "chien"])
        #expect(try words.map(\.meaning) == ["cat|feline", "dog"])
        let named = """
            #separator:Semicolon
            #columns:Deck;Back;Front;Tags
            #deck column:1
            #tags column:4
            Word;house;maison;x

            """
        #expect(try console.follow(bring(named)).contains("1 word added."))
        let last = try #require(try words.last)
        #expect(last.term == "maison" && last.meaning == "house")
    }

    @Test("Undo of an import takes back what it added, and restores what it changed")
    func undoes() throws {
        _ = try bring("term,meaning,notes,language\nlantern,a lamp,mine,en\nowl,a bird,,en\n")
        let before = try words.map(\.draft)
        let answer = try bring(
            "term,meaning,context,language\nlantern,WRONG,Wrong too.,en\nowl,WRONG,,en\nfox,x,,en\n"
        )
        let page = try console.follow(answer)
        #expect(page.contains("1 word added, 2 changed."))
        let undo = try #require(page.markup.forms.first { $0.action.contains("undo=import") })
        // Another family’s import isn’t there.
        let parent = console.cookies
        let strangers = try console.addFamily("Strangers")
        try console.signIn(try console.addParent("stranger@example.test", in: strangers))
        #expect(try console.follow(console.submit(undo)).contains("already undone"))
        console.cookies = parent
        // What somebody changed since stays as they left it.
        let owl = try #require(try words.first { $0.term == "owl" })
        _ = try console.post(
            "/watch/words/\(owl.id)",
            [
                ("version", "\(owl.version)"), ("term", "owl"), ("meaning", "an owl"),
                ("language", "English"), ("owner", "parents"),
            ]
        )
        let undone = try console.follow(console.submit(undo))
        #expect(undone.contains("Import undone, except for 1 word changed since then."))
        #expect(try words.map(\.term) == ["lantern", "owl"])
        #expect(try words[0].draft == before[0] && words[1].meaning == "an owl")
        #expect(try console.follow(console.submit(undo)).contains("already undone"))
        // One that only changes words can be taken back, too, for a day.
        let changed = try console.follow(bring("term,meaning,language\nlantern,other,en\n"))
        #expect(changed.contains("1 word changed."))
        let late = try #require(changed.markup.forms.first { $0.action.contains("undo=import") })
        console.time.now += KeptWordStore.keptSeconds + 1
        try store.removeOld()
        console.time.now -= KeptWordStore.keptSeconds + 1
        #expect(try console.follow(console.submit(late)).contains("too old to undo"))
    }

    @Test("The page after an import counts the new words, and says how many lines it leaves out")
    func counts() throws {
        let lines = (0..<300).map { _ in ",nothing" }.joined(separator: "\n")
        let page = try bring("term,meaning\nlantern,a lamp\n\(lines)\n")
        #expect(page.contains("1 word added, 300 rejected."))
        #expect(page.contains("All 1 word") && page.contains("and 100 more"))
        #expect(page.markup.forms.contains { $0.action.contains("undo=import") })
    }

    @Test("A key of the parent’s reads both files; another family’s words are in neither")
    func keys() throws {
        _ = try bring(Self.csv)
        let strangers = try console.addFamily("Strangers")
        let stranger = try console.addParent("stranger@example.test", in: strangers)
        let key = try console.accessKey(stranger, [.readLibrary])
        for path in ["/watch/words.csv", "/watch/words.tsv"] {
            let file = try console.ask(.get, path, token: key)
            #expect(file.status == 200 && !file.contains("lantern"))
        }
    }
}
