import Markup
import Glibc
import HTTP
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("Uploads")
struct UploadTests {
    private static let limit = 8_000_000

    /// A page with a text and a file, as a feature would have it, and one that takes a file as it is.
    private static let routes = [
        post("/admin/samples", bodyLimit: .upload(limit), keepsText: true) { (visit: Visit) in
            let fields = try visit.fields()
            let file = try visit.upload("file")
            let text =
                "\(visit.isResumed ? "again " : "")\(fields.text("title") ?? "-")"
                + " \(file?.fileName ?? "-") \(file?.contentType ?? "-") \(file?.size ?? -1)"
            try file?.write(to: visit.site.configuration.data + "/sample")
            return Response(status: .ok, text: text)
        },
        post("/admin/small", bodyLimit: .upload(limit)) { (visit: Visit) in
            let bytes = try visit.upload("file")?.bytes(limit: 3) ?? []
            return Response(status: .ok, text: "\(bytes)")
        },
        put("/admin/raw", bodyLimit: .upload(limit)) { (visit: Visit) in
            let content = visit.content()
            try content.write(to: visit.site.configuration.data + "/raw")
            return Response(status: .ok, text: "\(content.size) \(try content.bytes(at: 1..<3))")
        },
        patch("/admin/raw", lane: .worker, bodyLimit: .upload(limit)) { (_: Visit) in Response() },
    ]

    private func console(as role: Role? = .admin) throws -> Console {
        let console = try Console(routes: Program.routes + Self.routes)
        try console.addUser("somebody@example.test", .admin)
        if let role { try console.signIn(as: role) }
        try Folder.make(console.site.configuration.uploadFolder)
        return console
    }

    private func saved(_ name: String, _ console: Console) throws -> [UInt8] {
        try Folder.read(console.site.configuration.data + "/" + name).bytes
    }

    // MARK: Reading them

    @Test("A form with a file has its text as fields, and the file with what was said of it")
    func form() throws {
        let console = try console()
        let answer = try console.postFile(
            "/admin/samples",
            [("title", "Fox & Moon")],
            file: ("file", "../a.png", [1, 2, 3, 4])
        )
        #expect(answer.text == "Fox & Moon ../a.png image/png 4")
        #expect(try saved("sample", console) == [1, 2, 3, 4])
        let names = try Folder.names(in: console.site.configuration.data)
        #expect(names == ["sample", "tmp", "token-keys"])
    }

    @Test(
        "A form whose content is in a file is no other form, and is saved without its surroundings"
    )
    func spooledForm() throws {
        let console = try console()
        let content = [UInt8](repeating: 9, count: 3_000_000)
        let answer = try console.postFile(
            "/admin/samples",
            [("title", "Fox")],
            file: ("file", "a.png", content),
            isSpooled: true
        )
        #expect(answer.text == "Fox a.png image/png 3000000")
        #expect(try saved("sample", console) == content)
    }

    @Test("No file chosen is no upload, and neither is a form without files")
    func none() throws {
        let console = try console()
        let empty = try console.postFile("/admin/samples", [], file: ("file", "", []))
        #expect(empty.text == "- - - -1")
        #expect(try console.post("/admin/samples", [("title", "Fox")]).text == "Fox - - -1")
        let other = try console.postFile("/admin/samples", [], file: ("other", "a", [1]))
        #expect(other.text == "- - - -1")
    }

    @Test("Every form may be sent as multipart/form-data")
    func anyForm() throws {
        let console = try console()
        let answer = try console.postFile("/admin/categories", [("name", "Dinosaurs")])
        #expect(answer.status == 303)
        #expect(try console.categories.count() == 9)
    }

    @Test("A form that cannot be read is refused with the reason")
    func unreadable() throws {
        let console = try console()
        let type = [("Content-Type", "multipart/form-data; boundary=X")]
        let broken = try console.send(.post, "/admin/samples", type, Array("--X\r\n".utf8))
        #expect(broken.status == 400)
        let long = [("title", String(repeating: "x", count: MultipartForm.maximumTextBytes))]
        #expect(try console.postFile("/admin/samples", long, isSpooled: true).status == 413)
        let text = [("Content-Type", "application/x-www-form-urlencoded")]
        let body = [UInt8](repeating: 0x61, count: 2_000_000)
        let spooled = try console.send(.post, "/admin/samples", text, body, isSpooled: true)
        #expect(spooled.status == 413)
    }

    @Test("What is worked on in memory has a limit of its own")
    func memoryLimit() throws {
        let console = try console()
        let taken = try console.postFile("/admin/small", [], file: ("file", "a", [1, 2, 3]))
        #expect(taken.text == "[1, 2, 3]")
        let refused = try console.postFile("/admin/small", [], file: ("file", "a", [1, 2, 3, 4]))
        #expect(refused.status == 413)
        #expect(refused.contains("The limit is 3 bytes"))
    }

    @Test("The content of a request can be a file as it is", arguments: [false, true])
    func rawContent(isSpooled: Bool) throws {
        let console = try console()
        let body: [UInt8] = [5, 6, 7, 8]
        let answer = try console.send(.put, "/admin/raw", [], body, isSpooled: isSpooled)
        #expect(answer.text == "4 [6, 7]")
        #expect(try saved("raw", console) == body)
    }

    @Test("Content that comes in parts is written where it belongs", arguments: [false, true])
    func parts(isSpooled: Bool) throws {
        let console = try console()
        let path = console.site.configuration.data + "/whole"
        try DurableFile.write(Array("[....]".utf8), to: path)
        let body = Array("part".utf8)
        let request = try #require(Request(method: .patch, target: "/x", body: body))
        let upload = Upload(isSpooled ? try console.spooled(request) : request)
        let file = try #require(OpenFile(path: Repository.folder + "/Package.swift"))
        #expect(throws: SystemError.self) { try upload.write(into: file.descriptor, at: 0) }
        let whole = open(path, O_WRONLY)
        defer { close(whole) }
        try upload.write(into: whole, at: 1)
        #expect(try Folder.text(path) == "[part]")
    }

    // MARK: Refusing them before they come

    /// What is answered to the head of an upload.
    private func refusal(
        _ console: Console,
        _ size: Int = 5_000_000,
        _ method: HTTP.Method = .post,
        _ target: String = "/admin/samples",
        _ headers: [(String, String)] = []
    ) throws -> Answer? {
        let length = [("Content-Length", "\(size)")]
        let request = try console.request(method, target, length + headers)
        return console.application.refusal(of: request).map(Answer.init)
    }

    @Test("An admin's upload may come, by every method and of any size that fits")
    func admits() throws {
        let console = try console()
        #expect(try refusal(console) == nil)
        #expect(try refusal(console, Self.limit) == nil)
        #expect(try refusal(console, 5, .put, "/admin/raw") == nil)
        let request = try console.request(
            .post,
            "/admin/samples",
            [("Transfer-Encoding", "chunked")]
        )
        #expect(console.application.refusal(of: request) == nil)
    }

    @Test("Who may not send it is answered as the page would answer")
    func refuses() throws {
        let visitor = try console(as: nil)
        #expect(try refusal(visitor)?.location == "/login")
        let program = try refusal(
            visitor,
            5_000_000,
            .post,
            "/admin/samples",
            [("Accept", "application/json")]
        )
        #expect(program?.status == 401)
        let parent = try refusal(try console(as: .parent))
        #expect(parent?.status == 404)
        #expect(parent?.contains("Page not found") == true)
        let console = try console()
        let foreign = try refusal(
            console,
            5,
            .post,
            "/admin/samples",
            [("Sec-Fetch-Site", "cross-site")]
        )
        #expect(foreign?.status == 403)
        #expect(try refusal(console, 5, .post, "/admin/nowhere")?.status == 404)
        #expect(try refusal(console, 5, .delete, "/admin/raw")?.status == 405)
        #expect(foreign?.header("X-Request-ID") != parent?.header("X-Request-ID"))
        #expect(foreign?.header("Content-Security-Policy") != nil)
    }

    @Test("A session that has ended is an answer like any other")
    func endedSession() throws {
        let console = try console()
        console.time.now += SessionStore.idleSeconds + 1
        #expect(try refusal(console)?.status == 303)
    }

    @Test("An upload keeps its session awake")
    func activity() throws {
        let console = try console()
        console.time.now += 3600
        #expect(try refusal(console) == nil)
        #expect(console.site.activity.take().sessions.count == 1)
    }

    @Test("Too large an upload is told the limit, one without room that the disk is full")
    func sizes() throws {
        let console = try console()
        let large = try refusal(console, Self.limit + 1)
        #expect(large?.status == 413)
        #expect(large?.contains("The limit is 8 MB") == true)
        let huge = post("/admin/huge", bodyLimit: .upload(.max)) { (_: Visit) in Response() }
        let other = try Console(routes: [huge])
        try other.signIn(as: .admin)
        try Folder.make(other.site.configuration.uploadFolder)
        let full = try refusal(other, .max, .post, "/admin/huge")
        #expect(full?.status == 507)
        #expect(full?.contains("The disk is full") == true)
    }

    @Test("The text of a form with a small file is kept for whoever signs in again, the file isn't")
    func keptText() throws {
        let console = try console()
        let cookies = console.cookies
        console.cookies = [:]
        let answer = try console.postFile(
            "/admin/samples",
            [("title", "Fox & Moon")],
            file: ("file", "a.png", [1, 2, 3])
        )
        #expect(answer.status == 403)
        #expect(answer.markup.value(of: "kept_body") == "title=Fox%20%26%20Moon")
        // A large one was not read, so there is nothing to keep.
        #expect(try refusal(console)?.markup.value(of: "kept_body") == nil)
        console.cookies = cookies
    }

    // MARK: Routes

    @Test("What takes uploads runs on a slow lane and is admitted with its limit")
    func routing() throws {
        let router = try Router(Self.routes)
        let upload = router.admission(of: .post, path: "/admin/samples", Configuration())
        #expect(upload.lane == .slow && upload.bodyLimitBytes == Self.limit)
        #expect(router.admission(of: .put, path: "/admin/raw", Configuration()).lane == .slow)
        #expect(router.admission(of: .patch, path: "/admin/raw", Configuration()).lane == .worker)
        let other = router.admission(of: .post, path: "/nowhere", Configuration())
        #expect(other.lane == .loop && other.bodyLimitBytes == 1 << 20)
    }
}
