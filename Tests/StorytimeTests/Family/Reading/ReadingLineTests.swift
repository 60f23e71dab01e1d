import Foundation
import Received
import Subtitles
import Testing

@testable import Storytime

@Suite("The lines of a text that is read along")
struct ReadingLineTests {
    private func cue(_ start: MediaTime, _ end: MediaTime?, _ text: String = "x") -> Cue {
        Cue(start: start, end: end, text: text)
    }

    private func times(_ cues: [Cue], seconds: Int? = 100) -> [[MediaTime]] {
        ReadingLine.list(cues, numbers: [], seconds: seconds).map { [$0.start, $0.end] }
    }

    @Test("They are in the order of time, and keep their numbers")
    func order() {
        let lines = ReadingLine.list(
            [cue(5000, 6000, "b"), cue(1000, 2000, "a"), cue(5000, 7000, "c")],
            numbers: [71, 72, 73],
            seconds: nil
        )
        #expect(lines.map(\.text) == ["a", "b", "c"])
        #expect(lines.map(\.number) == [72, 71, 73])
    }

    @Test("One without an end lasts until the next begins, or to the end of the film")
    func ends() {
        #expect(times([cue(1000, nil), cue(4000, nil)]) == [[1000, 4000], [4000, 100_000]])
        #expect(times([cue(1000, nil)], seconds: nil) == [[1000, 6000]])
        #expect(times([cue(200_000, nil)], seconds: 100) == [[200_000, 205_000]])
        // Of two that begin together, neither ends where it begins.
        #expect(
            times([cue(1000, nil), cue(1000, nil), cue(3000, 4000)]) == [
                [1000, 3000], [1000, 3000], [3000, 4000],
            ]
        )
    }

    @Test("Those that never show, and those without a word, are left out")
    func nothing() {
        #expect(
            times([cue(2000, 2000), cue(3000, 1000), cue(1, 9, " \n "), cue(4000, 5000)]) == [
                [4000, 5000]
            ]
        )
    }

    @Test("The pieces of a line are its text, with the time of each (V2.2 L54)")
    func pieces() throws {
        let vtt = """
            WEBVTT

            00:01.000 --> 00:05.000
            “So <00:01.500>hört <00:02.000>doch<00:02.400>: <00:03.000><i>die</i> Glocke”
            """
        let cues = try Captions.read(Array(vtt.utf8)).cues
        let line = try #require(ReadingLine.list(cues, numbers: [], seconds: nil).first)
        #expect(line.pieces.map(\.text).joined() == line.text)
        #expect(line.pieces.first?.start == 1000)
        #expect(line.pieces.map(\.text).contains("hört "))
        #expect(line.pieces.first { $0.text == "hört " }?.start == 1500)
    }

    @Test("Times that make no sense are as if there were none")
    func damage() {
        var cue = cue(0, 1000, "ab")
        for words in [
            [Word(start: 0, offset: 1), Word(start: 1, offset: 1)],
            [Word(start: 0, offset: 2), Word(start: 1, offset: 0)],
            [Word(start: 0, offset: 0), Word(start: 1, offset: 9), Word(start: 2, offset: 10)],
        ] {
            cue.words = words
            let line = ReadingLine.list([cue], numbers: [], seconds: nil).first
            #expect(line?.pieces.isEmpty == true, "\(words)")
        }
    }

    @Test("Passages end with a silence, or when a picture has enough words")
    func passages() {
        func line(_ start: MediaTime, _ end: MediaTime, _ words: Int) -> ReadingLine {
            let text = Array(repeating: "w", count: words).joined(separator: " ")
            return ReadingLine(number: 1, start: start, end: end, text: text)
        }
        let close = [line(0, 1000, 5), line(1500, 3000, 5), line(9000, 9500, 5)]
        #expect(ReadingPassage.list(close).map(\.lines.count) == [2, 1])
        #expect(ReadingPassage.list(close).map(\.middle) == [1500, 9250])
        let wordy = (0..<6).map { (second: Int) in
            line(MediaTime(seconds: second), MediaTime(seconds: second + 1), 15)
        }
        #expect(ReadingPassage.list(wordy).map(\.lines.count) == [2, 2, 2])
        #expect(ReadingPassage.list([]).isEmpty)
        // In Japanese there are no spaces to count words by.
        let story = String(repeating: "むかしむかし、きつねが", count: 3)
        let japanese = (0..<6).map { (second: Int) in
            ReadingLine(
                number: 1,
                start: MediaTime(seconds: second),
                end: MediaTime(seconds: second + 1),
                text: story
            )
        }
        #expect(ReadingPassage.list(japanese).map(\.lines.count) == [2, 2, 2])
        // However long a film is, and however it is spoken, its paper has an end.
        let long = (0..<6000).map { number in
            let start = MediaTime(seconds: number * 5)
            return line(start, start + 1000, 10)
        }
        let many = ReadingPassage.list(long)
        #expect(many.count <= ReadingPassage.most)
        #expect(many.flatMap(\.lines) == long)
    }

    @Test(
        "The names of texts are one way of writing each",
        arguments: ["12", "own-7"]
    )
    func names(text: String) {
        #expect(TrackName(pathSegment: text[...])?.description == text)
        #expect(ReadingLinesFile(pathSegment: "\(text).json")?.track.description == text)
    }

    @Test("Other texts are no names", arguments: ["", "0", "012", "own-", "own-0", "own-x", "-1"])
    func noNames(text: String) {
        #expect(TrackName(pathSegment: text[...]) == nil)
        #expect(ReadingLinesFile(pathSegment: text[...]) == nil)
    }
}

/// The page’s script runs against the same table (`Tests/Rules/test_reading_rules.py`).
@Suite("What a second text says meanwhile, as server and page decide alike")
struct ReadingPairTests {
    private struct Case: Decodable {
        struct Line: Decodable {
            let start: Double
            let end: Double
            let text: String?
        }
        let name: String
        let lines: [Line]
        let second: [Line]
        let texts: [String]
    }

    private func lines(_ lines: [Case.Line]) -> [ReadingLine] {
        lines.enumerated().map { index, line in
            ReadingLine(
                number: index + 1,
                start: MediaTime(seconds: line.start),
                end: MediaTime(seconds: line.end),
                text: line.text ?? "\(index)"
            )
        }
    }

    @Test("Every case of the table")
    func table() throws {
        let path = Repository.folder + "/Tests/Fixtures/reading/pairs.json"
        let cases = try JSONDecoder().decode([Case].self, from: Data(Folder.text(path).utf8))
        #expect(cases.count >= 5)
        for each in cases {
            let texts = ReadingLine.pair(lines(each.lines), with: lines(each.second))
            #expect(texts == each.texts, "\(each.name)")
        }
    }

    @Test("On paper a passage has what is said during all of its lines, and no other's")
    func passages() {
        let first = (0..<60).map { index in
            ReadingLine(
                number: index + 1,
                start: MediaTime(milliseconds: index * 2_000),
                end: MediaTime(milliseconds: index * 2_000 + 1_900),
                text: "one two three"
            )
        }
        let second = first.filter { $0.number != 3 }.map {
            ReadingLine(number: $0.number, start: $0.start, end: $0.end, text: "\($0.number)")
        }
        let passages = ReadingPassage.list(first)
        #expect(passages.count > 1)
        let texts = ReadingPassage.pair(passages, with: second)
        #expect(texts.count == passages.count)
        #expect(
            texts.joined(separator: "\n").split(separator: "\n").map { Int($0) }
                == second.map(\.number)
        )
        #expect(texts[0].hasPrefix("1\n2\n4\n"))
        #expect(ReadingPassage.pair(passages, with: []).allSatisfy { $0.isEmpty })
    }
}
