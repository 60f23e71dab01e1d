import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Words from decks and spreadsheets")
struct WordDeckTests {
    private let home: WatchingHome
    private let console: Console

    init() throws {
        home = try WatchingHome()
        console = home.console
    }

    private func words() throws -> [KeptWord] {
        var filter = KeptWordFilter()
        filter.words = ""
        return try KeptWordStore(database: console.database, now: console.time.now)
            .list(filter, SortDirection(.added), of: home.family, limit: 100)
    }

    /// What a file brings, and what the page says.
    private func bring(_ text: String) throws -> (words: [KeptWord], page: Answer) {
        try console.database.execute("DELETE FROM kept_words")
        let answer = try console.postFile(
            "/watch/words/files",
            [("whose", "parents"), ("language", "ja")],
            file: ("file", "words.txt", Array(text.utf8))
        )
        let page = answer.status == 303 ? try console.follow(answer) : answer
        return (try words(), page)
    }

    private static let decks: [(columns: String, row: String, word: [String])] = [
        ("Expression|Reading|Meaning|Sentence", "森|もり|forest|森へいく", ["森", "forest", "森へいく"]),
        ("Meaning|Expression|Sentence", "forest|森|森へいく", ["森", "forest", "森へいく"]),
        (
            "Vocab|POS|Definition|Example|Audio", "fox|noun|red animal|A fox ran.|[sound:f.mp3]",
            ["fox", "red animal", "A fox ran."]
        ),
        ("Word|Reading|Meaning|Sentence", "森|もり|forest|森へいく", ["森", "forest", "森へいく"]),
        // Names that nobody knows: the first column that is nothing else, then the next one.
        ("Sentence|Reading|Slovo|Czech", "森へいく|もり|森|les", ["森", "les", "森へいく"]),
        ("Meaning|Slovo", "forest|森", ["森", "forest", ""]), ("X|Y|Z", "森|les|x", ["森", "les", ""]),
        ("Kana|Meaning", "もり|forest", ["もり", "forest", ""]),
        ("Word|Reading", "森|もり", ["森", "", ""]),
        ("Meaning|Sentence", "森|forest", ["森", "forest", ""]),
        ("Front|Back", "森|forest", ["森", "forest", ""]),
        (" EXPRESSION |Part of speech|Übersetzung", "森|noun|Wald", ["森", "Wald", ""]),
    ]

    @Test("Named columns are what their names say, whatever the first is called", arguments: decks)
    func named(columns: String, row: String, word: [String]) throws {
        let tabbed = { (text: String) in text.replacing("|", with: "\t") }
        let found = try bring(
            "#separator:tab\n#html:false\n#columns:\(tabbed(columns))\n\(tabbed(row))\n"
        ).words
        #expect(found.map { [$0.term, $0.meaning, $0.context] } == [word])
    }

    @Test("Columns of Anki’s own are skipped among named ones")
    func special() throws {
        let found = try bring(
            "#separator:tab\n#html:true\n#guid column:1\n#tags column:5\n"
                + "#columns:GUID\tKanji\tKana\tMeaning\tTags\nabc\t森\tもり\tforest\tjlpt5\n"
        ).words
        #expect(found.map { [$0.term, $0.meaning, $0.notes] } == [["森", "forest", ""]])
    }

    @Test("A table without Anki’s lines knows the same names, and needs one for the word")
    func table() throws {
        let found = try bring("Meaning,Expression,Sentence\nforest,森,森へいく\n").words
        #expect(found.map { [$0.term, $0.meaning, $0.context] } == [["森", "forest", "森へいく"]])
        let refused = try bring("Meaning,Slovo\nforest,森\n")
        #expect(refused.words.isEmpty && refused.page.contains("No column is called"))
    }

    @Test(
        "How a word is read stands above it, and is no part of it",
        arguments: [
            ("<ruby>森<rt>もり</rt></ruby>", "森"),
            ("<ruby>川<rp>(</rp><rt>かわ</rt><rp>)</rp></ruby>", "川"),
            ("<ruby><rb>熊</rb><rt>くま</rt></ruby>", "熊"),
            ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を", "漢字を"),
            // End tags may be missing.
            ("<ruby>森<rt>もり</ruby>へ", "森へ"), ("<RUBY>川<RP>(<RT>かわ<RP>)</RUBY>へ", "川へ"),
            ("<ruby><rb>東<rb>京<rtc><rt>とう<rt>きょう</rtc></ruby>", "東京"),
            ("<ruby>森<rt class=\"x\"><b>も</b>り</rt></ruby>", "森"), ("森<rt>もり<div>木</div>", "森 木"),
            // Anki’s own ways to write it stay.
            ("漢字[かんじ]", "漢字[かんじ]"), ("{{c1::fox::animal}}", "{{c1::fox::animal}}"),
            ("<rtl>x</rtl>", "x"),
        ]
    )
    func ruby(field: String, word: String) throws {
        let found = try bring("#separator:tab\n#html:true\n\(field)\tmeaning\n").words
        #expect(found.map { [$0.term, $0.meaning] } == [[word, "meaning"]])
    }

    @Test("Guards, emptied rows and broken rows are what they are in every file")
    func spreadsheets() throws {
        let (found, page) = try bring(
            #"""
            term,meaning,notes
            "=""fox""",=T("a red animal"),
            ,,
            owl,"a "wise" bird",
             , ,\#u{A0}
            bear,"big"

            """#
        )
        #expect(
            found.map { [$0.term, $0.meaning] } == [["fox", "a red animal"], ["bear", "big"]]
        )
        #expect(page.contains("Line 4: There is text after a closing quote (&#34;)."))
        #expect(page.contains("2 words added, 1 rejected."))
        // The first row of a text for Anki is one like the others, in the lines of the whole file.
        let (cards, report) = try bring(
            "#separator:tab\n#html:false\n\"fox\"x\tred\nowl\twise\n\t\nbear\t\"big\" one\n"
        )
        #expect(cards.map(\.term) == ["owl"])
        for line in [3, 6] {
            #expect(report.contains("Line \(line): There is text after a closing quote"))
        }
    }

    @Test("No number that a file may have ends the import or becomes another moment")
    func extremes() throws {
        let texts =
            ExtremeNumbers.texts
            + ["1e999", String(repeating: "9", count: 100_000), "'75", "75.0", "0075"]
        let rows = texts.enumerated().map { "w\($0.offset),\(home.fox.id),\"\($0.element)\"\n" }
        let page = try bring("term,book_id,seconds\n" + rows.joined()).page
        #expect(page.contains("\(texts.count) words added."))
        let found = try console.downloadRows("/watch/words.csv")
        for (row, text) in zip(found, texts) {
            let seconds = try #require(row["seconds"])
            guard !seconds.isEmpty else { continue }
            #expect(Double(seconds) == Double(text.filter { $0 != "'" }), "\(text.prefix(50))")
            #expect((0...999_999).contains(Int(seconds) ?? -1))
        }
        #expect(found.suffix(3).map { $0["seconds"] } == ["75", "75", "75"])
        let ids = try bring(
            "term,book_id\n"
                + texts.enumerated().map { "w\($0.offset),\"\($0.element)\"\n" }.joined()
        )
        #expect(ids.page.contains("\(texts.count) words added."))
    }
}
