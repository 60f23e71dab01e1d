import Glibc
import HTTP
import Testing

@testable import Storytime

@Suite("Uploads on real sockets")
struct UploadServerTests {
    private static let routes =
        Program.routes + [
            post("/admin/samples", bodyLimit: .upload(64 << 20)) { (visit: Visit) in
                let upload = try visit.upload("file")
                try upload?.write(to: visit.site.configuration.data + "/media/sample")
                return Response(status: .ok, text: "saved \(upload?.size ?? -1)")
            }
        ]

    /// A form with one file of so many bytes "x".
    private func form(_ size: Int) -> String {
        "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
            + String(repeating: "x", count: size) + "\r\n--B--\r\n"
    }

    private let type = ("Content-Type", "multipart/form-data; boundary=B")

    /// The cookie of an admin who is signed in.
    private func signIn(_ running: RunningServer) throws -> (String, String) {
        let now = running.site.clock()
        let admin = try UserStore(database: running.database, now: now).insert(
            .init(
                email: "ada@example.test",
                name: "Ada",
                role: .admin,
                passwordHash: PasswordHash.cheap(of: Console.password)
            ),
            by: .commandLine
        )
        let request = try #require(
            Request(target: "/", headers: ["Host": "127.0.0.1:\(running.browser.port)"])
        )
        let client = Client(request, running.site.configuration)
        let value = try SessionStore(running.database).start(
            for: admin,
            from: client,
            userAgent: "",
            isRemembered: false,
            now: now
        ).text
        return ("Cookie", "\(client.name(.session))=\(value)")
    }

    @Test("A large file goes from a form to its place, and nothing else of it is left")
    func upload() throws {
        let running = try RunningServer(routes: Self.routes)
        let cookie = try signIn(running)
        let reply = try running.browser.send(
            "POST",
            "/admin/samples",
            [type, cookie],
            body: form(5_000_000)
        )
        #expect(reply.text == "saved 5000000")
        let saved = try Folder.read(running.folder.file("media/sample")).bytes
        #expect(saved == [UInt8](repeating: UInt8(ascii: "x"), count: 5_000_000))
        running.finish()
        #expect(try Folder.names(in: running.folder.file("tmp")).isEmpty)
    }

    @Test(
        "Whose session has ended is told to sign in, before the file is read and after it was sent"
    )
    func endedSession() throws {
        let running = try RunningServer(routes: Self.routes)
        let body = form(20_000_000)
        let reply = try running.browser.send("POST", "/admin/samples", [type], body: body)
        #expect(reply.status == 303 && reply.headers["location"] == "/login")
        let small = try running.browser.send("POST", "/admin/samples", [type], body: form(10))
        #expect(small.status == 303)
    }

    @Test("Too large a file is told the limit, in the console's own page")
    func tooLarge() throws {
        let running = try RunningServer(routes: Self.routes)
        let cookie = try signIn(running)
        let socket = try running.browser.connected()
        defer { close(socket) }
        let head = running.browser.request(
            "POST",
            "/admin/samples",
            [type, cookie, ("Content-Length", "\(65 << 20)")]
        )
        try running.browser.write(head, to: socket)
        shutdown(socket, Int32(SHUT_WR))
        let reply = try running.browser.reply(on: socket)
        #expect(reply.status == 413)
        #expect(reply.text.contains("The limit is 67.1 MB"))
    }
}
