import Markup
import Foundation
import HTTP
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("Videos that come in parts")
struct VideoUploadTests {
    let console: Console

    init() throws {
        console = try .withBook { $0.videoLimitMegabytes = 1 }
    }

    private func begin(_ size: Int, name: String = "fox.mp4", book: Int = 1, modified: Int = 7)
        throws
        -> Answer
    {
        try console.post(
            "/admin/books/\(book)/video/uploads",
            [("name", name), ("size", "\(size)"), ("modified", "\(modified)")]
        )
    }

    private func append(_ href: String, _ bytes: [UInt8], at offset: Int) throws -> Answer {
        try console.send(
            .patch,
            href,
            [
                ("Content-Type", "application/octet-stream"), ("Upload-Offset", "\(offset)"),
                ("Accept", "application/json"),
            ],
            bytes,
            isSpooled: offset > 0
        )
    }

    @Test("Parts that follow each other are a video in the end, and nothing else is left")
    func whole() throws {
        let begun = try begin(7, name: "C:\\Films\\fox .mp4")
        #expect(begun.status == 201)
        let href = try #require(begun.location)
        #expect(begun.text == "{\"href\":\"\(href)\",\"offset\":0,\"size\":7}")
        #expect(try append(href, [1, 2, 3], at: 0).header("Upload-Offset") == "3")
        #expect(try append(href, [4, 5, 6, 7], at: 3).status == 204)
        let done = try console.post("\(href)/finish")
        #expect(done.status == 201 && done.location == "/admin/books/1")
        let asset = try #require(try console.videos.current(of: ID(1)))
        #expect(asset.status == .waiting && asset.source == "fox .mp4")
        guard case .file(let name)? = try console.localVideos.source(of: asset.id) else {
            throw Failure.notFound
        }
        #expect(try Folder.read(console.videoFolder.path(of: name)).bytes == [1, 2, 3, 4, 5, 6, 7])
        #expect(try console.count("SELECT count(*) FROM video_uploads") == 0)
        #expect(try console.post("\(href)/finish").status == 404)
        #expect(try console.get("/admin/books/1/video/new").contains("Waiting"))
    }

    @Test("The same file goes on where it stopped; another file, or another book's, begins anew")
    func resumes() throws {
        let href = try #require(try begin(9).location)
        _ = try append(href, [1, 2, 3, 4], at: 0)
        let again = try begin(9)
        #expect(again.location == href && again.header("Upload-Offset") == "4")
        let asked = try console.get(href)
        #expect(asked.status == 200 && asked.header("Upload-Offset") == "4")
        #expect(asked.header("Upload-Length") == "9")
        #expect(try begin(9, name: "other.mp4").location != href)
        #expect(try begin(9, modified: 8).location != href)
        try console.addBook("Another")
        #expect(try begin(9, book: 2).location != href)
    }

    @Test(
        "A part that doesn't belong where the file ends is not taken, and the answer says where it ends"
    )
    func mismatch() throws {
        let href = try #require(try begin(6).location)
        _ = try append(href, [1, 2, 3], at: 0)
        for offset in [0, 2, 4, 1_000_000] {
            let answer = try append(href, [9], at: offset)
            #expect(answer.status == 409 && answer.header("Upload-Offset") == "3", "\(offset)")
        }
        #expect(try append(href, [4, 5, 6, 7], at: 3).status == 413)
        #expect(try console.post("\(href)/finish").status == 409)
        for words in ["", "-1", "x", "99999999999999999999"] {
            #expect(
                try console.send(.patch, href, [("Upload-Offset", words)], [1]).status == 400
            )
        }
        #expect(try console.get(href).header("Upload-Offset") == "3")
    }

    @Test("What can't be one is refused in words", arguments: ["0", "-1", "x", "", "1000001"])
    func sizes(size: String) throws {
        console.headers = [("Accept", "application/json")]
        let answer = try console.post(
            "/admin/books/1/video/uploads",
            [("name", "fox.mp4"), ("size", size), ("modified", "1")]
        )
        #expect(answer.status == 400)
        #expect(answer.contains(size == "1000001" ? "at most 1 MB" : "not empty"))
        #expect(try console.count("SELECT count(*) FROM video_uploads") == 0)
        #expect(console.videoNames.isEmpty)
    }

    @Test("An upload is its admin's alone; a cancelled one leaves nothing")
    func others() throws {
        let href = try #require(try begin(6).location)
        let cookies = console.cookies
        try console.signIn(try console.addUser("eve@example.test", .admin))
        #expect(try console.get(href).status == 404)
        #expect(try append(href, [1], at: 0).status == 404)
        #expect(try console.post("\(href)/cancel").status == 404)
        console.cookies = cookies
        #expect(try console.post("\(href)/cancel").status == 204)
        #expect(try console.get(href).status == 404)
        #expect(console.videoNames.isEmpty)
    }

    @Test("Nobody begins uploads without end")
    func many() throws {
        for number in 0..<VideoUploadStore.limitPerUser {
            #expect(try begin(6, modified: number).status == 201)
        }
        #expect(try begin(6, modified: 99).status == 409)
        #expect(try begin(6, modified: 3).status == 201)
    }

    @Test("An upload that rests for a day is forgotten, one that goes on is not")
    func expires() throws {
        _ = try begin(6)
        let going = try #require(try begin(6, modified: 8).location)
        console.time.now += 40_000
        _ = try append(going, [1], at: 0)
        console.time.now += VideoUploadStore.keptSeconds - 40_000 - 1
        try console.videoCleaner.removeDeleted()
        #expect(console.videoNames.count == 2)
        console.time.now += 1
        try console.videoCleaner.removeDeleted()
        #expect(try console.count("SELECT modified_ms FROM video_uploads") == 8)
        try console.videoCleaner.removeOrphans()
        #expect(console.videoNames.count == 1)
    }

    @Test("A video needs a book that is there")
    func books() throws {
        #expect(try begin(6, book: 9).status == 404)
        let href = try #require(try begin(1).location)
        _ = try append(href, [1], at: 0)
        _ = try console.bin.add(ID(1), by: .commandLine)
        #expect(try console.post("\(href)/finish").status == 404)
        #expect(try console.get("/admin/books/1/video/new").status == 404)
        #expect(try console.count("SELECT count(*) FROM video_assets") == 0)
        // It is as it was, and can be finished when the book is back.
        #expect(try console.get(href).header("Upload-Offset") == "1")
    }

    // MARK: The form

    @Test("The form takes a whole file, and says what is wrong with one", arguments: [false, true])
    func form(isSpooled: Bool) throws {
        let added = try console.addVideo([1, 2, 3], isSpooled: isSpooled)
        #expect(added.status == 303 && added.location == "/admin/books/1")
        #expect(try console.get("/admin/books/1").toast?.contains("“fox.mp4” uploaded") == true)
        let empty = try console.addVideo([], isSpooled: isSpooled)
        #expect(empty.status == 422 && empty.contains("Choose a video that is not empty."))
        #expect(empty.markup.first(id: "field-video")?["aria-invalid"] == "true")
        let large = try console.addVideo(
            [UInt8](repeating: 0, count: 1_000_001),
            isSpooled: isSpooled
        )
        #expect(large.status == 422 && large.contains("at most 1 MB"))
        #expect(try console.post("/admin/books/1/video/new").status == 422)
        #expect(try console.count("SELECT count(*) FROM video_assets") == 1)
        #expect(console.videoNames.count == 1)
    }

    @Test("How much a form may bring is what is configured, and as much as a form has around it")
    func limit() {
        var configuration = Configuration()
        #expect(configuration.videoLimitBytes > 4 << 30)
        configuration.videoLimitMegabytes = 10
        let admission = console.site.router.admission(
            of: .post,
            path: "/admin/books/1/video/new",
            configuration
        )
        #expect(admission.bodyLimitBytes == 10_000_000 + (1 << 20) && admission.lane == .slow)
    }
}
