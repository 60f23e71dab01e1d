import Received
import Testing

@testable import Storytime

@Suite("The words of a text")
struct StoryWordsTests {
    @Test(
        "Words are runs of letters; marks, numbers and lonely quotes are none",
        arguments: [
            ("Don’t stop, well-known fox!", ["Don’t", "stop", "well-known", "fox"]),
            ("'Twas 12 o'clock – \"so\" she said…", ["Twas", "o'clock", "so", "she", "said"]),
            (
                "Ein Mädchen lief über die Straße",
                ["Ein", "Mädchen", "lief", "über", "die", "Straße"]
            ),
            ("きらきら光る星", ["きらきら", "光", "る", "星"]),
            ("コーヒーを飲む", ["コーヒー", "を", "飲", "む"]),
            ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
            ("cafe\u{301} noir", ["cafe\u{301}", "noir"]),
            ("1984 -- 3.5 %", []), ("", []),
        ]
    )
    func splits(text: String, words: [String]) {
        #expect(StoryWords.split(text) == words)
    }

    private func line(_ start: MediaTime, _ text: String) -> ReadingLine {
        ReadingLine(number: 1, start: start, end: start + 1000, text: text)
    }

    @Test(
        "V4.3 L110: Each word is there once, with the line and the moment in which it is first said"
    )
    func unique() {
        let words = StoryWords([
            line(1500, "The Fox ran."), line(4000, "The fox, the Owl!"), line(9000, "Owl?"),
        ]).words
        #expect(words.map(\.term) == ["the", "fox", "ran", "Owl"])
        #expect(words.map(\.count) == [3, 2, 1, 2])
        #expect(words[1].sentence == "The Fox ran." && words[1].seconds == 1.5)
        #expect(words[3].seconds == 4)
    }

    @Test("Half a million letters are read in a moment, whatever they are")
    func long() {
        let text = String(repeating: "a'", count: 250_000)
        let time = ContinuousClock().measure { _ = StoryWords([line(0, text)]) }
        #expect(time < .seconds(5))
    }
}
