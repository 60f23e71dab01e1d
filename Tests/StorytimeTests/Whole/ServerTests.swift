import Glibc
import SQLite
import Testing

@testable import Storytime

@Suite("The console on real sockets")
struct ServerTests {
    private func cookie(_ reply: Browser.Reply) -> String {
        String(reply.headers["set-cookie"]?.prefix { $0 != ";" } ?? "")
    }

    @Test("A newcomer makes the first admin, signs in again and adds a category")
    func mainJob() throws {
        let running = try RunningServer()
        let browser = running.browser
        #expect(try browser.send("GET", "/").headers["location"] == "/setup")
        let setup = try browser.post(
            "/setup",
            [
                ("code", running.site.setupCode.text), ("name", "Ada"),
                ("email", "ada@example.test"), ("password", Console.password),
            ]
        )
        #expect(setup.status == 303)
        let fields = [("email", "ada@example.test"), ("password", Console.password)]
        let session = cookie(try browser.post("/login", fields))
        #expect(session.hasPrefix("storytime_session="))
        let added = try browser.post("/admin/categories", [("name", "Dinosaurs")], cookie: session)
        #expect(added.status == 303)
        let list = try browser.send("GET", "/admin/categories", [("Cookie", session)])
        #expect(list.status == 200)
        #expect(list.text.contains("Dinosaurs"))
        #expect(list.headers["content-security-policy"] == SecurityHeaders.contentSecurityPolicy)
        running.finish()
        let database = try Database(path: running.folder.file("storytime.db"))
        #expect(try CategoryStore(database: database, now: 0).count() == 9)
    }

    @Test("The style sheet has validators and ranges, and travels compressed")
    func files() throws {
        let running = try RunningServer()
        let browser = running.browser
        let whole = try browser.send("GET", "/css/app.css")
        let etag = try #require(whole.headers["etag"])
        #expect(whole.status == 200)
        #expect(whole.body.count >= 10_000)
        #expect(whole.headers["accept-ranges"] == "bytes")
        let same = try browser.send("GET", "/css/app.css", [("If-None-Match", etag)])
        #expect(same.status == 304)
        #expect(same.body.isEmpty)
        let part = try browser.send("GET", "/css/app.css", [("Range", "bytes=10-19")])
        #expect(part.status == 206)
        #expect(part.body == Array(whole.body[10..<20]))
        #expect(part.headers["content-range"] == "bytes 10-19/\(whole.body.count)")
        let changed = [("Range", "bytes=10-19"), ("If-Range", "\"other\"")]
        #expect(try browser.send("GET", "/css/app.css", changed).status == 200)
        let beyond = [("Range", "bytes=9999999-")]
        #expect(try browser.send("GET", "/css/app.css", beyond).status == 416)
        let small = try browser.send("GET", "/css/app.css", [("Accept-Encoding", "gzip")])
        #expect(small.headers["content-encoding"] == "gzip")
        #expect(small.headers["etag"] != etag)
        #expect(small.body.count < whole.body.count)
        #expect(try browser.send("POST", "/css/app.css").status == 405)
    }

    @Test("A request's line in the log names the visitor, not the proxy, and the request")
    func logLines() throws {
        let lines = LogLines()
        let running = try RunningServer(
            log: lines.log,
            trusting: [try #require(AddressRange("127.0.0.1"))]
        )
        let forwarded = [("X-Forwarded-For", "198.51.100.7")]
        let page = try running.browser.send("GET", "/login?next=SECRET", forwarded)
        _ = try running.browser.send("GET", "/css/app.css", forwarded)
        _ = try running.browser.send("GET", "/healthz")
        running.finish()
        let id = try #require(page.headers["x-request-id"])
        let requests = lines.all.filter { $0.contains(" method=GET ") }
        try #require(requests.count == 3)
        #expect(requests[0].contains(" path=/login status=200 "))
        #expect(requests[0].hasSuffix(" client=198.51.100.7 request=\(id)"))
        #expect(requests[1].hasSuffix(" client=198.51.100.7"))
        #expect(requests[2].contains(" client=127.0.0.1 request="))
        #expect(!requests.contains { $0.contains("SECRET") })
    }

    @Test("HEAD has the head of GET and nothing else")
    func head() throws {
        let running = try RunningServer()
        let get = try running.browser.send("GET", "/setup")
        let head = try running.browser.send("HEAD", "/setup")
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        #expect(head.headers["content-length"] == get.headers["content-length"])
    }

    @Test("What the server refuses before the application sees it looks like the console")
    func refusals() throws {
        let running = try RunningServer()
        let browser = running.browser
        let long = try browser.send("GET", "/" + String(repeating: "a", count: 20_000))
        #expect(long.status == 414)
        #expect(long.text.contains("The address is too long"))
        let large = try browser.post("/login", [("email", String(repeating: "a", count: 1 << 20))])
        #expect(large.status == 413)
        #expect(large.text.contains("Too large"))
        #expect(try browser.send("BREW", "/").status == 501)
        #expect(try browser.send("GET", "/nowhere").text.contains("Page not found"))
    }

    @Test("A server that is told to stop answers what has begun, refuses what is new, and ends")
    func stops() throws {
        let running = try RunningServer()
        let browser = running.browser
        _ = try browser.send("GET", "/healthz")
        let socket = try browser.connected()
        defer { close(socket) }
        let body = "email=ada%40example.test&password=guess"
        let type = [("Content-Type", "application/x-www-form-urlencoded")]
        let request = browser.request("POST", "/login", type, body)
        // All but the last byte: the request has begun, and only the browser can end it.
        try browser.write(String(request.dropLast()), to: socket)
        usleep(100_000)
        running.askToStop()
        usleep(100_000)
        try browser.write(String(request.suffix(1)), to: socket)
        let reply = try browser.reply(on: socket)
        #expect(reply.status == 422)
        #expect(reply.text.contains("</html>"))
        running.finish()
        #expect(browser.connect() == nil)
    }
}
