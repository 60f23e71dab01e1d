import HTTP
import Markup
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("Sources, sizes and saving, for parents")
struct SavingTests {
    /// A family with a story that has a film and a smaller version of it.
    private struct Home {
        let console: Console
        let family: Family
        let book: Book
        let asset: VideoAsset
        let path: String

        init(downloads: Bool = true, configure: (inout Configuration) -> Void = { _ in }) throws {
            console = try Console {
                $0.saving.isOn = downloads
                configure(&$0)
            }
            family = try console.addFamily()
            book = try console.addStory("Der Mörder, „Ö“ / ../Über \"uns\"")
            try console.keepFilm(of: book)
            let child = try console.addChild("Mia", in: family)
            try console.addToLibrary([book.id], of: child)
            asset = try #require(try console.videos.current(of: book.id))
            path = "/watch/\(book.id)"
            try console.addVersion("720p", of: asset, "A smaller film")
            try console.signIn(console.addParent("astrid@example.test", in: family))
        }

        func saves() throws -> [String] {
            try console.get(path).markup.all("a").compactMap { $0["href"] }
                .filter { $0.contains("/save/") }
        }
    }

    /// What the menu of sources and sizes has.
    private func forms(_ page: Answer) -> [Markup.Tag] {
        page.markup.all("option").filter { option in
            option.text == "Automatic"
                || option["value"].map { VideoForm(pathSegment: $0[...]) != nil } == true
        }
    }

    @Test("Nothing is saved unless an admin allows it: that is the default (V5 L119, Lim L187)")
    func off() throws {
        #expect(!Configuration().saving.isOn)
        let home = try Home(downloads: false)
        #expect(try home.saves().isEmpty)
        #expect(try !home.console.get(home.path).contains("Save video"))
        #expect(try home.console.get(home.path + "/save/original").status == 404)
        #expect(try home.console.get(home.path + "/save/720p").status == 404)
    }

    @Test("A film is saved in each of its sizes, in ranges, with its title as name (V5 L115)")
    func saves() throws {
        let home = try Home()
        #expect(
            try home.saves() == ["\(home.path)/save/original", "\(home.path)/save/720p"]
        )
        let answer = try home.console.send(
            .get,
            home.path + "/save/720p",
            [("Range", "bytes=2-8")]
        )
        #expect(answer.status == 206 && answer.header("Content-Range") == "bytes 2-8/14")
        #expect(answer.header("Content-Type") == "video/mp4")
        let disposition = try #require(answer.header("Content-Disposition"))
        #expect(disposition.hasPrefix("attachment; filename=\"der-"))
        #expect(disposition.contains("-720p.mp4\"; filename*=UTF-8''der-m%C3%B6rder"))
        #expect(!disposition.contains("..") && !disposition.dropFirst(12).contains("/"))
        #expect(try home.console.send(.head, home.path + "/save/original").status == 200)
        for form in ["480p", "stream", "highest", "x"] {
            #expect(try home.console.get("\(home.path)/save/\(form)").status == 404, "\(form)")
        }
    }

    @Test("Never past the rights, nor by another family, a child, or somebody who isn't signed in")
    func scope() throws {
        let home = try Home()
        let target = home.path + "/save/720p"
        try home.console.endRights(home.book.id)
        #expect(try home.console.get(target).status == 404)
        try home.console.addWindow(home.book.id)
        #expect(try home.console.get(target).status == 200)
        home.console.time.now += 1
        try home.console.database.execute("UPDATE books SET status = 'draft'")
        #expect(try home.console.get(target).status == 404)
        try home.console.database.execute("UPDATE books SET status = 'active'")
        try home.console.signIn(as: .admin)
        #expect(try home.console.get(target).status == 404)
        let kids = try KidsHome()
        #expect(try kids.console.get("/watch/1/save/720p").status == 404)
        #expect(try Console().get(target).status == 303)
    }

    @Test("The player offers each source and size with its bytes (V1.1 L20, V2.5 L79, V5 L117)")
    func forms() throws {
        let home = try Home()
        var page = try home.console.get(home.path)
        #expect(page.markup.all("select").contains { $0["data-form"] != nil })
        #expect(forms(page).map { $0["value"] } == ["", "original", "720p"])
        #expect(forms(page).last?.text == "720p, 14 bytes")
        func bytes(_ query: String) throws -> Int? {
            let answer = try home.console.get(home.path + "/film" + query)
            guard case .file(let body) = answer.response.body else { return nil }
            return body.range.count
        }
        #expect(try bytes("") == 16)
        #expect(try bytes("?size=original") == 16)
        #expect(try bytes("?size=720p") == 14)
        // What isn't there any more is no reason to stop.
        #expect(try bytes("?size=480p") == 16)
        #expect(try bytes("?size=x") == 16)
        // Without a script an address asks for it.
        page = try home.console.get(home.path + "?size=720p")
        #expect(page.markup.all("video").first?["src"] == home.path + "/film?size=720p")
        #expect(
            page.markup.all("option").contains { $0["value"] == "720p" && $0["selected"] != nil }
        )
        // One form is no choice.
        try home.console.database.execute("DELETE FROM video_versions")
        page = try home.console.get(home.path + "?size=720p")
        #expect(!page.markup.all("select").contains { $0["data-form"] != nil })
        #expect(page.markup.all("video").first?["src"] == home.path + "/film")
    }

    @Test("Files at Mux are had by their signed address, from which a browser saves them")
    func mux() throws {
        let key = try TestKeys.pair.get().pkcs1
        let home = try Home {
            $0.mux.signingKeyID = "key-1"
            $0.mux.signingKey = key
        }
        try home.console.database.script(
            """
            UPDATE video_assets SET is_current = 0;
            DELETE FROM video_versions;
            """
        )
        let asset = try home.console.addAsset(of: home.book, seconds: 340)
        try home.console.database.execute(
            """
            UPDATE video_assets SET signed_playback_id = 'play-1', mux_asset_id = 'a'
            WHERE id = \(asset.id.value)
            """
        )
        // A stream is nothing to save.
        #expect(try home.console.get(home.path).contains("because it has no file"))
        #expect(try home.console.get(home.path + "/save/stream").status == 404)
        for (size, bytes) in [("1080p", 9), ("480p", 4)] {
            try home.console.database.execute(
                """
                INSERT INTO video_versions (asset_id, size, status, size_bytes, mux_rendition_id,
                    mux_name, created_at, updated_at)
                VALUES (\(asset.id.value), \(size), 'ready', \(bytes * 1_000_000), \(size),
                    \(size + ".mp4"), 1, 1)
                """
            )
        }
        let page = try home.console.get(home.path)
        #expect(
            forms(page).map(\.text) == ["Automatic", "Stream", "1080p, 9 MB", "480p, 4 MB"]
        )
        let saved = try home.console.get(home.path + "/save/480p")
        #expect(saved.status == 302)
        let place = try #require(saved.location)
        #expect(place.hasPrefix("https://stream.mux.com/play-1/480p.mp4?token="))
        #expect(place.contains("&download=der-m%C3%B6rder") && place.hasSuffix("-480p"))
        let token = place.split(separator: "token=").last?.split(separator: "&").first ?? ""
        let claims = token.split(separator: ".").dropFirst().first.flatMap(Base64URL.decode)
        let text = String(decoding: claims ?? [], as: UTF8.self)
        #expect(text.contains("\"sub\":\"play-1\"") && text.contains("\"aud\":\"v\""))
        let film = try home.console.get(home.path + "/film?size=480p")
        #expect(film.location?.hasPrefix("https://stream.mux.com/play-1/480p.mp4?token=") == true)
        let stream = try home.console.get(home.path + "/film?size=stream")
        #expect(stream.location?.hasPrefix("https://stream.mux.com/play-1.m3u8?token=") == true)
        // After a failure the player goes on with the next source, whatever was chosen.
        let other = try home.console.get(home.path + "/film?size=480p&source=0")
        #expect(other.location?.contains("m3u8") == true)
    }

    @Test("Programs get the sizes of a film with the same pass")
    func api() throws {
        let home = try Home()
        let parent = try home.console.addParent("ida@example.test", in: home.family)
        let token = try home.console.bearer(parent)
        let child = try #require(try home.console.children.list(of: home.family.id).first)
        let answer = try home.console.ask(
            .post,
            "/api/v1/children/\(child.id)/playback/\(home.book.id)",
            token: token
        )
        let data = try #require(answer.json["data"] as? [String: Any])
        let versions = try #require(data["versions"] as? [[String: Any]])
        #expect(versions.count == 1 && versions[0]["size"] as? String == "720p")
        let url = try #require(versions[0]["url"] as? String)
        #expect(url.contains("/media/films/\(home.asset.id)/video-720p.mp4?pass="))
        let target = String(url.dropFirst("http://127.0.0.1:8080".count))
        #expect(try Console.status(of: target, in: home.console) == 200)
    }
}

extension Console {
    /// A version of a video that is ready, without a worker having made it.
    func addVersion(_ size: String, of asset: VideoAsset, _ content: String) throws {
        let name = "\(asset.id)-x-\(size).mp4"
        try DurableFile.write(Array(content.utf8), to: videoFolder.path(of: name))
        try database.execute(
            """
            INSERT INTO video_versions (asset_id, size, status, size_bytes, file_key, created_at,
                updated_at)
            VALUES (\(asset.id.value), \(size), 'ready', \(content.utf8.count), \(name), 1, 1)
            """
        )
        try database.execute(
            "UPDATE video_assets SET size_bytes = 16 WHERE id = \(asset.id.value)"
        )
    }

    fileprivate static func status(of target: String, in console: Console) throws -> Int {
        try console.send(.get, target).status
    }
}
