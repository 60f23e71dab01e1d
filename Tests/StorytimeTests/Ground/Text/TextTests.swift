import Foundation
import Testing

@testable import Storytime

@Suite("Folded text")
struct FoldingTests {
    @Test(
        "What two spellings have in common",
        arguments: [
            ("Hello", "hello"), ("Été", "ete"), ("E\u{301}te\u{301}", "ete"), ("Straße", "strasse"),
            ("STRASSE", "strasse"), ("ẞ", "ss"), ("Æsop", "aesop"), ("Œuvre", "oeuvre"),
            ("Ørsted", "orsted"),
            ("Łódź", "lodz"), ("İstanbul", "istanbul"), ("ısı", "isi"), ("Đorđe", "dorde"),
            ("Þór", "thor"), ("Ñandú", "nandu"), ("Ångström", "angstrom"), ("Ａ１", "a1"),
            ("ﬁ", "fi"),
            ("Ⅷ", "viii"), ("½", "1⁄2"), ("Ελλάς", "ελλασ"), ("ΕΛΛΆΣ", "ελλασ"), ("Й", "и"),
            ("  a \u{3000}\t b  ", "a b"), ("a\u{200D}b", "ab"), ("a\u{AD}b", "ab"),
            ("don’t", "don't"),
            // Marks that are letters of their own stay: these are other words without them.
            ("ガ", "カ\u{3099}"), ("कि", "कि"), ("เก่", "เก่"), ("ёлка", "елка"), ("ᾳ", "αι"),
            ("", ""), ("   ", ""), ("日本", "日本"), ("🦊", "🦊"), ("ŉ", "'n"),
        ]
    )
    func folds(text: String, folded: String) {
        #expect(Array(Folding.fold(text).unicodeScalars) == Array(folded.unicodeScalars))
    }

    @Test("Folding twice is folding once, for every letter of the first planes")
    func isIdempotent() {
        for value in UInt32(0x20)...0x2FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = Folding.fold(String(scalar))
            let twice = Folding.fold(once)
            #expect(
                Array(once.unicodeScalars) == Array(twice.unicodeScalars),
                "U+\(String(value, radix: 16))"
            )
        }
    }

    @Test("A text of ASCII alone is folded as it is beside other letters")
    func foldsASCII() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<2000 {
            let bytes = (0..<random.below(12)).map { _ in UInt8(random.below(0x80)) }
            let text = String(decoding: bytes, as: UTF8.self)
            let beside = Folding.fold("日 " + text + " 日").unicodeScalars
            let folded = Folding.fold(text).unicodeScalars
            #expect(
                Array("日 ".unicodeScalars + folded + (folded.isEmpty ? "日" : " 日").unicodeScalars)
                    == Array(beside)
            )
        }
    }

    @Test("Composed and decomposed spellings are one")
    func normalForms() {
        for word in ["Été", "Łódź", "Ångström", "한국어", "がぎぐ", "Việt"] {
            let composed = word.precomposedStringWithCanonicalMapping
            let decomposed = word.decomposedStringWithCanonicalMapping
            #expect(Folding.fold(composed) == Folding.fold(decomposed))
        }
    }
}

@Suite("Slugs")
struct SlugTests {
    @Test(
        "A slug is made of a name's letters and digits",
        arguments: [
            ("Bedtime Stories", "bedtime-stories"), ("Animals & Nature", "animals-nature"),
            ("Learning & ABCs", "learning-abcs"), ("Été à la Mer", "ete-a-la-mer"),
            ("Grandma's  House!", "grandmas-house"), ("Grandma’s", "grandmas"), ("--a--b--", "a-b"),
            ("Straße 7½", "strasse-71-2"), ("100 %", "100"), ("日本", "x"), ("", "x"), ("!!!", "x"),
            ("日本 Stories", "stories"), ("🦊 Fox", "fox"), ("Łódź/Ørsted", "lodz-orsted"),
        ]
    )
    func suggests(name: String, slug: String) {
        #expect(Slug.suggested(for: name, fallback: "x") == slug)
    }

    @Test("Whatever the name, the slug is one that the form and the schema accept")
    func isAlwaysValid() {
        var names = (1...200).map { String(repeating: "ab ", count: $0) }
        names += (0..<300).map { String(repeating: "x", count: $0) + " -" }
        names += (UInt32(0)...0x2FFF).compactMap { Unicode.Scalar($0) }.map { "\($0)a\($0)" }
        for name in names {
            let slug = Slug.suggested(for: name, fallback: "x")
            #expect(Slug.isValid(slug) && slug.utf8.count <= 95, "\(name)")
        }
    }

    @Test(
        "What a slug looks like",
        arguments: [
            ("a", true), ("a-b-2", true), ("7", true), ("", false), ("-", false), ("a-", false),
            ("-a", false), ("a--b", false), ("A", false), ("a_b", false), ("a b", false),
            ("é", false),
            ("a/b", false), ("..", false),
        ]
    )
    func validity(text: String, isValid: Bool) {
        #expect(Slug.isValid(text) == isValid)
    }

    @Test("A hundred characters are the most")
    func length() {
        #expect(Slug.isValid(String(repeating: "a", count: 100)))
        #expect(!Slug.isValid(String(repeating: "a", count: 101)))
    }

    @Test(
        "The first that is free is taken",
        arguments: [
            ([], "sea"), (["sea"], "sea-2"), (["sea", "sea-2", "sea-4"], "sea-3"),
            (["sea-2"], "sea"),
        ] as [(Set<String>, String)]
    )
    func unique(taken: Set<String>, slug: String) {
        #expect(Slug.unique("sea", among: taken) == slug)
    }
}

@Suite("JSON text")
struct JSONTextTests {
    @Test("Every text comes back through a JSON reader, and can stand in a script")
    func roundTrip() throws {
        let texts = [
            "", "a\"b\\c/", "\n\r\t\u{8}\u{C}", "\u{0}\u{1F}\u{7F}\u{80}", "</script>",
            "\u{2028}\u{2029}", "🦊 é e\u{301} 日本", "\u{FFFF}\u{10FFFF}",
        ]
        for text in texts {
            let json = JSONText.quoted(text)
            let read = try JSONDecoder().decode(String.self, from: Data(json.utf8))
            #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
            #expect(!json.contains("<") && !json.contains("\u{2028}") && !json.contains("\n"))
        }
    }
}

@Suite("Counted things")
struct CountedTests {
    @Test(
        "Numbers have a comma between thousands",
        arguments: [
            (0, "0"), (999, "999"), (1000, "1,000"), (-1234, "-1,234"), (1_234_567, "1,234,567"),
            (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
        ]
    )
    func numbers(number: Int, text: String) {
        #expect(Counted.number(number) == text)
    }

    @Test(
        "None, one, many",
        arguments: [(0, "no books"), (1, "1 book"), (2, "2 books"), (1500, "1,500 books")]
    )
    func counted(count: Int, text: String) {
        #expect(Counted.text(count, "book", "books") == text)
    }

    @Test(
        "Sizes have a tenth where it says something",
        arguments: [
            (0, "no bytes"), (1, "1 byte"), (999, "999 bytes"), (1500, "1.5 kB"),
            (999_499, "999 kB"), (999_500, "1 MB"), (8_000_000, "8 MB"), (64_040_000, "64 MB"),
            (64_050_000, "64.1 MB"), (123_456_789, "123 MB"), (Int.max, "9.2 EB"),
        ]
    )
    func sizes(bytes: Int, text: String) {
        #expect(ByteCount.text(bytes) == text)
    }
}

@Suite("Times as people read them")
struct TimeTextTests {
    /// 4 March 2026, 14:05:09 UTC.
    private static let time = 1_772_633_109

    @Test(
        "A time is that of the zone, summer time and date line too",
        arguments: [
            ("UTC", time, "4 March 2026, 14:05"), ("Europe/Berlin", time, "4 March 2026, 15:05"),
            ("Europe/Berlin", time + 150 * 86_400, "1 August 2026, 16:05"),
            ("Pacific/Auckland", time, "5 March 2026, 03:05"),
            ("America/New_York", time, "4 March 2026, 09:05"),
            ("Asia/Kolkata", time, "4 March 2026, 19:35"),
            ("UTC", 0, "1 January 1970, 00:00"), ("UTC", -1, "31 December 1969, 23:59"),
            ("UTC", 951_782_400, "29 February 2000, 00:00"),
            ("No/Such", time, "4 March 2026, 14:05"),
        ]
    )
    func exact(zone: String, seconds: Int, text: String) {
        #expect(TimeText(zone: zone).exact(seconds) == text)
    }

    @Test(
        "How long ago",
        arguments: [
            (0, "just now"), (59, "just now"), (60, "1 minute ago"), (119, "1 minute ago"),
            (3599, "59 minutes ago"), (3600, "1 hour ago"), (86_399, "23 hours ago"),
            (86_400, "3 March 2026"), (-60, "just now"), (-61, "4 March 2026, 14:06"),
        ]
    )
    func relative(age: Int, text: String) {
        #expect(TimeText(zone: "UTC").relative(Self.time - age, now: Self.time) == text)
    }

    @Test(
        "Since when: the time is enough on the same day of the viewer’s zone",
        arguments: [
            ("UTC", 60, "14:04"), ("UTC", 14 * 3600, "00:05"),
            ("UTC", 15 * 3600, "3 March 2026, 23:05"),
            ("Pacific/Auckland", 4 * 3600, "4 March 2026, 23:05"),
        ]
    )
    func since(zone: String, age: Int, text: String) {
        #expect(TimeText(zone: zone).since(Self.time - age, now: Self.time) == text)
    }

    @Test("Machines read UTC, whatever the zone")
    func iso() {
        #expect(TimeText.iso(Self.time) == "2026-03-04T14:05:09Z")
        #expect(TimeText.iso(0) == "1970-01-01T00:00:00Z")
    }

    @Test("Pages show times in the configured zone")
    func configuredZone() throws {
        let console = try Console { $0.timeZone = "Asia/Kolkata" }
        try console.signIn(as: .admin)
        try console.addBook("Journey")
        #expect(try console.get("/admin/books/1").contains("21 November 2026, 16:10"))
    }
}
