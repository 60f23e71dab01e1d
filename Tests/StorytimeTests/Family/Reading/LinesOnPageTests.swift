import Markup
import Received
import Subtitles
import Testing

@testable import Storytime

@Suite("A text that is longer than anybody reads")
struct LinesOnPageTests {
    private func lines(_ count: Int, bytes: Int) -> [ReadingLine] {
        (0..<count).map { index in
            ReadingLine(
                number: index + 1,
                start: MediaTime(milliseconds: index * 500),
                end: MediaTime(milliseconds: index * 500 + 400),
                text: String(repeating: "a", count: bytes),
                pieces: [
                    .init(
                        start: MediaTime(milliseconds: index * 500),
                        end: nil,
                        text: String(repeating: "a", count: bytes)
                    )
                ]
            )
        }
    }

    @Test("A film’s text is there as it is, and nothing is said about it")
    func usual() {
        let all = lines(5_000, bytes: 50)
        let shown = LinesOnPage(all)
        #expect(shown.lines == all)
        #expect(shown.left == 0 && shown.remark == nil)
    }

    @Test("It ends where the lines, or their bytes, are as many as a page may have, and says so")
    func cut() {
        let many = LinesOnPage(lines(12_000, bytes: 1))
        #expect(many.lines.count == LinesOnPage.mostLines && many.left == 2_000)
        #expect(many.remark?.contains("the first 10,000 of 12,000 lines") == true)
        let large = LinesOnPage(lines(990, bytes: 8_000))
        #expect(large.lines.reduce(0) { $0 + $1.text.utf8.count } <= LinesOnPage.mostBytes)
        #expect(large.lines.count + large.left == 990 && large.left > 0)
    }

    @Test("A line that fills more than a screen is shown up to there, between two letters")
    func longLine() {
        var line = lines(1, bytes: 1)[0]
        line = ReadingLine(
            number: 1,
            start: 0,
            end: 1,
            text: "a" + String(repeating: "é", count: LinesOnPage.mostBytesOfLine),
            pieces: line.pieces
        )
        let shown = LinesOnPage([line])
        #expect(shown.lines[0].text.utf8.count <= LinesOnPage.mostBytesOfLine + 3)
        #expect(shown.lines[0].text.hasSuffix("é…") && shown.lines[0].pieces.isEmpty)
        #expect(shown.remark != nil && shown.left == 0)
    }

    @Test("Words beyond ten hours of speech have no times of their own")
    func words() {
        let line = ReadingLine(
            number: 1,
            start: 0,
            end: 1,
            text: "a a a a",
            pieces: (0..<50).map { .init(start: MediaTime(milliseconds: $0), end: nil, text: "a") }
        )
        let shown = LinesOnPage(Array(repeating: line, count: 5_000))
        #expect(shown.lines.count == 5_000)
        let pieces = shown.lines.reduce(0) { $0 + $1.pieces.count }
        #expect(pieces == LinesOnPage.mostPieces)
    }

    @Test("Neither its page, nor its print, nor its lines for the script have megabytes")
    func pages() throws {
        let home = try ReadAlongHome()
        let texts = (0..<990).map { "\($0) " + String(repeating: "word ", count: 1_600) }
        let first = try home.bring(texts, to: home.family)
        let second = try home.bring(texts, to: home.family)
        let query = "track=own-\(first)&second=own-\(second)"
        for path in ["", "/print", "/cues/own-\(first).json"] {
            let answer = try home.console.get("\(home.path)\(path)?\(query)")
            #expect(answer.status == 200)
            #expect(answer.bytes.count < 2_500_000, "\(path): \(answer.bytes.count)")
        }
        let page = try home.console.get("\(home.path)?\(query)")
        #expect(page.contains("of 990 lines."))
        let whole = "\(home.path)/captions/own-\(first).srt"
        #expect(page.markup.all("a").contains { $0["href"] == whole })
        #expect(try home.console.get(whole).bytes.count > 7_000_000)
        #expect(try home.console.get("\(home.path)/print?\(query)").contains("of 990 lines."))
    }

    @Test("A file with a cue of megabytes is refused with its number")
    func longCue() throws {
        let text = String(repeating: "word ", count: CaptionFile.mostBytesOfCue / 5 + 1)
        let file =
            "1\n00:00:01,000 --> 00:00:02,000\nshort\n\n2\n00:00:03,000 --> 00:00:04,000\n\(text)\n"
        #expect(throws: CaptionFile.Refusal.longCue(2)) { try CaptionFile(Array(file.utf8)) }
        #expect("\(CaptionFile.Refusal.longCue(2))".contains("Cue 2 is too long"))
    }
}
