import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Opening a video by its address")
struct OpenPagesTests {
    private static let id = "dQw4w9WgXcQ"
    private static let film = "https://films.example/night-foxes.mp4"

    private let home: WatchingHome
    private let console: Console
    private let net: AddressNet

    init() throws {
        home = try WatchingHome()
        console = home.console
        net = AddressNet(for: console)
    }

    private func console(allowing youTube: Bool) throws -> (Console, AddressNet) {
        let console = try Console { $0.addresses.allowsYouTube = youTube }
        let family = try console.addFamily()
        try console.signIn(try console.addParent("astrid@example.test", in: family))
        return (console, AddressNet(for: console))
    }

    private func look(_ text: String, _ console: Console? = nil, as name: String = "url") throws
        -> Answer
    {
        let query = PercentEncoding.encodeQuery([(name: name, value: text)])
        return try (console ?? self.console).get("/watch/open?" + query)
    }

    @Test("URL L142: What is at an address is shown before it is opened: title, site and length")
    func film() throws {
        net.addFilm(Self.film, seconds: 75)
        let page = try look(Self.film)
        for text in ["night foxes", "Video file", "1 minute", "Open Video"] {
            #expect(page.contains(text), "\(text)")
        }
        // Only the beginning of the file was asked for, and nothing is kept by looking.
        #expect(
            net.requests.allSatisfy { $0.cutsAtLimit && $0.headers.contains { $0.name == "Range" } }
        )
        #expect(try console.webVideos().isEmpty)
        // What stands there is what was typed; looked at again, nobody is asked again.
        #expect(page.contains("value=\"\(Self.film)\""))
        _ = try look(Self.film)
        #expect(net.urls == [Self.film])
    }

    @Test(
        "URL L143: “Open Video” keeps the video and leads to the page that plays it, at its moment"
    )
    func opens() throws {
        net.addFilm(Self.film)
        let page = try console.get("/watch/open")
        let form = try #require(page.markup.forms.first { $0.action == "/watch/open" })
        #expect(form.method == "post" && page.contains("Open Video</button>"))
        for text in [Self.film + "#t=30", "films.example/night-foxes.mp4?", Self.film] {
            let opened = try console.post("/watch/open", [("url", text)])
            #expect(opened.status == 303, "\(text)")
        }
        let opened = try console.post("/watch/open", [("url", Self.film + "#t=30")])
        #expect(opened.location == "/watch/web/1?t=30")
        #expect(try console.follow(opened).contains("data-start=\"30\""))
        let videos = try console.webVideos()
        #expect(videos.map(\.url).contains(Self.film) && videos.count <= 2)
        #expect(videos.allSatisfy { $0.seconds == 75 && $0.title == "night foxes" })
        // It is there to be opened again.
        #expect(try console.get("/watch/open").contains("night foxes"))
    }

    @Test("A file’s own name is its title, without any path")
    func titles() throws {
        for (disposition, title) in [
            (#"attachment; filename="The Owl_at-Noon.mp4""#, "The Owl at Noon"),
            (#"inline; filename*=UTF-8''B%C3%A4r.mp4"#, "Bär"),
            (#"attachment; filename="../../etc/passwd""#, "passwd"),
            ("attachment", "night foxes"), (#"attachment; filename="""#, "night foxes"),
        ] {
            let url = try #require(WebAddress(Self.film))
            #expect(VideoLooker.title(of: url, disposition) == title, "\(disposition)")
        }
    }

    @Test("A stream is as long as the list of its pieces, wherever its main list leads")
    func stream() throws {
        let base = "https://films.example/live/"
        net.answer(
            base + "index.m3u8",
            Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow/a.m3u8\n".utf8)
        )
        net.answer(base + "low/a.m3u8", Array("#EXTM3U\n#EXTINF:100,\na.ts\n#EXT-X-ENDLIST\n".utf8))
        #expect(try look(base + "index.m3u8").contains("1:40"))
        #expect(net.urls == [base + "index.m3u8", base + "low/a.m3u8"])
        // One that leads into an inner network is a stream of unknown length.
        net.answer(
            base + "evil.m3u8",
            Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://inner.example/a.m3u8\n".utf8)
        )
        #expect(try look(base + "evil.m3u8").contains("Video stream"))
        #expect(!net.urls.contains { $0.contains("inner.example") })
    }

    @Test("A stream whose pieces last longer than the universe has an unknown length")
    func hugePieces() throws {
        let url = "https://films.example/huge-extinf.m3u8"
        net.answer(url, Array("#EXTM3U\n#EXTINF:1e300,\na.ts\n#EXT-X-ENDLIST\n".utf8))
        let page = try look(url)
        #expect(page.status == 200 && page.contains("Video stream"))
        #expect(!page.contains("minute"))
    }

    @Test("V1.1 L17: A story’s address leads to the story, without asking anybody")
    func stories() throws {
        for text in [
            "/watch/\(home.fox.id)?t=75", "http://127.0.0.1:8080/catalog/books/\(home.fox.id)#t=75",
        ] {
            let page = try look(text)
            #expect(page.contains("The Lantern Fox") && page.contains("Story in your catalog"))
            #expect(page.contains("starts at 1:15") && page.contains("10 min"))
            let opened = try console.post("/watch/open", [("url", text)])
            #expect(opened.location == "/watch/\(home.fox.id)?t=75")
        }
        #expect(net.urls.isEmpty)
    }

    @Test("A story that the family can’t watch is not shown, by its playback id neither")
    func hidden() throws {
        let two = try TwoFamilies()
        let net = AddressNet(for: two.console)
        for book in two.blocked {
            let page = try look("/watch/\(book.id)", two.console)
            #expect(page.contains("can’t watch this story") && !page.contains("Canary"))
            #expect(
                try two.console.post("/watch/open", [("url", "/watch/\(book.id)")]).status == 422
            )
        }
        #expect(net.urls.isEmpty)
    }

    @Test("V1.1 L17: A playback id of the catalog is its story; another one is a video at Mux")
    func mux() throws {
        let mine = "DS00Spx1CV902MCtPj5WknGlR102V5HFkDe"
        let other = "a4nOgmxGWg6gULfcBbAa00gXyfcwPnAFldF8RdsNyk8M"
        try console.database.execute(
            """
            UPDATE video_assets SET public_playback_id = \(mine)
            WHERE book_id = \(home.fox.id.value) AND is_current = 1
            """
        )
        for text in [
            mine, "https://stream.mux.com/\(mine).m3u8",
            "https://stream.mux.com/\(mine)/highest.mp4",
        ] {
            #expect(try look(text).contains("The Lantern Fox"), "\(text)")
        }
        #expect(net.urls.isEmpty)
        #expect(try look(other).contains("isn’t a video that can be played here"))
        let stream = "https://stream.mux.com/\(other).m3u8"
        net.answer(stream, Array("#EXTM3U\n#EXTINF:60,\na.ts\n#EXT-X-ENDLIST\n".utf8))
        net.answer("https://image.mux.com/\(other)/thumbnail.jpg?width=480", Pictures.first(.jpeg))
        let page = try look(stream)
        #expect(page.contains("Video stream") && page.contains("/watch/open/picture?url="))
        #expect(try console.post("/watch/open", [("url", stream)]).location == "/watch/web/1")
    }

    @Test("YouTube is off until an admin allows it, and isn’t asked until then")
    func youTubeOff() throws {
        let page = try look("https://youtu.be/\(Self.id)")
        #expect(page.contains("The person who runs this server can allow them"))
        let sent = try console.post("/watch/open", [("url", "https://youtu.be/\(Self.id)")])
        #expect(
            sent.status == 422 && sent.contains("The person who runs this server can allow them")
        )
        #expect(net.urls.isEmpty)
        #expect(Configuration().addresses.allowsYouTube == false)
    }

    @Test("URL L142: A video at YouTube is shown with what oEmbed says, and its picture is ours")
    func youTube() throws {
        let (console, net) = try console(allowing: true)
        net.addYouTube(Self.id)
        let page = try look("https://youtu.be/\(Self.id)?t=1m30s&list=PL7", console)
        for text in ["Foxes at night", "The Fox Channel", "Video on YouTube", "starts at 1:30"] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(!page.contains("ytimg") && !page.contains("onload"))
        let href = try #require(
            page.markup.all("img").compactMap { $0["src"] }.first { $0.contains("picture") }
        )
        let picture = try console.get(href)
        #expect(picture.status == 200 && picture.header("Content-Type") == "image/jpeg")
        #expect(page.header("Content-Security-Policy")?.contains("frame-src") == false)
        let opened = try console.post("/watch/open", [("url", "https://youtu.be/\(Self.id)")])
        #expect(opened.location == "/watch/web/1")
        #expect(try console.get("/watch/web/1/picture").bytes == picture.bytes)
    }

    @Test(
        "What YouTube’s refusals say is said in words",
        arguments: [
            (401, "doesn’t let other sites play it"), (403, "private"),
            (404, "doesn’t have this video"),
            (400, "doesn’t have this video"), (200, "private"),
        ]
    )
    func youTubeRefuses(status: Int, words: String) throws {
        let (console, net) = try console(allowing: true)
        net.answer(
            AddressNet.oembed(Self.id),
            Array("Forbidden".utf8),
            status: status,
            ["content-type": "text/plain"]
        )
        #expect(try look("https://youtu.be/\(Self.id)", console).contains(words))
        #expect(
            try console.post("/watch/open", [("url", "https://youtu.be/\(Self.id)")]).status == 422
        )
    }

    @Test("If YouTube can’t be asked, the video can be opened all the same")
    func youTubeSilent() throws {
        let (console, _) = try console(allowing: true)
        #expect(
            try look("https://youtu.be/\(Self.id)", console).contains(
                "Couldn’t get this video’s details"
            )
        )
        #expect(try console.post("/watch/open", [("url", "youtu.be/\(Self.id)")]).status == 303)
    }

    @Test(
        "Addresses in inner networks are never reached: by name, by redirect, by number, by anything else",
        arguments: [
            "https://inner.example/f.mp4", "https://half.example/f.mp4",
            "https://loop.example/f.mp4",
            "https://cloud.example/f.mp4", "https://127.0.0.1/f.mp4", "https://[::1]/f.mp4",
            "https://2130706433/f.mp4", "https://0177.0.0.1/f.mp4",
            "https://films.example:22/f.mp4",
            "http://films.example/f.mp4", "https://u:p@films.example/f.mp4",
            "ftp://films.example/f.mp4",
            "file:///etc/passwd", "https://nowhere.example/f.mp4",
        ]
    )
    func hostile(text: String) throws {
        let page = try look(text)
        #expect(page.status == 200 && !page.contains("found-title"))
        let sent = try console.post("/watch/open", [("url", text)])
        #expect(sent.status == 422 && sent.contains("id=\"field-url-error\""))
        #expect(sent.contains("value=\""))
        #expect(net.urls.isEmpty)
        #expect(try console.webVideos().isEmpty)
    }

    @Test(
        "A redirect into an inner network isn’t followed, from a file and from a picture",
        arguments: [
            "https://inner.example/x", "http://127.0.0.1/x", "//loop.example/x",
            "https://films.example:8080/",
        ]
    )
    func redirects(location: String) throws {
        net.answer(Self.film, status: 302, ["location": location])
        #expect(try look(Self.film).contains("can’t be opened from here"))
        #expect(net.urls == [Self.film])
        let (console, other) = try console(allowing: true)
        other.addYouTube(Self.id)
        let picture = "https://i.ytimg.com/vi/\(Self.id)/hqdefault.jpg"
        other.answer(picture, status: 302, ["location": location])
        let page = try look("https://youtu.be/\(Self.id)", console)
        #expect(page.contains("Foxes at night") && !page.contains("open/picture"))
        #expect(other.urls == [AddressNet.oembed(Self.id), picture])
    }

    @Test("A picture that isn’t one, or is too large, is left out")
    func pictures() throws {
        for body in [
            Array("<svg onload=alert(1)>".utf8), [UInt8](repeating: 0xFF, count: 1_000_001),
        ] {
            let (console, net) = try console(allowing: true)
            net.addYouTube(Self.id)
            net.answer("https://i.ytimg.com/vi/\(Self.id)/hqdefault.jpg", body)
            let page = try look("https://youtu.be/\(Self.id)", console)
            #expect(page.contains("Foxes at night") && !page.contains("open/picture"))
        }
    }

    @Test("What isn’t a film is said to be none")
    func noFilm() throws {
        net.answer(Self.film, Array("<html>".utf8), ["content-type": "text/html"])
        #expect(try look(Self.film).contains("leads to a page"))
        net.answer("https://films.example/gone.mp4", status: 404)
        #expect(try look("https://films.example/gone.mp4").contains("nothing at this address"))
        net.answer("https://films.example/x.m3u8", Array("hello".utf8))
        #expect(try look("https://films.example/x.m3u8").contains("a video stream"))
    }

    @Test(
        "A family looks at sixty new addresses an hour; more have to wait, and another family doesn’t"
    )
    func limited() throws {
        for number in 0..<AddressDesk.hourly.most {
            let url = "https://films.example/\(number).mp4"
            net.addFilm(url)
            #expect(try look(url).contains("found-title"))
        }
        let url = "https://films.example/more.mp4"
        net.addFilm(url)
        #expect(try look(url).contains("Try again in"))
        let sent = try console.post("/watch/open", [("url", url)])
        #expect(sent.status == 429 && sent.header("Retry-After") != nil)
        #expect(net.urls.count == AddressDesk.hourly.most)
        // What is known needs nobody.
        #expect(try look("https://films.example/59.mp4").contains("found-title"))
        let strangers = try console.addFamily("Strangers")
        let cookies = console.cookies
        console.cookies = [:]
        try console.signIn(try console.addParent("stranger@example.test", in: strangers))
        #expect(try look(url).contains("found-title"))
        console.cookies = cookies
        console.time.now += 3601
        #expect(try look("https://films.example/more.mp4").contains("found-title"))
    }

    @Test("V6 L122: What other apps share is found in whichever field has it")
    func shares() throws {
        net.addFilm(Self.film)
        for (name, text) in [
            ("url", Self.film), ("text", "Look! \(Self.film)."), ("title", Self.film),
        ] {
            #expect(try look(text, as: name).contains("night foxes"), "\(name)")
        }
        let both = PercentEncoding.encodeQuery([
            (name: "title", value: "A film"), (name: "text", value: Self.film),
            (name: "url", value: ""),
        ])
        #expect(try console.get("/watch/open?\(both)").contains("night foxes"))
        #expect(net.urls == [Self.film])
    }

    @Test(
        "V1.1 L19, V6 L122, L123: The manifest has shortcuts, a share target, and opens our own links"
    )
    func manifest() throws {
        let console = try Console()
        let answer = try console.get("/watch/manifest")
        #expect(answer.header("Content-Type") == "application/manifest+json")
        let said = try JSONValue(answer.bytes)
        #expect(said["share_target"]?["action"] == .text("/watch/open"))
        #expect(said["share_target"]?["method"] == .text("GET"))
        for name in ["url", "text", "title"] {
            #expect(said["share_target"]?["params"]?[name] == .text(name))
        }
        guard case .list(let shortcuts)? = said["shortcuts"],
            case .list(let handlers)? = said["protocol_handlers"],
            case .list(let icons)? = said["icons"]
        else { throw Failure.notFound }
        #expect(handlers.first?["protocol"] == .text("web+storytime"))
        #expect(handlers.first?["url"] == .text("/watch/open?url=%s"))
        for icon in icons {
            guard case .text(let src)? = icon["src"] else { throw Failure.notFound }
            #expect(console.site.assets.files[src] != nil, "\(src)")
        }
        let parent = try WatchingHome().console
        for shortcut in shortcuts {
            guard case .text(let url)? = shortcut["url"] else { throw Failure.notFound }
            #expect(try parent.get(url).status == 200, "\(url)")
        }
        #expect(try parent.get("/watch/open").contains("href=\"/watch/manifest\""))
        try parent.signIn(as: .admin)
        #expect(try !parent.get("/admin/books").contains("/watch/manifest"))
    }

    @Test("Nothing and nonsense are answered beside the field, and what was typed stays")
    func nonsense() throws {
        for text in ["", "  ", "fox & owl", String(repeating: "a", count: 5000)] {
            let sent = try console.post("/watch/open", [("url", text)])
            #expect(sent.status == 422 && sent.contains("id=\"field-url-error\""), "\(text)")
        }
        #expect(try console.post("/watch/open", [("url", "fox & owl")]).contains("fox &amp; owl"))
    }
}

extension Console {
    /// What all families opened.
    func webVideos() throws -> [WebVideo] {
        try database.all(
            "SELECT \(sql: WebVideo.columns) FROM web_videos AS v WHERE v.removed_at IS NULL ORDER BY v.id",
            WebVideo.init
        )
    }
}
