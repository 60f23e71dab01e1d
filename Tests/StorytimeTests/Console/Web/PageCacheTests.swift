import Markup
import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("Pages that are kept while nothing changes")
struct PageCacheTests {
    private func bytes(_ console: Console) -> Int { console.application.renderer.kept.bytes }

    /// Where the bytes of an answer lie.
    private func place(_ answer: Answer) -> UnsafePointer<UInt8>? {
        guard case .bytes(let body) = answer.response.body else { return nil }
        return body.withUnsafeBufferPointer(\.baseAddress)
    }

    private func watched(_ page: Answer) -> String? {
        page.markup.all("dd").first { $0["class"] == "figure-number" }?.text
    }

    @Test("The same page is sent again, compressed and as it is, and is what would be made anew")
    func again() throws {
        let home = try WatchingHome()
        let path = "/children/\(home.pippi.id)/usage"
        try home.watch(home.pippi, home.fox)
        let first = try home.console.get(path)
        let kept = bytes(home.console)
        #expect(kept > 10_000)
        let second = try home.console.get(path)
        #expect(second.text == first.text)
        #expect(second.header("X-Request-ID") != first.header("X-Request-ID"))
        #expect(bytes(home.console) == kept)
        let gzip = [("Accept-Encoding", "gzip")]
        for _ in 0..<2 {
            let compressed = try home.console.send(.get, path, gzip)
            #expect(compressed.header("Content-Encoding") == "gzip")
            #expect(compressed.response.headers.all("Vary") == ["Accept-Encoding"])
        }
        #expect(bytes(home.console) > kept)
        // Nothing is held besides what is counted.
        if case .bytes(let body) = try home.console.send(.get, path, gzip).response.body {
            #expect(body.capacity < 2 * body.count)
        }
        try home.console.restart()
        #expect(try home.console.get(path).text == first.text)
    }

    @Test("Whatever changes, by whomever, no page of before is sent")
    func changes() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("storytime.db")
        let home = try WatchingHome(path: path)
        let console = home.console
        let page = "/children/\(home.pippi.id)/usage"
        #expect(watched(try console.get(page)) == "nothing")
        try home.watch(home.pippi, home.fox)
        #expect(watched(try console.get(page)) == "2 min")
        // Somebody else, with a connection of their own.
        let other = try Database(path: path)
        try other.execute("UPDATE books SET title = 'A Lantern' WHERE id = \(home.fox.id.value)")
        #expect(try console.get(page).contains("A Lantern"))
        try other.execute("UPDATE children SET name = 'Pippilotta' WHERE name = 'Pippi'")
        #expect(try console.get(page).contains("What Pippilotta watched"))
        // What was undone changes nothing, and what is not committed is not kept.
        try? console.database.write {
            try console.database.execute("UPDATE children SET name = 'Nobody'")
            #expect(try console.get(page).contains("What Nobody watched"))
            throw Failure.notFound
        }
        #expect(try console.get(page).contains("What Pippilotta watched"))
        #expect(bytes(console) < 100_000)
    }

    @Test("A page is one person's: nobody gets what another one was shown")
    func people() throws {
        let home = try WatchingHome()
        let console = home.console
        let page = "/children/\(home.pippi.id)/usage"
        let own = try console.get(page)
        #expect(own.contains("Astrid"))
        let others = try console.addFamily("The Janssons")
        let mother = try console.addParent("mama@example.test", in: others)
        let father = try console.addParent("papa@example.test", in: home.family, name: "Efraim")
        #expect(try console.get(page).status == 200)
        console.cookies = [:]
        #expect(try console.get(page).status == 303)
        try console.signIn(mother)
        #expect(try console.get(page).status == 404)
        console.cookies = [:]
        try console.signIn(father)
        let his = try console.get(page)
        #expect(his.contains("Efraim") && !his.contains("Astrid"))
    }

    @Test("Another day, another query and a notice are other pages")
    func others() throws {
        let home = try WatchingHome()
        let console = home.console
        let page = "/children/\(home.pippi.id)/usage"
        try home.watch(home.pippi, home.fox)
        #expect(watched(try console.get(page)) == "2 min")
        #expect(watched(try console.get(page + "?range=last-week")) == "nothing")
        let notice = try Flash(.info, "Saved.").signed(with: console.site.flashKey)
        console.cookies[try console.client().name(.flash)] = notice
        #expect(try console.get(page).contains("Saved."))
        #expect(!(try console.get(page).contains("Saved.")))
        #expect(try console.get(page).contains("16 to 21 November 2026"))
        // Midnight in Stockholm, of which nothing is in the database.
        console.time.now += 11 * 3600 - 1
        #expect(try console.get(page).contains("16 to 21 November 2026"))
        console.time.now += 1
        #expect(try console.get(page).contains("16 to 22 November 2026"))
    }

    @Test("What is kept is bounded, and stays when more pages are asked for than fit")
    func bounded() throws {
        let home = try WatchingHome()
        let page = "/children/\(home.pippi.id)/usage?range=custom&from=2020-01-01&to=2020-01-"
        func days(_ number: Int) -> String { page + "\(number % 2 + 10)&group=day&by=\(number)" }
        for number in 0..<700 { #expect(try home.console.get(days(number)).status == 200) }
        let most = bytes(home.console)
        #expect(most <= PageCache.maximumBytes)
        #expect(most > PageCache.maximumBytes / 2)
        // Two answers with one body: it was not made anew.
        let answers = try (0..<2).map { _ in try home.console.get(days(0)) }
        #expect(place(answers[0]) == place(answers[1]) && place(answers[0]) != nil)
        // Room is made when a day could have begun, and when something changes.
        home.console.time.now += 900
        #expect(try home.console.get(days(0)).status == 200)
        #expect(bytes(home.console) < most / 10)
    }

    @Test("What is not found, or not understood, is not kept")
    func failures() throws {
        let home = try WatchingHome()
        let page = "/children/\(home.pippi.id)/usage"
        #expect(try home.console.get(page + "?from=x&to=y").status == 422)
        #expect(try home.console.get("/children/99/usage").status == 404)
        #expect(bytes(home.console) == 0)
    }
}
