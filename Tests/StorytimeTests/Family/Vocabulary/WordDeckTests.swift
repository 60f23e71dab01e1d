import HTTP
import Received
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
        try bring(Array(text.utf8))
    }

    private func bring(_ bytes: [UInt8], name: String = "words.txt") throws
        -> (words: [KeptWord], page: Answer)
    {
        try console.database.execute("DELETE FROM kept_words")
        let answer = try console.postFile(
            "/watch/words/files",
            [("whose", "parents"), ("language", "ja")],
            file: ("file", name, bytes)
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

    @Test("Columns that are left out are named")
    func leftOut() throws {
        let deck =
            "#separator:tab\n#html:false\n#tags column:5\n#columns:Kanji\tKana\tMeaning\tAudio\tTags\n"
        let page = try bring(deck + "森\tもり\tforest\tx\ty\n").page
        #expect(page.contains("1 word added. Columns left out: Kana, Audio, Tags."))
        // Where rows are listed, the page says it.
        let report = try bring(deck + "\tもり\tforest\tx\ty\n").page
        #expect(report.status == 200 && report.contains("Columns left out: Kana, Audio, Tags."))
        let wide = "term," + (1...12).map { "Column \($0)" }.joined(separator: ",") + "\nfox\n"
        #expect(try bring(wide).page.contains("Column 9, Column 10 and 2 more."))
        #expect(try !bring("term\nfox\n").page.contains("Columns left out"))
    }

    @Test("Columns of Anki’s own are named, too, if no line names the columns")
    func unnamedSpecial() throws {
        let found = try bring(
            "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n"
                + "#tags column:6\nabc\tBasic\tTiere\tfox\tFuchs\twald\n"
        )
        #expect(found.words.map { [$0.term, $0.meaning] } == [["fox", "Fuchs"]])
        #expect(found.page.contains("Columns left out: GUID, Note type, Deck, Tags."))
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

    /// Ways in which editors write the same file.
    private static let encodings: [(name: String, bytes: @Sendable (String) -> [UInt8])] = [
        ("UTF-8", { Array($0.utf8) }),
        ("UTF-8 with a mark", { [0xEF, 0xBB, 0xBF] + Array($0.utf8) }),
        ("UTF-16LE", { [0xFF, 0xFE] + TextEncoding.utf16LittleEndian.encode(Array($0.utf8)) }),
        ("UTF-16BE", { [0xFE, 0xFF] + TextEncoding.utf16BigEndian.encode(Array($0.utf8)) }),
        ("UTF-16LE, no mark", { TextEncoding.utf16LittleEndian.encode(Array($0.utf8)) }),
        ("Windows-1252", { TextEncoding.windows1252.encode(Array($0.utf8)) }),
    ]

    @Test("Lines for Anki are read in every encoding, with every line end")
    func written() throws {
        let text =
            "#separator:tab\n#html:false\n#columns:Übersetzung\tWort\tMühe\n"
            + "bear\tBär\tx\ntired\tmüde\ty\nheight\tHöhe\tz\n\"o\" pen\tauf\t\n"
        for (name, bytes) in Self.encodings {
            for end in ["\n", "\r\n", "\r"] {
                let (found, page) = try bring(bytes(text.replacing("\n", with: end)))
                #expect(found.map(\.term) == ["Bär", "müde", "Höhe"], "\(name) \(end.utf8)")
                #expect(found.map(\.meaning) == ["bear", "tired", "height"])
                #expect(page.contains("Columns left out: Mühe."), "\(name)")
                #expect(page.contains("Line 7: There is text after"), "\(name)")
            }
        }
    }

    @Test("A text for Anki that has only its first lines has no words")
    func onlyHead() throws {
        for end in ["", "\n", "\n\n\n"] {
            let page = try bring("#separator:tab\n#html:true\n#columns:Front\tBack\(end)").page
            #expect(page.status == 422 && page.contains("This file has no words."))
        }
    }

    @Test("A text of older versions of Anki has the word first, and then its meaning")
    func unnamed() throws {
        let note = "The file doesn’t name its columns: the first was taken for the word, the second"
        let (found, page) = try bring("<b>森</b>\tforest&nbsp;\n川\triver<br>stream\n")
        #expect(
            found.map { [$0.term, $0.meaning] } == [["森", "forest"], ["川", "river\nstream"]]
        )
        #expect(page.contains("2 words added. \(note) for its meaning."))
        #expect(!page.contains("The others were left out."))
        let tagged = try bring("a < b\tless\tmath\nowl\tEule\t\n\tnothing\t\n")
        #expect(tagged.words.map(\.term) == ["a < b", "owl"])
        #expect(tagged.words.map(\.meaning) == ["less", "Eule"])
        #expect(tagged.page.status == 200 && tagged.page.contains("Line 3 has no word."))
        #expect(tagged.page.contains("\(note) for its meaning. The others were left out."))
        let wide = [0xFF, 0xFE] + TextEncoding.utf16LittleEndian.encode(Array("森\tw\n".utf8))
        #expect(try bring(wide).words.map(\.term) == ["森"])
        // One column, several numbers of columns, or names: somebody must say what is what.
        for text in [
            "fox\nowl\n", "fox\tFuchs\nowl\tEule\tx\n", "Meaning\tSlovo\nforest\t森\n",
        ] {
            let refused = try bring(text)
            #expect(refused.words.isEmpty && refused.page.contains("No column is called"))
        }
    }

    @Test("A package for Anki is told what to export instead; another archive is not")
    func package() throws {
        let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 22)
        func named(_ name: String, _ length: UInt8) -> [UInt8] {
            zip + [length, 0, 0, 0] + Array(name.utf8) + [0, 0, 0, 0]
        }
        let sentence = "This is a package for Anki. Export “Notes in Plain Text” instead."
        for (bytes, name) in [
            (zip, "Deutsch.APKG"), (zip, "all.colpkg"),
            (named("collection.anki2", 16), "deck.zip"), (named("meta", 4), "words.txt"),
        ] {
            let page = try bring(bytes, name: name).page
            #expect(page.status == 422 && page.contains(sentence), "\(name)")
        }
        for bytes in [zip, named("metadata.xml", 12), named("[Content_Types].xml", 19)] {
            let page = try bring(bytes, name: "words.zip").page
            #expect(page.status == 422 && !page.contains(sentence))
        }
        #expect(try bring(Array("term\nfox\n".utf8), name: "x.apkg").words.count == 1)
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
