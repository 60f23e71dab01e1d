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

    @Test("V4.3 L112: A CSV file comes in, and goes out again as it is described")
    func csv() throws {
        let answer = try console.follow(bring(Self.csv))
        #expect(answer.contains("3 words added."))
        let known = try words
        #expect(known.map(\.term) == ["lantern", "=SUM(1)", "uggla"])
        #expect(known[0].child == home.pippi.id && known[0].state == .learning)
        #expect(known[2].language == "sv" && known[2].state == .mastered)
        // The same again changes nothing.
        #expect(try console.follow(bring(Self.csv)).contains("No words added, 3 as they were."))
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
        let undo = try #require(answer.markup.forms.first { $0.action.contains("undo=adding") })
        _ = try console.submit(undo)
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
            "Line 3: Enter a word.", "Line 4: We don’t know the language “Klingonese”",
            "Line 5: There is no child called “Nobody”.",
            "Line 6: “known” isn’t new, learning, reviewing or mastered.",
            "Line 7: “LANTERN” is in line 2 already, so this was left out.",
            "Line 8: A quote (", "1 word added, 1 as they were, 5 rejected.",
        ] {
            #expect(answer.contains(text), "\(text)")
        }
        #expect(try words.map(\.meaning) == ["lamp"])
    }

    @Test("Checking only changes nothing, and files that are none are refused")
    func checks() throws {
        let answer = try bring(Self.csv, [("act", "try")])
        #expect(answer.contains("Nothing was changed. 3 words would be added."))
        #expect(try words.isEmpty)
        for (text, complaint) in [
            ("", "Choose a file that is not empty."), ("a,b\n1,2\n", "No column is called"),
            ("%PDF-1.4", "This isn’t a CSV file"), ("\u{0}\u{1}", "This isn’t a CSV file"),
        ] {
            let refused = try bring(text)
            #expect(refused.status == 422 && refused.contains(complaint), "\(text)")
        }
        #expect(try bring(Self.csv, [("language", "Klingonese")]).status == 422)
        #expect(
            try console.postFile("/watch/words/files", [("whose", "99")], file: nil).status == 422
        )
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
