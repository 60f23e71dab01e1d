import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Addresses that play a story, for programs")
struct PlaybackAPITests {
    /// A family whose child has a story with a film of ours, and a parent's program.
    private struct Home {
        let console: Console
        let family: Family
        let child: Child
        let book: Book
        let token: String

        init(configure: (inout Configuration) -> Void = { _ in }) throws {
            console = try Console(configure: configure)
            family = try console.addFamily()
            child = try console.addChild("Pippi", in: family)
            book = try console.addStory("Journey")
            try console.addToLibrary([book.id], of: child)
            token = try console.bearer(console.addParent("astrid@example.test", in: family))
        }

        var target: String { "/api/v1/children/\(child.id)/playback/\(book.id)" }

        func play() throws -> Answer { try console.ask(.post, target, token: token) }

        /// The members of an answer.
        func data(_ answer: Answer) throws -> [String: Any] {
            #expect(answer.status == 200, "\(answer.text)")
            return try #require(answer.json["data"] as? [String: Any])
        }

        /// The addresses in an answer: of the film, the poster and the captions.
        func addresses(_ answer: Answer) throws -> [String] {
            let data = try data(answer)
            let captions = data["captions"] as? [[String: Any]] ?? []
            let found = [data["playback_url"], data["poster_url"]] + captions.map { $0["url"] }
            return try found.map { address in
                let whole = try #require(address as? String)
                let origin = "http://127.0.0.1:8080"
                #expect(whole.hasPrefix(origin + "/media/films/"))
                return String(whole.dropFirst(origin.count))
            }
        }
    }

    @Test("A film of ours, its poster and its captions are had with nothing but their addresses")
    func films() throws {
        let home = try Home()
        let film = try home.console.keepFilm(of: home.book)
        let answer = try home.play()
        let data = try home.data(answer)
        #expect(answer.header("Cache-Control") == "no-store" && answer.header("ETag") == nil)
        #expect(data["book_id"] as? Int == 1 && data["duration_seconds"] as? Int == 340)
        #expect(data["content_type"] as? String == "video/mp4")
        // Twice the length of the film, and an hour.
        #expect(data["expires_at"] as? String == "2026-11-21T11:51:20Z")
        let addresses = try home.addresses(answer)
        #expect(addresses.count == 3)
        for address in addresses {
            let file = try home.console.send(.get, address, [("Range", "bytes=5-8")])
            #expect(file.status == 206 && file.header("Content-Range") == "bytes 5-8/16")
            #expect(file.header("Cross-Origin-Resource-Policy") == "cross-origin")
            #expect(try home.console.ask(.get, address, token: home.token).status == 200)
            #expect(try home.console.send(.head, address).status == 200)
        }
        let first = try #require((data["captions"] as? [[String: Any]])?.first)
        #expect(first["language"] as? String == "en" && first["label"] as? String == "English")
        #expect(first["kind"] as? String == "subtitles")
        // A pass to one film is none to another, nor to the addresses of browsers.
        let other = try home.console.keepFilm(of: home.console.addStory("Other"))
        let query = try #require(addresses[0].split(separator: "?").last)
        #expect(try home.console.get("/media/films/\(other.id)/video.mp4?\(query)").status == 404)
        #expect(try home.console.get("/media/videos/\(film.id)/video.mp4?\(query)").status == 303)
    }

    @Test("A pass that was changed in any character, or has ended, is none")
    func passes() throws {
        let home = try Home()
        let film = try home.console.keepFilm(of: home.book)
        let address = try #require(try home.addresses(home.play()).first)
        let base = "/media/films/\(film.id)/video.mp4"
        let pass = address.dropFirst("\(base)?pass=".count)
        for index in pass.indices {
            var other = pass
            other.replaceSubrange(index...index, with: pass[index] == "A" ? "B" : "A")
            #expect(try home.console.get("\(base)?pass=\(other)").status == 404, "\(other)")
        }
        for other in ["", "x", "1..", "1.1.1.1.1", "\(pass)A", "+\(pass)", "0\(pass)"] {
            #expect(try home.console.get("\(base)?pass=\(other)").status == 404, "\(other)")
        }
        #expect(try home.console.get(base).status == 404)
        home.console.time.now += 2 * 340 + 3600 - 1
        #expect(try home.console.get(address).status == 200)
        home.console.time.now += 1
        #expect(try home.console.get(address).status == 404)
    }

    @Test(
        "A pass ends at once with the rights, the video and the child, or when it is hidden from them"
    )
    func withdrawn() throws {
        let withdrawals: [(Console, VideoAsset) throws -> Void] = [
            { console, film in try console.endRights(#require(film.bookID)) },
            { console, _ in try console.database.execute("UPDATE books SET status = 'draft'") },
            { console, film in try console.setAsset(film.id, .errored) },
            { console, film in try console.videos.delete(film.id, by: .commandLine) },
            { console, _ in try console.database.execute("DELETE FROM children") },
            { console, film in
                let category = try console.addCategory("Scary Stories")
                try console.database.execute(
                    """
                    INSERT INTO book_categories (book_id, category_id, title_key, created_at)
                    VALUES (\(film.bookID?.value), \(category.id.value), '', 1)
                    """
                )
                try console.database.execute(
                    "INSERT INTO child_hidden_categories VALUES (1, \(category.id.value))"
                )
            },
        ]
        for (number, withdraw) in withdrawals.enumerated() {
            let home = try Home()
            let film = try home.console.keepFilm(of: home.book)
            let address = try #require(try home.addresses(home.play()).first)
            #expect(try home.console.get(address).status == 200)
            try withdraw(home.console, film)
            #expect(try home.console.get(address).status == 404, "\(number)")
        }
    }

    @Test("A pass ends at once when its parent leaves the family, is shut out or is removed")
    func partings() throws {
        let partings: [(Console, ID<User>) throws -> Void] = [
            { console, parent in
                try console.users.setFamily(nil, of: console.users.find(parent), by: .commandLine)
            },
            { console, parent in
                // Another family may watch the film, too.
                try console.users.setFamily(nil, of: console.users.find(parent), by: .commandLine)
                try console.put(parent, into: console.addFamily("The Janssons"))
            },
            { console, parent in
                try console.database.execute(
                    "UPDATE users SET is_disabled = 1 WHERE id = \(parent.value)"
                )
            },
            { console, parent in
                try console.database.execute("DELETE FROM users WHERE id = \(parent.value)")
            },
        ]
        for (number, part) in partings.enumerated() {
            let home = try Home()
            try home.console.keepFilm(of: home.book)
            let other = try home.console.addParent("emil@example.test", in: home.family)
            let addresses = try home.addresses(home.play())
            let token = try home.console.bearer(other)
            let theirs = try home.addresses(home.console.ask(.post, home.target, token: token))
            try part(
                home.console,
                #require(try home.console.users.find(email: "astrid@example.test")).user.id
            )
            for address in addresses {
                #expect(try home.console.get(address).status == 404, "\(number) \(address)")
            }
            // Who stays goes on watching.
            for address in theirs { #expect(try home.console.get(address).status == 200) }
        }
    }

    @Test("Addresses never outlive the rights")
    func rightsEnd() throws {
        let home = try Home()
        try home.console.keepFilm(of: home.book)
        try home.console.endRights(home.book.id)
        try home.console.addWindow(home.book.id, "*", "2020-01-01", "2026-11-21")
        // Twelve minutes before midnight in Stockholm.
        home.console.time.now += 12 * 3600 + 8 * 60
        let token = try home.console.accessKey(
            #require(try home.console.users.find(email: "astrid@example.test")).user.id,
            [.readLibrary]
        )
        let answer = try home.console.ask(.post, home.target, token: token)
        #expect(try home.data(answer)["expires_at"] as? String == "2026-11-21T23:00:00Z")
    }

    @Test(
        "It goes on where the child left off, but not from the beginning or its last ten seconds",
        arguments: [
            (nil, 0), (0, 0), (1, 1), (329, 329), (330, 0), (340, 0),
        ]
    )
    func resumes(position: Int?, expected: Int) throws {
        let home = try Home()
        try home.console.keepFilm(of: home.book)
        try home.console.play(home.book.id, by: home.child, until: position)
        #expect(try home.data(home.play())["resume_position_seconds"] as? Int == expected)
    }

    @Test(
        "A book without a video that plays is 409; one that is closed or not in the library is 404"
    )
    func refusals() throws {
        let home = try Home()
        func expect(_ status: Int, _ code: String) throws {
            let answer = try home.play()
            #expect(answer.status == status && answer.errorCode == code)
        }
        try expect(409, "not_playable")
        let film = try home.console.keepFilm(of: home.book, .preparing)
        try expect(409, "not_playable")
        try home.console.setAsset(film.id, .ready)
        #expect(try home.play().status == 200)
        try home.console.endRights(home.book.id)
        try expect(404, "not_found")
        try home.console.addWindow(home.book.id)
        try home.console.database.execute("DELETE FROM library_items")
        try expect(404, "not_found")
    }

    @Test("A video at Mux is signed for as on the page, for as long as it says")
    func mux() throws {
        let key = try TestKeys.pair.get().pkcs1
        let home = try Home {
            $0.mux.signingKeyID = "k1"
            $0.mux.signingKey = key
        }
        let film = try home.console.addAsset(.ready, of: home.book, by: .mux, seconds: 340)
        try home.console.addCaptions(to: film.id)
        let unsigned = try home.play()
        #expect(unsigned.status == 409 && unsigned.errorCode == "not_playable")
        try home.console.database.execute(
            "UPDATE video_assets SET signed_playback_id = 'SIGNED'"
        )
        let data = try home.data(home.play())
        let url = try #require(data["playback_url"] as? String)
        #expect(url.hasPrefix("https://stream.mux.com/SIGNED.m3u8?token="))
        #expect(data["content_type"] as? String == "application/vnd.apple.mpegurl")
        #expect(data["expires_at"] as? String == "2026-11-21T11:51:20Z")
        let poster = try #require(data["poster_url"] as? String)
        #expect(poster.hasPrefix("https://image.mux.com/SIGNED/thumbnail.webp?token="))
        let captions = try #require((data["captions"] as? [[String: Any]])?.first)
        #expect(
            (captions["url"] as? String)?.hasPrefix("https://stream.mux.com/SIGNED/text/") == true
        )
    }
}
