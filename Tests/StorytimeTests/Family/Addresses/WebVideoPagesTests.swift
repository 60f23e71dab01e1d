import HTTP
import Markup
import SQLite
import Subtitles
import Testing

@testable import Storytime

@Suite("A video from the web with its words")
struct WebVideoPagesTests {
    private let folder: TemporaryFolder
    private let console: Console
    private let family: Family
    private let astrid: ID<User>
    private let film: WebVideo
    private let tube: WebVideo

    private static let srt = """
        1
        00:00:01,000 --> 00:00:02,500
        Es war einmal ein Fuchs.

        2
        00:00:03,000 --> 00:00:04,000
        Er wohnte in einer Laterne.

        """

    init() throws {
        folder = try TemporaryFolder()
        console = try Console(path: folder.path + "/storytime.sqlite") {
            $0.addresses.allowsYouTube = true
        }
        family = try console.addFamily()
        astrid = try console.addParent("astrid@example.test", in: family)
        film = try console.addWebVideo("https://films.example/fox.mp4", "Canary fox", family)
        tube = try console.addWebVideo(
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "Canary tube",
            family
        )
        try console.signIn(astrid)
    }

    private func bring(_ video: WebVideo, _ text: String = srt) throws -> Answer {
        let sent = try console.post("\(video.href)/captions", [("text", text)])
        let preview = try console.follow(sent)
        let form = try #require(preview.markup.forms.first { $0.action.contains("/import/") })
        return try console.post(
            form.action,
            [("language", "de"), ("label", "Oma"), ("act", "save")]
        )
    }

    @Test("V1.1 L17: A file plays on a page of its own, which alone lets films of all sites in")
    func file() throws {
        let page = try console.get(film.href)
        #expect(page.status == 200 && page.contains("Canary fox"))
        let policy = try #require(page.header("Content-Security-Policy"))
        #expect(policy.contains("media-src 'self' https:") && policy.contains("img-src 'self';"))
        #expect(!policy.contains("frame-src") && policy.contains("script-src 'self';"))
        #expect(page.header("Cross-Origin-Embedder-Policy") == "credentialless")
        let video = try #require(page.markup.all("video").first)
        #expect(video["src"] == "\(film.href)/film")
        let way = try console.get("\(film.href)/film")
        #expect(way.status == 302 && way.location == film.url)
        #expect(page.markup.all("iframe").isEmpty)
    }

    @Test("V4.2 L107: Opened from a playlist, its page and its lines lead on")
    func playlist() throws {
        let answer = try console.post("/watch/playlists", [("name", "Bedtime")])
        let list = try #require(answer.location)
        let names = [film, tube].map { ("video", "web-\($0.id)") }
        try console.post("\(list)/items", names)
        _ = try bring(film)
        let number = try #require(list.split(separator: "/").last)
        let page = try console.get("\(film.href)?list=\(number)")
        #expect(page.contains("1 of 2"))
        #expect(page.markup.targets.contains("\(tube.href)?list=\(number)"))
        #expect(
            page.markup.targets.contains {
                $0.hasPrefix("\(film.href)?") && $0.contains("list=\(number)") && $0.contains("t=3")
            }
        )
        #expect(try !console.get(film.href).contains("1 of 2"))
    }

    @Test("YouTube’s player is framed on its own page alone, with no script of YouTube’s")
    func youTube() throws {
        let page = try console.get(tube.href + "?t=90")
        let policy = try #require(page.header("Content-Security-Policy"))
        #expect(policy.hasSuffix("; frame-src https://www.youtube-nocookie.com"))
        #expect(policy.contains("script-src 'self';") && !policy.contains("media-src"))
        #expect(page.header("Cross-Origin-Embedder-Policy") == "unsafe-none")
        let frame = try #require(page.markup.all("iframe").first)
        #expect(frame["referrerpolicy"] == "strict-origin-when-cross-origin")
        let src = try #require(frame["src"])
        #expect(src.hasPrefix("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1"))
        #expect(src.contains("origin=http%3A%2F%2F127.0.0.1%3A8080") && src.contains("start=90"))
        for script in page.markup.all("script").compactMap({ $0["src"] }) {
            #expect(script.hasPrefix("/js/"), "\(script)")
        }
        #expect(page.markup.all("video").isEmpty)
        #expect(try console.get("\(tube.href)/film").status == 404)
    }

    @Test("No other page has a frame, and none lets films in from everywhere")
    func policies() {
        let frames = Program.pages.filter { $0 is any PageWithFrame.Type }
        let films = Program.pages.filter { $0 is any PageWithWebVideo.Type }
        #expect(frames.count == 1 && frames.first == YouTubePage.self)
        #expect(films.count == 1 && films.first == WebVideoPage.self)
    }

    @Test("If an admin takes YouTube back, its videos lead to the form, which says why")
    func takenBack() throws {
        let other = try Console(path: folder.path + "/storytime.sqlite")
        try other.signIn(astrid)
        let sent = try other.get(tube.href)
        #expect(sent.status == 303 && sent.location == "/watch/open")
        #expect(try other.follow(sent).contains("The person who runs this server can allow them"))
        #expect(try other.get(film.href).status == 200)
    }

    @Test(
        "V6 L124: They are for parents alone: a child’s browser, an admin and a visitor find nothing"
    )
    func others() throws {
        let routes = (WebVideoPages.routes + WebCaptionPages.routes + OpenPages.routes)
        #expect(
            routes.allSatisfy {
                $0.access == .parent && !$0.isForChildren && $0.entrance == .cookie
            }
        )
        #expect(ParentAppPages.routes.allSatisfy { !$0.isForChildren })
        let kids = try KidsHome()
        let video = try kids.console.addWebVideo(
            "https://films.example/kids.mp4",
            "Not for kids",
            kids.family
        )
        for path in [
            video.href, "/watch/open", "\(video.href)/film", "\(video.href)/captions",
            "/watch/manifest",
        ] {
            #expect(try kids.console.get(path).status == 404, "\(path)")
        }
        console.cookies = [:]
        #expect(try console.get(film.href).location?.hasPrefix("/login") == true)
        try console.signIn(as: .admin)
        #expect(try console.get(film.href).status == 404)
    }

    @Test("Another family’s videos don’t exist, whatever is asked of them")
    func scoped() throws {
        _ = try bring(film)
        let strangers = try console.addFamily("Strangers")
        console.cookies = [:]
        try console.signIn(try console.addParent("stranger@example.test", in: strangers))
        for route in WebVideoPages.routes + WebCaptionPages.routes {
            let target = route.target(["id": "\(film.id)", "track": "1", "file": "own-1.vtt"])
            let path = target.replacing("cues/own-1.vtt", with: "cues/own-1.json")
            let answer = route.method == .get ? try console.get(path) : try console.post(path)
            // What isn’t there can’t come back, and the answer says no more.
            let expected = path == "\(film.href)/restore" ? 303 : 404
            #expect(answer.status == expected, "\(route.method) \(path)")
        }
        let page = try console.get("/watch/open?url=/watch/web/\(film.id)")
        #expect(!page.contains("Canary") && page.contains("no such video"))
        #expect(try console.post("/watch/open", [("url", "/watch/web/\(film.id)")]).status == 422)
        // The same film is another one there.
        #expect(try console.webVideoStore.find(film.url, of: strangers.id) == nil)
        #expect(try console.webVideos().count == 2)
    }

    @Test("Captions are brought, read along with, saved as files, removed, and come back")
    func captions() throws {
        for video in [film, tube] {
            let empty = try console.get(video.href)
            #expect(empty.contains("This video has no text yet"))
            let saved = try bring(video)
            let page = try console.follow(saved)
            #expect(page.contains("Es war einmal ein Fuchs.") && page.contains("Oma (yours)"))
            let track = try #require(saved.location?.split(separator: "track=").last)
            let cues = try console.get("\(video.href)/cues/\(track).json")
            let said = try JSONValue(cues.bytes)
            guard case .list(let lines)? = said["cues"] else { throw Failure.notFound }
            #expect(lines.count == 2 && said["language"] == .text("de"))
            for format in CaptionFormat.allCases {
                let file = try console.get("\(video.href)/captions/\(track).\(format.rawValue)")
                #expect(file.status == 200 && file.contains("Laterne"), "\(format)")
                #expect(file.header("Content-Disposition")?.contains("canary-") == true)
            }
            let list = try console.get("\(video.href)/captions")
            let form = try #require(list.markup.forms.first { $0.action.hasSuffix("/remove") })
            let removed = try console.post(form.action)
            let after = try console.follow(removed)
            #expect(after.contains("This video has no captions yet"))
            let undo = try #require(after.markup.forms.first { $0.action.hasSuffix("/restore") })
            #expect(
                try console.follow(try console.post(undo.action)).contains("The captions are back.")
            )
            #expect(try console.get(video.href).contains("Es war einmal"))
        }
        // A track of one film is none of another, nor of a story.
        let story = try console.addStory("The Lantern Fox")
        try console.addReadyVideo(story.id, seconds: 60)
        #expect(try console.get("\(tube.href)/captions/own-1.vtt").status == 404)
        #expect(try console.get("/watch/\(story.id)/captions/own-1.vtt").status == 404)
        #expect(try console.post("/watch/\(story.id)/captions/1/remove").status == 404)
    }

    @Test("A parent’s place and speed are their own, and no viewing of anybody")
    func places() throws {
        #expect(try console.post("\(film.href)/place", [("seconds", "40.6")]).status == 204)
        #expect(try console.post("\(film.href)/speed", [("speed", "0.75")]).status == 204)
        let page = try console.get(film.href)
        #expect(page.contains("data-start=\"40\""))
        #expect(
            page.markup.all("option").contains { $0["value"] == "0.75" && $0["selected"] != nil }
        )
        #expect(try console.get(film.href + "?t=12").contains("data-start=\"12\""))
        for (name, field, value) in [
            ("place", "seconds", "x"), ("place", "seconds", "-1"), ("place", "seconds", "1e99"),
            ("speed", "speed", "3"), ("speed", "speed", ""),
        ] {
            #expect(try console.post("\(film.href)/\(name)", [(field, value)]).status == 400)
        }
        // Beyond its end is its end, from which it begins anew.
        _ = try console.post("\(film.href)/place", [("seconds", "5000")])
        #expect(try console.get(film.href).contains("data-start=\"\""))
        let tom = try console.addParent("tom@example.test", in: family, name: "Tom")
        console.cookies = [:]
        try console.signIn(tom)
        #expect(try console.get(film.href).contains("data-start=\"\""))
        for question: SQL in [
            "SELECT count(*) FROM viewings", "SELECT count(*) FROM usage_events",
            "SELECT count(*) FROM parent_places", "SELECT count(*) FROM library_items",
        ] {
            #expect(try console.database.first(question) { try $0.int(0) } == 0, "\(question)")
        }
    }

    @Test("One that is removed comes back for a day, with its captions; then it is gone for good")
    func removed() throws {
        _ = try bring(film)
        let sent = try console.post("\(film.href)/remove")
        let page = try console.follow(sent)
        #expect(page.contains("“Canary fox” removed."))
        #expect(try console.get(film.href).status == 404)
        let undo = try #require(page.markup.forms.first { $0.action.hasSuffix("/restore") })
        #expect(try console.follow(try console.post(undo.action)).contains("The video is back."))
        #expect(try console.get(film.href).contains("Es war einmal"))
        _ = try console.post("\(film.href)/remove")
        // Opened again, it is back, too.
        let net = AddressNet(for: console)
        net.addFilm(film.url)
        #expect(try console.post("/watch/open", [("url", film.url)]).location == film.href)
        _ = try console.post("\(film.href)/remove")
        console.time.now += WebVideoStore.keptSeconds + 1
        try console.webVideoStore.removeOld()
        console.cookies = [:]
        try console.signIn(astrid)
        #expect(try console.follow(try console.post("\(film.href)/restore")).contains("too late"))
        let left = try console.database.first("SELECT count(*) FROM family_captions") {
            try $0.int(0)
        }
        #expect(left == 0)
        #expect(try console.get(tube.href).status == 200)
    }

    @Test("V2.5 L77: Its page and a story’s have “Copy link” and a way to share")
    func links() throws {
        let story = try console.addStory("The Lantern Fox")
        try console.keepFilm(of: story)
        for path in [film.href, "/watch/\(story.id)"] {
            let buttons = try console.get(path).markup.all("button")
            #expect(buttons.contains { $0["data-act"] == "link" && $0["hidden"] == nil }, "\(path)")
            #expect(
                buttons.contains { $0["data-act"] == "share" && $0["hidden"] != nil },
                "\(path)"
            )
        }
    }

    @Test("V1.1 L18: A story’s page opens it with its subtitles")
    func fromCatalog() throws {
        let story = try console.addStory("The Lantern Fox")
        try console.keepFilm(of: story)
        let page = try console.get("/catalog/books/\(story.id)")
        let link = try #require(page.markup.all("a").first { $0["href"] == "/watch/\(story.id)" })
        #expect(page.contains("Open with Subtitles</a>"))
        #expect(try console.get(try #require(link["href"])).status == 200)
    }

    // MARK: Archive and erasure

    private func archive(for reader: ID<User>?) throws -> [String: String] {
        var archive = FamilyArchive(.family(family.id), as: .tar, for: reader, console.site, now: 0)
        var bytes: [UInt8] = []
        while let piece = try archive.next(from: console.database) { bytes += piece }
        return Dictionary(
            uniqueKeysWithValues: try Tar.unpack(bytes).map { name, bytes in
                (
                    name.split(separator: "/").dropFirst().joined(separator: "/"),
                    String(decoding: bytes, as: UTF8.self)
                )
            }
        )
    }

    @Test(
        "They are in the family’s archive with their captions and pictures; places are each parent’s own"
    )
    func archived() throws {
        _ = try bring(film)
        _ = try console.post("\(film.href)/place", [("seconds", "41")])
        let tom = try console.addParent("tom@example.test", in: family, name: "Tom")
        try console.webVideoStore.setPlace(77, of: tom, in: film.id)
        let strangers = try console.addFamily("Strangers")
        _ = try console.addWebVideo("https://films.example/s.mp4", "Strange film", strangers)
        let files = try archive(for: astrid)
        #expect(files["web_videos.csv"]?.contains("https://films.example/fox.mp4") == true)
        #expect(files["family_captions.csv"]?.contains("Canary fox") == true)
        #expect(files["captions/1.srt"]?.contains("Laterne") == true)
        let places = try #require(files["web_video_places.csv"])
        #expect(places.contains("41") && !places.contains("77"))
        #expect(files["web-videos/\(film.id).jpg"] != nil)
        for (name, text) in files { #expect(!text.contains("Strange"), "\(name)") }
        #expect(try archive(for: nil)["web_video_places.csv"]?.contains("77") == true)
    }

    @Test("An erased family leaves nothing of them")
    func erased() throws {
        _ = try bring(film)
        _ = try console.post("\(film.href)/place", [("seconds", "41")])
        try Eraser(database: console.database, features: console.site.features, now: 2)
            .erase(.family(family.id), by: .commandLine)
        for question: SQL in [
            "SELECT count(*) FROM web_videos", "SELECT count(*) FROM web_video_places",
            "SELECT count(*) FROM web_video_pictures", "SELECT count(*) FROM family_captions",
        ] {
            #expect(try console.database.first(question) { try $0.int(0) } == 0, "\(question)")
        }
    }
}

extension Console {
    var webVideoStore: WebVideoStore { WebVideoStore(database: database, now: time.now) }

    /// A video that a family opened, with a picture.
    func addWebVideo(_ text: String, _ title: String, _ family: Family) throws -> WebVideo {
        let source: WebSource =
            switch try VideoAddress.read(text, home: nil) {
            case .youTube(let id, _): .youTube(id)
            case .hls(let url, _): .hls(url)
            case .file(let url, _): .file(url)
            default: throw Failure.notFound
            }
        let look = VideoLook(
            title: title,
            seconds: 600,
            picture: try ImageFile(Pictures.first(.jpeg))
        )
        let id = try webVideoStore.keep(source, look, of: family.id, by: .commandLine)
        return try webVideoStore.find(try #require(id), of: family.id)
    }
}
