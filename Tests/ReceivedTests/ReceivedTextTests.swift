import Testing

@testable import Received

@Suite struct ReceivedTextTests {
    private static let alternating = ["\u{301}", "\u{316}"]

    /// A letter under so many marks of alternating classes.
    private static func letter(marks: Int) -> String {
        (0..<marks).reduce(into: "a") {
            $0.unicodeScalars.append(contentsOf: alternating[$1 % 2].unicodeScalars)
        }
    }

    private static func refusal(of text: String) -> ReceivedText.Refusal? {
        do {
            _ = try ReceivedText.read(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("Text is taken as it is")
    func taken() throws {
        for text in [
            "", "Pippi", "Ünïcödé", "e\u{301}", "👩‍👩‍👧‍👦", "한국어 \u{1112}\u{1161}\u{11AB}", "שָׁלוֹם",
            "Z̸̡̛a̶̢l̷̰g̵̨o̴",
            Self.letter(marks: ReceivedText.maximumMarks),
            String(repeating: Self.letter(marks: ReceivedText.maximumMarks), count: 50),
            String(repeating: "👩\u{200D}", count: 5_000),
        ] {
            #expect(Array(try ReceivedText.read(Array(text.utf8)).utf8) == Array(text.utf8))
        }
    }

    @Test("A letter under more marks than any script has is no text")
    func tooMany() {
        let letter = Self.letter(marks: ReceivedText.maximumMarks + 1)
        #expect(Self.refusal(of: letter) == .tooManyMarks)
        #expect(Self.refusal(of: "fine " + letter + " fine") == .tooManyMarks)
        let one = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(Self.refusal(of: one) == .tooManyMarks)
        // Marks that have no class of their own, and letters that are marks once they are folded.
        for mark in ["\u{F73}", "\u{93F}", "\u{20DD}", "\u{FF9E}"] {
            #expect(Self.refusal(of: "a" + String(repeating: mark, count: 200)) == .tooManyMarks)
        }
    }

    @Test(
        "What folding drops doesn't part the marks",
        arguments: ["\u{AD}", "\u{200D}", "\u{34F}", "\u{3164}"]
    )
    func ignored(_ between: String) {
        let run = String(repeating: "\u{301}\u{316}" + between, count: ReceivedText.maximumMarks)
        #expect(Self.refusal(of: "a" + run) == .tooManyMarks)
    }

    @Test("Bytes that are no UTF-8 are no text")
    func notUTF8() {
        #expect(throws: ReceivedText.Refusal.notUTF8) { try ReceivedText.read([0x61, 0xFF]) }
    }
}
