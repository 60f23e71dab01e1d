import HTTP
import Testing

@testable import Storytime

@Suite("Pictures of covers as they are sent")
struct CoverServingTests {
    let console: Console
    let name: CoverName
    let bytes: [UInt8]

    init() throws {
        console = try .asAdmin()
        try console.addBook("Fox")
        let image = try ImageFile(Pictures.first(.png))
        bytes = image.bytes
        name = try CoverName(image)
        let covers = CoverStore(
            database: console.database,
            now: console.time.now,
            folder: CoverFolder(console.site.configuration)
        )
        _ = try covers.update(ID(1), version: 1, .picture(image), by: .commandLine)
    }

    /// What would be sent: files are sent by the kernel.
    private func content(_ answer: Answer) throws -> [UInt8] {
        guard case .file(let body) = answer.response.body else { return [] }
        var bytes = [UInt8](repeating: 0, count: body.range.count)
        try body.file.read(into: &bytes, from: body.range.lowerBound)
        return bytes
    }

    @Test("A picture is sent as what it is, for this browser to keep for ever")
    func sends() throws {
        let answer = try console.get(name.href)
        #expect(answer.status == 200)
        #expect(try content(answer) == bytes)
        for (field, value) in [
            ("Content-Type", "image/png"), ("Content-Disposition", "inline"),
            ("Cache-Control", "private, max-age=31536000, immutable"),
            ("X-Content-Type-Options", "nosniff"), ("ETag", "\"\(name)\""),
            ("Accept-Ranges", "bytes"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ] { #expect(answer.header(field) == value, "\(field)") }
    }

    @Test("What a browser has is not sent again, and a part is sent as a part")
    func ranges() throws {
        let known = try console.send(.get, name.href, [("If-None-Match", "\"\(name)\"")])
        #expect(known.status == 304)
        let part = try console.send(.get, name.href, [("Range", "bytes=1-3")])
        #expect(part.status == 206)
        #expect(try content(part) == Array(bytes[1...3]))
        #expect(part.header("Content-Range") == "bytes 1-3/\(bytes.count)")
    }

    @Test("What isn't there, and what is no name, is not there")
    func missing() throws {
        for path in [
            name.sized(.small).href, "/media/covers/x.png", "/media/covers/storytime.db",
            "/media/covers/", "/media/covers",
        ] { #expect(try console.get(path).status == 404, "\(path)") }
    }

    @Test("Nobody sees it who is not signed in as an admin")
    func others() throws {
        try console.signIn(as: .parent)
        #expect(try console.get(name.href).status == 404)
        console.cookies = [:]
        let answer = try console.get(name.href)
        #expect(answer.status == 303)
        #expect(answer.location?.hasPrefix("/login") == true)
    }
}
