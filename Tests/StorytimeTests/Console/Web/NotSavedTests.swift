import HTTP
import SQLite
import Testing

@testable import Storytime

@Suite("When a folder can't be written")
struct NotSavedTests {
    private let lines = LogLines()

    private func expectNotSaved(_ answer: Answer, _ what: String) {
        #expect(answer.status == 503, "\(what)")
        #expect(answer.header("Retry-After") == "60", "\(what)")
        #expect(
            answer.contains("Nothing can be saved right now")
                || answer.contains("\"code\":\"folder_not_writable\""),
            "\(what): \(answer.text.suffix(300))"
        )
        #expect(!answer.contains("our mistake"), "\(what)")
    }

    private func sendAsProgram(
        _ console: Console,
        _ key: String,
        _ target: String,
        _ type: String,
        _ content: [UInt8]
    ) throws -> Answer {
        let kept = console.cookies
        console.cookies = [:]
        defer { console.cookies = kept }
        let headers = [("Authorization", "Bearer \(key)"), ("Content-Type", type)]
        return try console.send(.post, target, headers, content)
    }

    private func console() throws -> Console {
        let console = try Console(log: lines.log)
        try Program.makeDataFolders(console.site.configuration)
        try console.signIn(as: .admin)
        try console.addBook("The fox")
        return console
    }

    @Test("Every upload is refused before its content where what arrives can't be kept")
    func everyRoute() throws {
        let console = try console()
        let key = try console.adminKey()
        let admin = console.cookies
        try console.signIn(as: .parent)
        let parent = console.cookies
        _ = try BlockedFolder(console.site.configuration.uploadFolder)
        let routes = Program.routes.filter { $0.bodyLimit != .form }
        #expect(routes.count > 10)
        for route in routes {
            console.cookies = route.isForAPI ? [:] : route.access == .parent ? parent : admin
            let bearer = route.isForAPI ? [("Authorization", "Bearer \(key)")] : []
            let request = try console.request(
                route.method,
                route.sampleTarget,
                bearer + [("Transfer-Encoding", "chunked")]
            )
            let refusal = try #require(console.application.refusal(of: request), "\(route.pattern)")
            expectNotSaved(Answer(refusal), "\(route.pattern)")
        }
        console.cookies = admin
        #expect(try console.post("/admin/categories", [("name", "Dinosaurs")]).status == 303)
    }

    @Test("Films, covers and captions say so, on pages and to programs; then they work again")
    func media() throws {
        let console = try console()
        let key = try console.adminKey()
        let media = try BlockedFolder(console.site.configuration.data + "/media")
        let cover = {
            let file = (field: "cover", name: "a.jpg", content: Pictures.first(.jpeg))
            return try console.postFile("/admin/books/1/cover", [("version", "1")], file: file)
        }
        expectNotSaved(try console.addVideo([1, 2, 3], isSpooled: false), "a small film")
        expectNotSaved(try console.addVideo([1, 2, 3]), "a large film")
        let parts = [("name", "a.mp4"), ("size", "7"), ("modified", "0")]
        let begin = { try console.post("/admin/books/1/video/uploads", parts) }
        expectNotSaved(try begin(), "a film in parts")
        expectNotSaved(try cover(), "a cover")
        expectNotSaved(
            try sendAsProgram(
                console,
                key,
                "/api/v1/books/1/video_files?name=f.mp4",
                "application/octet-stream",
                [1]
            ),
            "a program's film"
        )
        #expect(lines.all.contains { $0.contains("error=") && $0.contains("media") })
        try media.clear()
        #expect(try console.addVideo([1, 2, 3]).status == 303)
        #expect(try begin().status == 201)
        #expect(try cover().status == 303)
    }

    @Test("A part of a film is refused where its file can't be written, and sent again later")
    func parts() throws {
        let console = try console()
        let begun = try console.post(
            "/admin/books/1/video/uploads",
            [("name", "a.mp4"), ("size", "3"), ("modified", "0")]
        )
        let href = try #require(begun.location)
        let append = {
            try console.send(
                .patch,
                href,
                [("Upload-Offset", "0"), ("Accept", "application/json")],
                [1, 2, 3]
            )
        }
        let folder = try BlockedFolder(console.videoFolder.path)
        expectNotSaved(try append(), "a part")
        try folder.clear()
        #expect(try append().status == 204)
    }

    @Test("Files of books and series say so, and nothing of them is left")
    func imports() throws {
        let console = try console()
        let key = try console.adminKey()
        let imports = try BlockedFolder(console.site.configuration.importFolder)
        let file = (field: "file", name: "a.csv", content: Array("title\nOwl\n".utf8))
        expectNotSaved(try console.postFile("/admin/imports", [], file: file), "books")
        expectNotSaved(
            try sendAsProgram(console, key, "/api/v1/imports?name=a.csv", "text/csv", file.content),
            "a program's books"
        )
        let series = (
            field: "file", name: "s.csv",
            content: Array(
                "id,tmdb_id,name,first_air_date,status\n7,100001,Owls,2006-09-01,Ended\n".utf8
            )
        )
        expectNotSaved(try console.postFile("/admin/series/import", [], file: series), "series")
        #expect(try console.count("SELECT count(*) FROM imports") == 0)
        try imports.clear()
        #expect(try console.postFile("/admin/imports", [], file: file).status == 303)
    }

    @Test("Photos say so, from a script and from a form; then they arrive")
    func photos() throws {
        let home = try PhotoHome()
        try home.signIn()
        let console = home.console
        let photos = try BlockedFolder(home.folder.path)
        let send = {
            try console.send(
                .put,
                "/family/photos/files?category=\(home.category.id)&name=a.jpg",
                [("Content-Type", "image/jpeg"), ("Accept", "application/json")],
                Photos.bytes("photo.jpg")
            )
        }
        expectNotSaved(try send(), "a script")
        expectNotSaved(
            try console.postFile(
                "/family/photos",
                [("to", "\(home.category.id)")],
                file: ("files", "a.jpg", Photos.bytes("photo.jpg"))
            ),
            "a form"
        )
        #expect(try console.count("SELECT count(*) FROM photos") == 0)
        try photos.clear()
        #expect(try send().status == 201)
    }

    @Test("Content that is lost while it comes is answered in the same words")
    func losing() throws {
        let console = try console()
        let request = try console.request(.post, "/admin/imports", [("Content-Length", "9000000")])
        let error = FileError("tmp")
        let answer = Answer(
            try #require(console.application.answer(to: request, losingContent: error))
        )
        expectNotSaved(answer, "a form")
        #expect(lines.all.contains { $0.contains(console.site.configuration.uploadFolder) })
    }

    @Test("Health fails as soon as one meets such a folder, and until a look finds it well")
    func health() throws {
        let console = try console()
        let caretaker = try Caretaker(site: console.site)
        caretaker.work(console.database, cleans: false)
        #expect(try console.get("/healthz").status == 200)
        let imports = try BlockedFolder(console.site.configuration.importFolder)
        #expect(try console.get("/healthz").status == 200)
        let file = (field: "file", name: "a.csv", content: Array("title\nOwl\n".utf8))
        #expect(try console.postFile("/admin/imports", [], file: file).status == 503)
        for _ in 0..<2 {
            let answer = try console.get("/healthz")
            #expect(answer.status == 503 && answer.json["status"] as? String == "not_saving")
            #expect(!answer.contains(console.site.configuration.data))
            caretaker.work(console.database, cleans: false)
        }
        try imports.clear()
        caretaker.work(console.database, cleans: false)
        #expect(try console.get("/healthz").status == 200)
    }
}
