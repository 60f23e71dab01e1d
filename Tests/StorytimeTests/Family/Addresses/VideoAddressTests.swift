import Testing

@testable import Storytime

@Suite("What an address of a video means")
struct VideoAddressTests {
    private static let home = Origin("https://stories.example.org")
    private static let id = "dQw4w9WgXcQ"
    private static let mux = "DS00Spx1CV902MCtPj5WknGlR102V5HFkDe"

    private func read(_ text: String) throws -> VideoAddress {
        try VideoAddress.read(text, home: Self.home)
    }

    private func refusal(_ text: String) -> VideoAddress.Refusal? {
        do {
            let address = try VideoAddress.read(text, home: Self.home)
            Issue.record("\(text) is \(address)")
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "V1.1 L17: YouTube’s ways of writing one video lead to it, and what else they say is dropped",
        arguments: [
            "https://www.youtube.com/watch?v=\(id)",
            "https://youtube.com/watch?v=\(id)&list=PL7&index=3",
            "http://www.youtube.com/watch?v=\(id)&feature=share", "https://youtu.be/\(id)?si=abc",
            "https://www.youtube.com/shorts/\(id)", "https://www.youtube.com/embed/\(id)?rel=0",
            "https://www.youtube.com/live/\(id)?feature=share",
            "https://m.youtube.com/watch?v=\(id)",
            "https://music.youtube.com/watch?v=\(id)&list=RD",
            "https://www.youtube-nocookie.com/embed/\(id)",
            "https://www.youtube.com/v/\(id)", "https://www.youtube.com/e/\(id)",
            "https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3D\(id)%26feature%3Dshare",
            "youtu.be/\(id)", "www.youtube.com/watch?v=\(id)", "HTTPS://YOUTU.BE/\(id)",
            "  https://youtu.be/\(id)\n", "<https://youtu.be/\(id)>",
            "https://gaming.youtube.com/watch?v=\(id)",
        ]
    )
    func youTube(text: String) throws {
        #expect(try read(text) == .youTube(Self.id, moment: nil))
    }

    @Test(
        "What isn’t a video at YouTube is none",
        arguments: [
            "https://www.youtube.com/", "https://www.youtube.com/playlist?list=PL7",
            "https://www.youtube.com/embed/videoseries?list=PL7",
            "https://www.youtube.com/@handle/live",
            "https://youtu.be/", "https://youtu.be/short", "https://www.youtube.com/watch?v=",
            "https://www.youtube.com/watch?v=\(id)x",
            "https://www.youtube.com/watch?v=dQw4w9WgXc%22",
            "https://www.youtube.com/redirect?q=https://10.0.0.1/film.mp4",
        ]
    )
    func noYouTube(text: String) {
        #expect(refusal(text) == .unknown)
    }

    @Test(
        "Where to begin, in all its spellings",
        arguments: [
            ("?t=90", 90), ("?t=90s", 90), ("?t=1m30s", 90), ("?t=1h2m3s", 3723), ("?start=90", 90),
            ("?t=2h", 7200), ("?t=3m", 180), ("#t=90", 90), ("?t=1:30", 90), ("?t=1:02:03", 3723),
            ("?t=90.7", 90), ("?time_continue=90", 90), ("#t=90,120", 90), ("?t=1M30S", 90),
            ("?t=0", nil), ("?t=", nil), ("?t=-5", nil), ("?t=soon", nil), ("?t=30s1m", nil),
            ("?t=99999999999999999999", nil), ("?t=1e3", nil), ("?t=9999999h", nil), ("?t=ms", nil),
        ] as [(String, Int?)]
    )
    func moments(query: String, seconds: Int?) throws {
        #expect(try read("https://youtu.be/\(Self.id)\(query)").moment == seconds, "\(query)")
        #expect(try read("https://films.example/fox.mp4\(query)").moment == seconds, "\(query)")
    }

    @Test(
        "V1.1 L17, L19: Our own pages are stories, whichever of them it is",
        arguments: [
            "/watch/7", "/watch/7/print", "https://stories.example.org/watch/7",
            "http://stories.example.org/watch/7", "stories.example.org/watch/7", "/books/7",
            "https://stories.example.org/catalog/books/7?child=3", "/admin/books/7",
            "https://stories.example.org/?b=7", "?b=7", "/kids/watch/7", "/kids/read/7",
            "/kids/stories/7", "web+storytime:/watch/7", "web+storytime://watch/7",
            "web+storytime:https%3A%2F%2Fstories.example.org%2Fwatch%2F7",
        ]
    )
    func own(text: String) throws {
        #expect(try read(text) == .story(ID(7), moment: nil))
    }

    @Test("V6 L123: A moment of a story, and a video that was opened before, have addresses too")
    func ownMoments() throws {
        #expect(try read("/watch/7?t=75&track=12") == .story(ID(7), moment: 75))
        #expect(
            try read("https://stories.example.org/catalog/books/7#t=75")
                == .story(ID(7), moment: 75)
        )
        #expect(try read("/watch/web/3?t=75") == .web(ID(3), moment: 75))
        for text in [
            "/watch/", "/watch/words", "/watch/07", "/watch/web/x", "/", "/watch/open?url=/",
        ] {
            #expect(refusal(text) == .unknown, "\(text)")
        }
    }

    @Test("V1.1 L17: A video at Mux is known by its playback id")
    func mux() throws {
        let base = "https://stream.mux.com/\(Self.mux)"
        for end in [".m3u8", "/highest.mp4", ".m3u8?token=a.b", "/720p.mp4?t=5"] {
            let address = try read(base + end)
            guard case .playback(let id, let direct?, _) = address else {
                Issue.record("\(end) is \(address)")
                continue
            }
            #expect(id == Self.mux && direct.text == base + end)
        }
        #expect(try read(Self.mux) == .playback(Self.mux, direct: nil, moment: nil))
        for end in ["", "/", "/storyboard.vtt"] {
            #expect(refusal(base + end) == .unknown, "\(end)")
        }
    }

    @Test("V1.1 L17: Files and streams of any site are direct addresses")
    func direct() throws {
        for name in ["fox.mp4", "FOX.MP4", "a/b.webm", "x.m4v?key=1", "y.mov", "z.ogv"] {
            let text = "https://films.example/\(name)"
            #expect(try read(text) == .file(try #require(WebAddress(text)), moment: nil), "\(name)")
        }
        let stream = "https://films.example/live/index.m3u8"
        #expect(try read(stream) == .hls(try #require(WebAddress(stream)), moment: nil))
        // The host is the same however it is written; the fragment isn't part of the film.
        #expect(
            try read("HTTPS://Films.Example/fox.mp4#t=5")
                == .file(try #require(WebAddress("https://films.example/fox.mp4")), moment: 5)
        )
        #expect(
            try read("films.example/fox.mp4")
                == .file(try #require(WebAddress("https://films.example/fox.mp4")), moment: nil)
        )
    }

    @Test("URL L142: An address is found in the text that another app shares")
    func shared() throws {
        for text in [
            "A film about foxes https://youtu.be/\(Self.id) via an app",
            "“A film” (https://youtu.be/\(Self.id)).", "Look:https://youtu.be/\(Self.id)!",
            "Ein Film\nhttps://www.youtube.com/watch?v=\(Self.id)\n",
        ] {
            #expect(try read(text) == .youTube(Self.id, moment: nil), "\(text)")
        }
        for text in ["Just words", "fox", "a.b", "12:30", "", "  "] {
            #expect([.unknown, .empty, .scheme].contains(refusal(text)), "\(text)")
        }
    }

    @Test(
        "Hosts that are no names on the Internet are refused, in every spelling of their numbers",
        arguments: [
            "https://127.0.0.1/f.mp4", "https://10.0.0.7/f.mp4", "https://2130706433/f.mp4",
            "https://0x7f000001/f.mp4", "https://0177.0.0.1/f.mp4", "https://127.1/f.mp4",
            "https://[::1]/f.mp4", "https://[::ffff:127.0.0.1]/f.mp4", "https://localhost/f.mp4",
            "https://router.lan/f.mp4", "https://nas.local/f.mp4", "https://intranet/f.mp4",
            "https://a.internal/f.mp4", "https://films.example./f.mp4", "https://8.8.8.8/f.mp4",
            "https://films.0x7f/f.mp4", "https://..films.example/f.mp4", "https://1.1/f.mp4",
            "https://x.localhost/f.mp4", "https://169.254.169.254/f.mp4",
        ]
    )
    func inner(text: String) {
        #expect(refusal(text) == .inner)
    }

    @Test(
        "Other schemes, names and passwords, ports, and texts that programs read differently are refused",
        arguments: [
            ("ftp://films.example/f.mp4", .scheme), ("file:///etc/passwd.mp4", .scheme),
            ("javascript:alert(1)//f.mp4", .scheme), ("data:video/mp4;base64,AAAA", .scheme),
            ("gopher://films.example/f.mp4", .scheme),
            ("//films.example/f.mp4", .scheme), ("http://films.example/f.mp4", .notSecure),
            ("https://ada:pw@films.example/f.mp4", .credentials),
            ("https://films.example@10.0.0.1/f.mp4", .credentials),
            ("https://films.example:8443/f.mp4", .port),
            ("https://films.example:443@x/f.mp4", .credentials),
            ("https://films.example\\@10.0.0.1/f.mp4", .unknown),
            ("https://films.example/a\"b.mp4", .unknown),
            ("https://films.example/fox.html", .unknown), ("https://films.example/", .unknown),
            ("https://bücher.example/f.mp4", .unknown),
            ("https://films.example/\u{0}f.mp4", .unknown),
            ("https:///f.mp4", .unknown), ("https://films.example%00.evil.example/f.mp4", .unknown),
            ("web+storytime:web+storytime:/watch/7", .unknown),
            ("https://evil.example/watch?v=dQw4w9WgXcQ", .unknown),
            ("https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ", .unknown),
        ] as [(String, VideoAddress.Refusal)]
    )
    func hostile(text: String, expected: VideoAddress.Refusal) {
        #expect(refusal(text) == expected, "\(text)")
    }

    @Test("An address that is too long is said to be")
    func tooLong() {
        let text = "https://films.example/" + String(repeating: "a", count: 2000) + ".mp4"
        #expect(refusal(text) == .tooLong)
    }
}
