import Markup
import HTTP
import SQLite
import Server
import Testing

@testable import Storytime

@Suite("The cover of a book")
struct CoverPagesTests {
    let console: Console
    private let path = "/admin/books/1/cover"

    init() throws {
        console = try .asAdmin()
        try console.addBook("Fox", by: "Ada")
    }

    private var folder: CoverFolder { CoverFolder(console.site.configuration) }

    private var cover: Book.Cover? {
        get throws { try console.books.find(ID(1)).cover }
    }

    private var files: [String] { (try? Folder.names(in: folder.path)) ?? [] }

    /// How many books a search finds: that asks the index, not the books.
    private func found(withCover: Bool) throws -> Int {
        var filter = BookFilter()
        (filter.words, filter.hasCover) = ("fox", withCover)
        return try console.bookList.count(filter)
    }

    private func send(
        _ picture: [UInt8]?,
        named name: String = "cover.jpg",
        version: Int = 1,
        _ more: [(String, String)] = [],
        isSpooled: Bool = false
    ) throws -> Answer {
        // A browser sends an empty file without a name where none was chosen.
        let file = (field: "cover", name: picture == nil ? "" : name, content: picture ?? [])
        let fields = [("version", String(version))] + more
        return try console.postFile(path, fields, file: file, isSpooled: isSpooled)
    }

    // MARK: Pictures

    @Test("A picture of each format is kept without what it tells", arguments: Pictures.all)
    func keeps(picture: Pictures.Picture) throws {
        let laden = PictureEdits.laden(picture.bytes, picture.format)
        #expect(try send(laden).location == "/admin/books/1")
        let name = try CoverName(ImageFile(laden))
        #expect(
            try cover
                == .file(key: name.description, width: 6, height: 4, isSized: false)
        )
        #expect(files == [name.description])
        let kept = try Folder.read(folder.path(of: name)).bytes
        #expect(!String(decoding: kept, as: UTF8.self).contains(PictureEdits.secret))
        #expect(try console.get("/admin/books/1").toast?.contains("Cover of “Fox” saved.") == true)
    }

    @Test("The size is the one that people see: a turned picture is upright")
    func turned() throws {
        _ = try send(PictureEdits.laden(Pictures.first(.jpeg), .jpeg, orientation: 6))
        guard case .file(_, let width, let height, _)? = try cover else {
            Issue.record("there is no picture")
            return
        }
        #expect(width == 4 && height == 6)
    }

    @Test("What came in a file, as large content does, is a picture like any other")
    func spooled() throws {
        #expect(try send(Pictures.first(.png), isSpooled: true).status == 303)
        #expect(try cover != nil)
    }

    @Test("A new cover is a change of the book: version, time, audit log, and what it is found by")
    func isAnEdit() throws {
        let before = try console.books.find(ID(1))
        console.time.now += 60
        _ = try send(Pictures.first(.jpeg))
        let after = try console.books.find(ID(1))
        #expect(after.version == before.version + 1)
        #expect(after.updatedAt == console.time.now)
        let changes = try console.texts("SELECT changes FROM audit_entries ORDER BY id DESC").first
        let change = try #require(try Change.list(changes ?? "").first)
        #expect(change.field == "cover" && change.before == nil)
        #expect(change.after?.hasPrefix("6 × 4 JPEG ") == true)
        #expect(try found(withCover: true) == 1)
        #expect(try console.get("/admin/books/1").contains(change.after ?? "-"))
    }

    @Test("The same picture twice is one file, and saving what is there changes nothing")
    func isKeptOnce() throws {
        _ = try send(Pictures.first(.jpeg))
        let entries = try console.count("SELECT count(*) FROM audit_entries")
        #expect(try send(Pictures.first(.jpeg), version: 2).status == 303)
        #expect(try console.books.find(ID(1)).version == 2)
        #expect(try console.count("SELECT count(*) FROM audit_entries") == entries)
        try console.addBook("Hen")
        let other = try console.postFile(
            "/admin/books/2/cover",
            [("version", "1")],
            file: ("cover", "x", Pictures.first(.jpeg))
        )
        #expect(other.status == 303)
        #expect(files.count == 1)
    }

    // MARK: What is refused

    @Test(
        "What is no picture is refused with words beside the field, whatever it calls itself",
        arguments: [
            ("<svg xmlns='http://www.w3.org/2000/svg'/>", "an SVG drawing"), ("GIF89a", "a GIF"),
            ("hello", "something else"), ("", "is empty"), ("<!doctype html>", "a web page"),
        ]
    )
    func refuses(content: String, words: String) throws {
        let answer = try send(Array(content.utf8), named: "cover.jpg")
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "cover")?.contains(words) == true)
        #expect(answer.markup.text(id: "errors")?.contains(words) == true)
        #expect(answer.contains("<title>Error: "))
        #expect(try cover == nil)
        #expect(files.isEmpty)
    }

    @Test("A file that is too large is refused with words, and a huge one is not read at all")
    func tooLarge() throws {
        let bytes = [UInt8](repeating: 0xFF, count: CoverForm.maximumBytes + 1)
        let answer = try send(bytes, isSpooled: true)
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "cover")?.contains("at most 10 MB") == true)
        let admission = console.site.router.admission(of: .post, path: path, Configuration())
        #expect(admission.bodyLimitBytes == 3 * CoverForm.maximumBytes)
    }

    @Test("Nothing at all is asked about; a picture and an address are one too many")
    func oneOfTwo() throws {
        let nothing = try send(nil)
        #expect(nothing.status == 422)
        #expect(nothing.markup.error(of: "cover")?.hasPrefix("Error: Choose a picture") == true)
        let both = try send(Pictures.first(.jpeg), [("address", "https://a.example/b.jpg")])
        #expect(both.status == 422)
        #expect(both.markup.error(of: "address")?.contains("not both") == true)
        #expect(both.markup.value(of: "address") == "https://a.example/b.jpg")
        // The picture need not be chosen again.
        let kept = try #require(both.markup.value(of: "kept"))
        #expect(both.contains("We kept the 6 × 4 JPEG you chose"))
        #expect(try send(nil, [("kept", kept)]).status == 303)
        #expect(try cover?.text.hasPrefix("6 × 4 JPEG") == true)
    }

    @Test(
        "What a form claims to have kept is looked for, and never a path",
        arguments: ["../../storytime.db", String(repeating: "0a", count: 20) + ".jpg", "x"]
    )
    func keptIsChecked(kept: String) throws {
        #expect(try send(nil, [("kept", kept)]).status == 422)
        #expect(try cover == nil)
    }

    // MARK: Addresses

    @Test("An address is kept as it is and drawn without telling where it stands")
    func address() throws {
        let address = "https://pictures.example/fox.jpg?a=1&b=2"
        #expect(try send(nil, [("address", " \(address) ")]).status == 303)
        #expect(try cover == .address(address))
        let page = try console.get("/admin/books/1")
        let picture = try #require(page.markup.all("img").first { $0["src"] == address })
        #expect(picture["referrerpolicy"] == "no-referrer")
        #expect(picture["alt"] == "")
        #expect(page.header("Content-Security-Policy")?.contains("img-src 'self' https:;") == true)
        #expect(try console.get(path).markup.value(of: "address") == address)
    }

    @Test("A picture replaces an address that the form came with")
    func pictureOverAddress() throws {
        _ = try send(nil, [("address", "https://a.example/b.jpg")])
        let answer = try send(
            Pictures.first(.jpeg),
            version: 2,
            [("address", "https://a.example/b.jpg")]
        )
        #expect(answer.status == 303)
        #expect(try cover?.text.hasPrefix("6 × 4 JPEG") == true)
    }

    @Test(
        "An address that is none is said beside its field and kept",
        arguments: ["http://a.example/b.jpg", "javascript:alert(1)", "https://a b"]
    )
    func refusesAddress(text: String) throws {
        let answer = try send(nil, [("address", text)])
        #expect(answer.status == 422)
        #expect(answer.markup.error(of: "address")?.contains("full address") == true)
        #expect(answer.markup.value(of: "address") == text)
    }

    // MARK: Removal and conflicts

    @Test("A cover is removed, and its file is kept for a day, so that it can come back")
    func removes() throws {
        _ = try send(Pictures.first(.jpeg))
        #expect(try console.get(path).contains("Remove cover"))
        let answer = try send(nil, version: 2, [("remove", "1")])
        #expect(answer.status == 303)
        #expect(try cover == nil)
        #expect(try console.get("/admin/books/1").toast?.contains("removed") == true)
        #expect(files.count == 1)
        #expect(try !console.get(path).contains("Remove cover"))
        _ = try send(nil, version: 3, [("address", "https://a.example/b.jpg")])
        let fields = [("address", "https://a.example/b.jpg"), ("remove", "1")]
        #expect(try send(nil, version: 4, fields).status == 303)
        #expect(try cover == nil)
        #expect(try found(withCover: false) == 1)
    }

    @Test("The second of two editors sees both covers, and saves without choosing the file again")
    func twoEditors() throws {
        _ = try send(nil, [("address", "https://a.example/theirs.jpg")])
        let conflict = try send(Pictures.first(.jpeg), version: 1)
        #expect(conflict.status == 409)
        let text = try #require(conflict.markup.text(id: "conflict"))
        #expect(text.contains("https://a.example/theirs.jpg"))
        #expect(text.contains("6 × 4 JPEG"))
        #expect(try cover == .address("https://a.example/theirs.jpg"))
        let form = try #require(conflict.markup.forms.first { $0.action == path })
        let fields = form.fields.filter { !["cover", "remove"].contains($0.name) }
        #expect(try console.postFile(path, fields.map { ($0.name, $0.value) }).status == 303)
        #expect(try cover?.text.hasPrefix("6 × 4 JPEG") == true)
    }

    @Test("A form without its version is shown again, with the picture kept")
    func withoutVersion() throws {
        let file = (field: "cover", name: "a", content: Pictures.first(.png))
        let answer = try console.postFile(path, [], file: file)
        #expect(answer.status == 422)
        #expect(answer.markup.value(of: "kept") != nil)
        #expect(answer.markup.value(of: "version") == "1")
    }

    @Test("A removal that meets another version asks, and removes when it is sent again")
    func removalMeetsAnother() throws {
        _ = try send(nil, [("address", "https://a.example/theirs.jpg")])
        let conflict = try send(nil, version: 1, [("remove", "1")])
        #expect(conflict.status == 409)
        let form = try #require(conflict.markup.forms.first { $0.action == path })
        let fields = form.fields.filter { $0.name != "cover" }.map { ($0.name, $0.value) }
        #expect(try console.postFile(path, fields).status == 303)
        #expect(try cover == nil)
    }
}
