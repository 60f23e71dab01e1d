import Foundation
import HTTP
import Markup
import Received
import SQLite
import Subtitles
import Testing

@testable import Storytime

/// Files from before Unicode, in the four ways by which captions come in.
@Suite("Captions in the encodings of their languages")
struct OldCaptionTests {
    private static let samples: [(language: String, encoding: String, text: String)] = [
        ("pl", "windows-1250", "Żółw i jeż. Gdzie jesteś, mały lisku? Już idę."),
        ("cs", "windows-1250", "Želva a ježek šli do lesa. Děkuji ti, že jsi přišel."),
        ("ro", "windows-1250", "Vulpea şi ursul pleacă în pădure, fetiţo!"),
        ("el", "windows-1253", "Η αλεπού και η αρκούδα πάνε στο δάσος."),
        ("ru", "windows-1251", "Лиса и медведь идут в лес. Спасибо!"),
        ("ru", "koi8-r", "Лиса и медведь идут в лес. Спасибо!"),
        ("he", "windows-1255", "השועל והדוב הולכים ליער"),
        ("tr", "windows-1254", "Kırmızı tilki ormana gidiyor. Teşekkür ederim!"),
        ("ar", "windows-1256", "الثعلب والدب يذهبان إلى الغابة"),
        ("ja", "shift-jis", "きつねとくまは森へいきます"),
        ("ko", "euc-kr", "여우와 곰은 숲으로 갑니다"),
        ("zh", "gbk", "狐狸和熊去森林。谢谢你来"),
    ]

    private func bytes(_ text: String, _ label: String) throws -> [UInt8] {
        let encoding = try #require(TextEncoding(label: label))
        return encoding.encode(Array("1\n00:00:01,000 --> 00:00:03,000\n\(text)\n".utf8))
    }

    @Test("Imported in the browser, by the name of the file", arguments: samples)
    func imported(language: String, encoding: String, text: String) throws {
        let console = try Console.asAdmin()
        let file = ("files", "Story.\(language).srt", try bytes(text, encoding))
        let answer = try console.postFile("/admin/captions/import", [], file: file)
        let page = try console.get(try #require(answer.location))
        #expect(page.contains(text))
        let name = EncodingChoices.name(of: try #require(TextEncoding(label: encoding)))
        #expect(page.contains(">\(name)<"))
    }

    @Test(
        "Sent by a program, by its parameter, and the answer says what was guessed",
        arguments: samples
    )
    func sent(language: String, encoding: String, text: String) throws {
        let console = try Console.asAdmin()
        let film = try console.addAsset(of: try console.addBook("Moon"), by: .local)
        console.cookies = [:]
        let key = try console.adminKey()
        let sent = try console.send(
            .post,
            "/api/v1/video_assets/\(film.id)/captions?language=\(language)",
            [("Authorization", "Bearer \(key)"), ("Content-Type", "application/x-subrip")],
            try bytes(text, encoding)
        )
        let record = try sent.record()
        #expect(record["encoding"] as? String == encoding)
        let problems = try #require(record["problems"] as? [String])
        #expect(
            problems.contains { $0.hasPrefix("The file doesn’t say its encoding. It was read as ") }
        )
        let track = try #require(try console.captions.tracks(of: film.id).first)
        let cues = try console.captions.cues(of: track.id, limit: 9)
        #expect(cues.map(\.text) == [text])
    }

    @Test(
        "Beside a film in the inbox, by their name, or by the book’s language",
        arguments: samples
    )
    func beside(language: String, encoding: String, text: String) throws {
        let folder = try TemporaryFolder()
        let console = try Console { $0.data = folder.path }
        try Program.makeDataFolders(console.site.configuration)
        let inbox = Inbox(console.site.configuration)
        for (name, spoken) in [("Story.\(language).srt", nil), ("Story.srt", language)] {
            try Data(try bytes(text, encoding)).write(to: URL(filePath: "\(inbox.path)/\(name)"))
            let new = try #require(inbox.newCaptions(name, beside: "Story.mp4", spoken: spoken))
            #expect(new.document.cues.map(\.text) == [text])
            #expect(new.note.contains("the encoding was guessed"))
            // When the film is ready, the file that was taken goes.
            inbox.removeCaptions(beside: "Story.mp4", with: [new.document], spoken: spoken)
            #expect(inbox.contents().captions.isEmpty)
        }
    }

    @Test("On the command line, by the name of the file or by an option", arguments: samples)
    func dumped(language: String, encoding: String, text: String) throws {
        let folder = try TemporaryFolder()
        let shell = Shell(data: folder.file("data"))
        for (name, options) in [
            ("Story.\(language).srt", []), ("Story.srt", ["--language", language]),
        ] {
            let path = folder.file(name)
            try Data(try bytes(text, encoding)).write(to: URL(filePath: path))
            let result = try shell.run(["captions", "dump", path] + options)
            #expect(result.output.contains(text) && result.output.contains("\"\(encoding)\""))
            #expect(result.errors.contains("The file doesn’t say its encoding."))
        }
    }

    @Test("A line that isn’t UTF-8 is named")
    func stray() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("Story.de.srt")
        let good = "1\n00:00:01,000 --> 00:00:03,000\nDie Bären träumen schön\n\n"
        let bad = Array("2\n00:00:04,000 --> 00:00:06,000\nUntertitel: K".utf8) + [0xE4, 0x74]
        try Data(Array(good.utf8) + bad).write(to: URL(filePath: path))
        let result = try Shell(data: folder.file("data")).run("captions", "dump", path)
        #expect(result.output.contains("Bären träumen") && result.output.contains("Kät"))
        #expect(result.errors.contains("line 7: This line isn’t in UTF-8 like the others."))
    }
}
