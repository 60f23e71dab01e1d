import HTTP
import Testing

@testable import Storytime

/// Files of a few kilobytes that once took minutes: a letter under marks of alternating classes where a reader
/// compares what it has read.
@Suite("Files that took minutes")
struct CostlyFilesTests {
    /// The letter a, and n times U+0301 U+0316.
    private static func heap(_ n: Int) -> String {
        "a" + String(repeating: "\u{301}\u{316}", count: n)
    }

    /// It was between 47 seconds and forever. What is in proportion takes some hundredths of one.
    private static let most = 5_000_000_000

    private static func words(_ n: Int) -> (String, String, [UInt8]) {
        let text = "#separator:tab\n#columns:\(heap(n))\tMeaning\nx\ty\n"
        return ("file", "words.txt", Array(text.utf8))
    }

    @Test(
        "A file of words for Anki, checked and imported",
        arguments: [5_000, 10_000, 20_000, 100_000]
    )
    func anki(n: Int) throws {
        let console = try WatchingHome().console
        for more in [[], [("check", "1")]] {
            let time = try ProcessorTime.of {
                let answer = try console.postFile(
                    "/watch/words/files",
                    [("whose", "parents")] + more,
                    file: Self.words(n)
                )
                #expect(answer.status < 500)
            }
            #expect(time < Self.most)
        }
    }

    @Test(
        "A playlist’s second line, and the name of a file",
        arguments: [10_000, 20_000, 40_000, 200_000]
    )
    func addresses(n: Int) throws {
        let url = try #require(WebAddress("https://films.example/a.m3u8"))
        let time = ProcessorTime.of {
            _ = FilmLength.playlist(Array("#EXTM3U\n\(Self.heap(n))\n".utf8))
            let name = CostlyPlace.disposition("attachment; filename=\"\(Self.heap(n)).mp4\"")
            _ = VideoLooker.title(of: url, name)
        }
        #expect(time < Self.most)
    }

    @Test("The preview of captions with such a voice", arguments: [5_000, 100_000])
    func voice(n: Int) throws {
        let home = try WatchingHome()
        let file = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v \(Self.heap(n))>Hello</v>\n"
        let time = try ProcessorTime.of {
            let sent = try home.console.post("/watch/\(home.fox.id)/captions", [("text", file)])
            // In a form such a letter is refused; a file is cut.
            #expect(sent.status == 400)
            let answer = try home.console.postFile(
                "/watch/\(home.fox.id)/captions",
                [],
                file: ("file", "voice.en.vtt", Array(file.utf8))
            )
            #expect(answer.status == 303)
            #expect(try home.console.follow(answer).contains("Hello"))
        }
        #expect(time < Self.most)
    }

    @Test("Two such files from two sign-ins of one parent keep nobody from signing in")
    func twoSessions() throws {
        let home = try WatchingHome()
        let parent = try home.console.addParent("kajsa@example.test", in: home.family)
        let time = try ProcessorTime.of {
            for _ in 0..<2 {
                home.console.cookies = [:]
                try home.console.signIn(parent)
                _ = try home.console.postFile(
                    "/watch/words/files",
                    [("whose", "parents")],
                    file: Self.words(60_000)
                )
            }
        }
        #expect(time < Self.most)
    }
}
