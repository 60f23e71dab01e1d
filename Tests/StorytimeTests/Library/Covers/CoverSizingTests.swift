import Foundation
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("The smaller pictures of covers")
struct CoverSizingTests {
    let files: TemporaryFolder
    let console: Console

    init() throws {
        let files = try TemporaryFolder()
        self.files = files
        console = try Self.console(files)
    }

    private static func console(_ files: TemporaryFolder, ffmpeg: String = "ffmpeg") throws
        -> Console
    {
        let console = try Console {
            $0.data = files.path
            $0.ffmpeg = ffmpeg
        }
        try Program.makeDataFolders(console.site.configuration)
        try console.signIn(as: .admin)
        try console.addBook("Fox")
        return console
    }

    private var folder: CoverFolder { CoverFolder(console.site.configuration) }

    /// Does what is queued.
    private func work() throws {
        let worker = try JobWorker(site: console.site)
        while worker.doNext(console.database) {}
    }

    private func send(_ picture: [UInt8], to console: Console) throws {
        let file = (field: "cover", name: "a", content: picture)
        let answer = try console.postFile("/admin/books/1/cover", [("version", "1")], file: file)
        #expect(answer.status == 303)
    }

    private func size(_ name: CoverName) throws -> PixelSize? { folder.picture(name)?.displayed }

    /// Four colours, 120 pixels wide and 80 high: red and green above blue and white.
    private func quadrants() throws -> [UInt8] {
        let colours: [[UInt8]] = [[220, 20, 20], [20, 200, 20], [20, 20, 220], [240, 240, 240]]
        var pixels = Array("P6 120 80 255\n".utf8)
        for row in 0..<80 {
            for column in 0..<120 { pixels += colours[(row < 40 ? 0 : 2) + (column < 60 ? 0 : 1)] }
        }
        let (source, picture) = (files.file("q.ppm"), files.file("q.png"))
        try Data(pixels).write(to: URL(filePath: source))
        try FFmpeg.run(["-i", source, picture])
        return Array(try Data(contentsOf: URL(filePath: picture)))
    }

    /// "red", "green", "blue" or "white": which colour the pixel nearly has.
    private func colour(_ pixels: [UInt8], _ size: PixelSize, _ across: Double, _ down: Double)
        -> String
    {
        let column = Int(Double(size.width) * across)
        let row = Int(Double(size.height) * down)
        // Of each 16 bits the second byte is the larger one.
        let bright = (0..<3).map { pixels[(row * size.width + column) * 8 + 2 * $0 + 1] > 128 }
        return switch bright {
        case [true, false, false]: "red"
        case [false, true, false]: "green"
        case [false, false, true]: "blue"
        case [true, true, true]: "white"
        default: "\(bright)"
        }
    }

    @Test("A picture gets its three sizes in the background", .enabled(if: FFmpeg.isInstalled))
    func makes() throws {
        try send(quadrants(), to: console)
        #expect(try console.texts("SELECT label FROM jobs") == ["Cover of “Fox”"])
        try work()
        #expect(try console.texts("SELECT state || coalesce(error, '') FROM jobs") == ["done"])
        let name = try CoverName(ImageFile(quadrants()))
        #expect(try size(name.sized(.small)) == PixelSize(96, 64))
        #expect(try size(name.sized(.medium)) == PixelSize(120, 80))
        #expect(try size(name.sized(.large)) == PixelSize(120, 80))
        #expect(try Folder.names(in: folder.path).count == 4)
        #expect(try Folder.names(in: console.site.configuration.uploadFolder).isEmpty)
        // Nobody edited the book.
        #expect(try console.books.find(ID(1)).version == 2)
        let page = try console.get("/admin/books")
        #expect(page.contains("\(name.hash)-96.webp 96w"))
        let small = try console.get(name.sized(.small).href)
        #expect(small.header("Content-Type") == "image/webp")
    }

    @Test(
        "What is turned or mirrored is upright in its smaller pictures",
        .enabled(if: FFmpeg.isInstalled),
        arguments: [
            (1, "red green blue white"), (2, "green red white blue"), (3, "white blue green red"),
            (4, "blue white red green"), (5, "red blue green white"), (6, "blue red white green"),
            (7, "white green blue red"), (8, "green white red blue"),
        ]
    )
    func orientations(orientation: Int, corners: String) throws {
        let picture = PictureEdits.laden(try quadrants(), .png, orientation: orientation)
        try send(picture, to: console)
        try work()
        let name = try CoverName(ImageFile(picture)).sized(.small)
        let bytes = try Folder.read(folder.path(of: name)).bytes
        let size = try ImageFile(bytes).stored
        let pixels = try FFmpeg.pixels(bytes, extension: "webp")
        let found = [(0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)].map {
            colour(pixels, size, $0.0, $0.1)
        }
        #expect(found.joined(separator: " ") == corners)
        #expect(try ImageFile(bytes).orientation == .upright)
    }

    @Test(
        "Every kind of picture that is taken can be made smaller",
        .enabled(if: FFmpeg.isInstalled),
        arguments: Pictures.all
    )
    func kinds(picture: Pictures.Picture) throws {
        try send(picture.bytes, to: console)
        try work()
        #expect(try console.texts("SELECT state || coalesce(error, '') FROM jobs") == ["done"])
        let name = try CoverName(ImageFile(picture.bytes))
        #expect(try size(name.sized(.large)) == PixelSize(6, 4))
    }

    @Test(
        "A picture that another book has sized already needs no job",
        .enabled(if: FFmpeg.isInstalled)
    )
    func isShared() throws {
        try send(Pictures.first(.jpeg), to: console)
        try work()
        try console.addBook("Hen")
        let file = (field: "cover", name: "a", content: Pictures.first(.jpeg))
        _ = try console.postFile("/admin/books/2/cover", [("version", "1")], file: file)
        #expect(try console.count("SELECT count(*) FROM jobs") == 1)
        #expect(try console.count("SELECT count(*) FROM books WHERE cover_is_sized = 1") == 2)
    }

    @Test("A job whose picture is gone fails for good, and one whose book has another ends well")
    func pictureIsGone() throws {
        guard FFmpeg.isInstalled else { return }
        try send(Pictures.first(.jpeg), to: console)
        let name = try CoverName(ImageFile(Pictures.first(.jpeg)))
        unlink(folder.path(of: name))
        try work()
        #expect(try console.jobs.failed().first?.error?.contains("missing or damaged") == true)
        // Nor is it begun again by itself.
        try JobWorker(site: console.site).queueMissed(console.database)
        #expect(try console.count("SELECT count(*) FROM jobs") == 1)
        #expect(try console.jobs.retry(ID(1)))
        try console.database.execute("UPDATE books SET cover_key = NULL")
        try work()
        #expect(try console.texts("SELECT state FROM jobs") == ["done"])
    }

    @Test("Without ffmpeg no job waits; with it, what was missed is made at the next start")
    func missed() throws {
        let poor = try Self.console(try TemporaryFolder(), ffmpeg: "no-such-program")
        try send(Pictures.first(.jpeg), to: poor)
        #expect(try poor.count("SELECT count(*) FROM jobs") == 0)
        let page = try poor.get("/admin/system")
        #expect(page.contains("The program no-such-program isn’t installed on this server."))
        try JobWorker(site: poor.site).queueMissed(poor.database)
        #expect(try poor.count("SELECT count(*) FROM jobs") == 0)
        guard FFmpeg.isInstalled else { return }
        #expect(try !console.get("/admin/system").contains("program ffmpeg isn’t installed"))
        try send(Pictures.first(.jpeg), to: console)
        try console.database.execute("DELETE FROM jobs")
        try JobWorker(site: console.site).queueMissed(console.database)
        try work()
        #expect(try console.count("SELECT count(*) FROM books WHERE cover_is_sized = 1") == 1)
    }

    @Test("What is missed is found without looking at every book")
    func usesIndex() throws {
        let plan = try console.database.all(
            """
            EXPLAIN QUERY PLAN SELECT DISTINCT cover_key FROM books
            WHERE cover_key IS NOT NULL AND cover_is_sized = 0
            """
        ) { try $0.text(3) }
        #expect(plan == ["SEARCH books USING INDEX books_with_unsized_cover (cover_key>?)"])
    }

    @Test("A program is found by its name or its path, as a shell finds it")
    func findsPrograms() throws {
        #expect(ProgramFile.path(of: "sh")?.hasSuffix("/sh") == true)
        #expect(ProgramFile.path(of: "/bin/sh") == "/bin/sh")
        for name in ["no-such-program", "/bin", "/nowhere/sh", "../sh"] {
            #expect(ProgramFile.path(of: name) == nil, "\(name)")
        }
    }
}
