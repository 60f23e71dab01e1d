import Testing

@testable import Received

@Suite struct MarkLimitTests {
    /// A letter under so many marks.
    private static func letter(_ marks: Int, _ mark: String = "\u{301}") -> String {
        "a" + String(repeating: mark, count: marks)
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }

    @Test(
        "What is too much is taken out, and everything else stays",
        arguments: ["\u{301}", "\u{93F}", "\u{1D165}"]
    )
    func cut(mark: String) {
        let most = Self.letter(ReceivedText.maximumMarks, mark)
        for (text, expected) in [
            (Self.letter(129, mark), most),
            ("Ü " + Self.letter(100_000, mark) + " end", "Ü " + most + " end"),
            (Self.letter(500, mark) + Self.letter(500, mark), most + most),
            (Self.letter(128, mark) + "\u{200D}" + mark, most + "\u{200D}"),
            (
                String(repeating: "漢", count: 300) + Self.letter(200, mark),
                String(repeating: "漢", count: 300) + most
            ),
        ] {
            #expect(Self.isSame(ReceivedText.cut(text), expected))
            #expect(Self.isSame(ReceivedText.repair(Array(text.utf8)), expected))
            #expect(Self.isSame(text.withCString { ReceivedText.repair(cString: $0) }, expected))
        }
    }

    @Test("Of flags in a row 64 stay, and each letter that isn’t one begins another row")
    func flags() throws {
        let row = String(repeating: "🇸🇪", count: 64)
        for (text, expected) in [
            (row, row), (row + "🇸", row), (row + "\u{200D}🇸🇪", row + "\u{200D}"),
            (row + " " + row + "🇫🇮", row + " " + row),
            (row + "\u{301}" + row, row + "\u{301}" + row),
        ] {
            #expect(Self.isSame(ReceivedText.cut(text), expected))
        }
        #expect(try ReceivedText.read(Array(row.utf8)) == row)
        #expect(throws: ReceivedText.Refusal.tooManyMarks) {
            try ReceivedText.read(Array((row + "🇸").utf8))
        }
    }

    @Test(
        "Marks that come together piece by piece are counted together",
        arguments: [1, 7, 128, 200]
    )
    func pieces(size: Int) {
        var text: [UInt8] = []
        var limit = MarkLimit()
        for piece in ["Hé ", "a"]
            + Array(repeating: String(repeating: "\u{316}", count: size), count: 300) + [
                "b", "\u{301}",
            ]
        {
            text += piece.utf8
            limit.apply(to: &text)
        }
        let expected = "Hé " + Self.letter(min(128, 300 * size), "\u{316}") + "b\u{301}"
        #expect(limit.hasCut)
        #expect(text == Array(expected.utf8))
    }

    @Test("A text is the same in pieces and in one, whatever it is made of")
    func random() {
        var numbers = SystemRandomNumberGenerator()
        let parts = ["a", " ", "é", "漢", "\u{301}", "\u{316}", "\u{200D}", "👩", "\u{AD}", "🇸"]
        for _ in 0..<300 {
            let heap = ["\u{301}", "🇸", nil].randomElement(using: &numbers).flatMap(\.self)
            let pieces = (0..<600).map { _ in
                Int.random(in: 0..<300, using: &numbers) > 0 ? heap : nil
            }.map { $0 ?? parts[Int.random(in: 0..<parts.count, using: &numbers)] }
            var text: [UInt8] = []
            var limit = MarkLimit()
            for piece in pieces {
                text += piece.utf8
                limit.apply(to: &text)
            }
            let whole = pieces.joined()
            #expect(text == Array(ReceivedText.cut(whole).utf8))
            var bytes: [UInt8] = []
            var byteLimit = MarkLimit()
            for byte in whole.utf8 {
                bytes.append(byte)
                byteLimit.apply(to: &bytes)
            }
            #expect(bytes == text)
            #expect(limit.hasCut == ReceivedText.hasTooManyMarks(whole))
            #expect(limit.hasCut == (Self.mostMarks(in: whole) > ReceivedText.maximumMarks))
        }
    }

    /// Counted in the plainest way.
    private static func mostMarks(in text: String) -> Int {
        var (marks, indicators, most) = (0, 0, 0)
        for scalar in text.unicodeScalars {
            if scalar == "\u{200D}" || scalar == "\u{AD}" { continue }
            marks = scalar == "\u{301}" || scalar == "\u{316}" ? marks + 1 : 0
            indicators = scalar == "🇸" ? indicators + 1 : 0
            most = max(most, marks, indicators)
        }
        return most
    }

    @Test("Bytes that aren’t UTF-8 become replacement characters")
    func broken() {
        #expect(ReceivedText.repair([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
        var text = [UInt8](repeating: 0xCC, count: 2_000)
        var limit = MarkLimit()
        limit.apply(to: &text)
        #expect(text.count == 2_000)
    }
}
