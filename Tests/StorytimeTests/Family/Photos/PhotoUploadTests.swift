import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("How photos arrive")
struct PhotoUploadTests {
    let home: PhotoHome

    init() throws {
        home = try PhotoHome()
        try home.signIn()
    }

    /// Sends a file as the page's script does.
    private func send(
        _ bytes: [UInt8],
        named name: String = "IMG_1.jpg",
        into category: String? = nil,
        isSpooled: Bool = false
    ) throws -> Answer {
        let query = PercentEncoding.encodeQuery(
            [
                (name: "category", value: category ?? "\(home.category.id)"),
                (name: "name", value: name),
            ]
        )
        return try home.console.send(
            .put,
            "/family/photos/files?\(query)",
            [("Content-Type", "image/jpeg"), ("Accept", "application/json")],
            bytes,
            isSpooled: isSpooled
        )
    }

    private func taken(_ id: ID<Photo>) throws -> String? {
        try home.store.find(id, of: home.family.id).takenAt?.text
    }

    @Test("Each of the five formats arrives, in memory and in a file", arguments: [false, true])
    func formats(isSpooled: Bool) throws {
        for (index, one) in Photos.all.enumerated() {
            let answer = try send(Photos.bytes(one.name), named: "a.txt", isSpooled: isSpooled)
            #expect(answer.status == 201, "\(one.name)")
            #expect(answer.contains("\"message\":\"Uploaded.\""))
            let photo = try home.store.find(ID(index + 1), of: home.family.id)
            #expect(photo.format == one.format)
            #expect(photo.state == .waiting)
        }
        #expect(try home.console.count("SELECT count(*) FROM jobs") == Photos.all.count)
    }

    @Test("Sent again, a photo is known by its content, wherever it is now")
    func again() throws {
        let bytes = Photos.bytes("photo.jpg")
        #expect(try send(bytes).status == 201)
        let again = try send(bytes, named: "other.jpg")
        #expect(again.status == 200)
        #expect(again.contains("This photo is already here, in “Family”."))
        _ = try home.store.bin([ID(1)], of: home.family.id, by: .commandLine)
        #expect(try send(bytes).contains("This photo is already here, in the bin."))
        #expect(try home.console.count("SELECT count(*) FROM photos") == 1)
    }

    @Test("The day comes from the photo, then from its name, and else nobody knows it")
    func days() throws {
        _ = try send(Photos.bytes("photo.jpg"), named: "2020-01-02.jpg")
        #expect(try taken(ID(1)) == "2024-05-06T07:08:09")
        _ = try send(Pictures.first(.jpeg), named: "IMG_20200102_030405.jpg")
        #expect(try taken(ID(2)) == "2020-01-02T03:04:05")
        _ = try send(Pictures.first(.png), named: "a.png")
        #expect(try taken(ID(3)) == nil)
        let page = try home.console.get("/family/photos/3")
        #expect(page.contains("<dt>Taken</dt><dd>Unknown</dd>"))
        let today = TimeText(zone: "UTC").day(home.console.time.now)
        #expect(page.contains("<dt>Added</dt><dd>\(today)</dd>"))
    }

    @Test("A day that hasn’t begun anywhere isn’t the day of a photo")
    func future() throws {
        let now = home.console.time.now
        let today = home.family.today(now)
        func taken(_ name: String) throws -> String? {
            // A comment in it makes it another photo.
            let comment = PictureEdits.segment(0xFE, Array(name.utf8))
            let picture = Pictures.first(.jpeg)
            _ = try send(Array(picture.prefix(2)) + comment + picture.dropFirst(2), named: name)
            return try self.taken(ID(home.console.count("SELECT max(id) FROM photos")))
        }
        func name(in hours: Int) -> String {
            TimeText.iso(now + hours * 3600).filter { $0.isNumber || $0 == "T" } + ".jpg"
        }
        #expect(try taken("\(today.iso).jpg") == today.iso)
        #expect(try taken("\(today.adding(1).iso).jpg") == nil)
        #expect(try taken("20991231_235959 of 2024-05-06.jpg") == "2024-05-06")
        // Where clocks are ahead of all others it is that late already.
        #expect(try taken(name(in: 14))?.hasPrefix(today.adding(1).iso) == true)
        #expect(try taken(name(in: 24)) == nil)
        try home.console.database.execute(
            "UPDATE families SET time_zone = 'Pacific/Kiritimati' WHERE id = \(home.family.id.value)"
        )
        #expect(try taken("IMG-\(today.adding(1).iso)-WA0001.jpg") == today.adding(1).iso)
        #expect(try taken("IMG-\(today.adding(2).iso)-WA0001.jpg") == nil)
    }

    @Test("A camera’s clock that is ahead isn’t believed: the name says the day")
    func futureExif() throws {
        var bytes = Photos.bytes("photo.jpg")
        while let range = bytes.firstRange(of: "2024:05:06".utf8) {
            bytes.replaceSubrange(range, with: Array("2099:05:06".utf8))
        }
        _ = try send(bytes, named: "IMG_20200102_030405.jpg")
        #expect(try taken(ID(1)) == "2020-01-02T03:04:05")
        _ = try send(bytes + [0], named: "DSC_0001.jpg")
        #expect(try taken(ID(2)) == nil)
    }

    @Test("What is no photo is refused in words, whatever its name says")
    func hostile() throws {
        let png = Photos.bytes("photo.png")
        // A PNG that says it has 30,000 pixels on a side.
        var wide = png
        wide.replaceSubrange(16..<20, with: [0, 0, 0x75, 0x30])
        var bomb = png
        bomb.replaceSubrange(16..<24, with: [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
        let files: [([UInt8], String)] = [
            ([], "This file is empty."),
            (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), "This file"),
            (Array("<!doctype html><script>alert(1)</script>".utf8), "This file"),
            (Array("GIF89a".utf8), "This file"),
            (wide, "at most 100 million pixels"), (bomb, "at most 100 million pixels"),
            (Array(png.prefix(20)), "is damaged or incomplete"),
            (Array(Photos.bytes("photo.heic").prefix(60)), "is damaged or incomplete"),
        ]
        for (bytes, words) in files {
            let answer = try send(bytes, named: "cat.jpg")
            #expect(answer.status == 422)
            #expect(answer.contains(words), "\(words)")
            #expect(answer.contains("\"code\":\"not_a_photo\""))
        }
        #expect(home.names.isEmpty)
        #expect(try home.console.count("SELECT count(*) FROM photos") == 0)
    }

    @Test("A photo that would take more than the family’s space is refused before anything is lost")
    func space() throws {
        let small = try PhotoHome(limitMegabytes: 1)
        try small.signIn()
        try small.addReady(1)
        try small.console.database.execute("UPDATE photos SET bytes = 999999")
        let answer = try small.console.send(
            .put,
            "/family/photos/files?category=\(small.category.id)&name=a.jpg",
            [("Accept", "application/json")],
            Photos.bytes("photo.jpg")
        )
        #expect(answer.status == 507)
        #expect(answer.contains("Your family’s files would take more than the 1 MB it has."))
        #expect(small.names.allSatisfy { !$0.hasPrefix(PhotoFolder.originalPrefix) })
    }

    @Test("Another family’s category, or none, takes no photo")
    func categories() throws {
        let strangers = try home.console.addFamily("Strangers")
        let theirs = try #require(try home.store.categories(of: strangers.id).first)
        let bytes = Photos.bytes("photo.jpg")
        #expect(try send(bytes, into: "\(theirs.id)").status == 404)
        #expect(try send(bytes, into: "x").status == 400)
        #expect(try home.console.count("SELECT count(*) FROM photos") == 0)
    }

    @Test("Without a script, a form takes photos, and says which it didn’t")
    func form() throws {
        let fields = [("to", "\(home.category.id)")]
        let good = try home.console.postFile(
            "/family/photos",
            fields,
            file: ("files", "a.jpg", Photos.bytes("photo.jpg"))
        )
        // There the latest come first.
        #expect(good.location == "/family/photos")
        #expect(try home.console.follow(good).contains("1 photo uploaded."))
        let bad = try home.console.postFile(
            "/family/photos",
            fields,
            file: ("files", "notes.jpg", Array("notes".utf8))
        )
        #expect(bad.status == 422)
        #expect(bad.contains("notes.jpg: This file isn’t a photo."))
        let again = try home.console.postFile(
            "/family/photos",
            fields,
            file: ("files", "b.jpg", Photos.bytes("photo.jpg"))
        )
        #expect(again.location == "/family/photos")
        #expect(try home.console.follow(again).contains("No new photos: 1 was already here."))
        let none = try home.console.postFile("/family/photos", fields)
        #expect(none.status == 422)
        #expect(none.contains("Choose some photos."))
    }

    @Test("Without a script, what was taken is a notice, and only what was refused an error")
    func mixed() throws {
        _ = try send(Photos.bytes("photo.jpg"))
        let files = [
            ("a.png", Photos.bytes("photo.png")), ("b.webp", Photos.bytes("photo.webp")),
            ("again.jpg", Photos.bytes("photo.jpg")), ("notes.txt", Array("notes".utf8)),
        ]
        let page = try home.console.postFiles(
            "/family/photos",
            [("to", "\(home.category.id)")],
            files: files.map { ("files", $0.0, $0.1) }
        )
        #expect(page.status == 422)
        #expect(page.contains("2 photos uploaded, 1 was already here."))
        let errors = page.markup.all("a").filter { $0["href"] == "#field-files" }
        #expect(page.markup.first(id: "errors") != nil && errors.count == 1)
        #expect(page.contains("notes.txt: This file isn’t a photo."))
        #expect(!page.contains("again.jpg"))
        #expect(try home.console.count("SELECT count(*) FROM photos") == 3)
    }

    @Test("Where libvips is missing, the page says so, and photos are kept until it is there")
    func withoutProgram() throws {
        let poor = try PhotoHome(vips: "no-such-vips")
        try poor.signIn()
        #expect(try poor.console.get("/family/photos").contains("no-such-vips"))
        try poor.add(Photos.bytes("photo.jpg"))
        try poor.work()
        #expect(try poor.store.find(ID(1), of: poor.family.id).state == .waiting)
        #expect(try poor.console.get("/family/photos").contains("Preparing…"))
        #expect(try poor.console.get("/children").status == 200)
    }
}
