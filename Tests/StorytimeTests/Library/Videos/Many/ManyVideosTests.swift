import Foundation
import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Adding many videos")
struct ManyVideosTests {
    private static let path = "/admin/video_assets/many"
    private static let captions = Array("1\n00:00:01,000 --> 00:00:02,000\nHallo\n".utf8)

    let console: Console
    private let inbox: String

    init() throws {
        console = try .withBook()
        try console.addBook("The owl")
        try console.addBook("The hedgehog")
        inbox = console.site.configuration.inboxFolder
    }

    // MARK: Helpers

    private func put(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) throws {
        try Data(bytes).write(to: URL(filePath: "\(inbox)/\(name)"))
    }

    /// Uploads a file in one part, as the script does.
    @discardableResult
    private func upload(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) throws -> Answer {
        let href = try #require(try begin(name, bytes.count).location)
        _ = try append(href, bytes)
        return try console.post("\(href)/finish")
    }

    private func begin(_ name: String, _ size: Int) throws -> Answer {
        try console.post(
            "\(Self.path)/uploads",
            [("name", name), ("size", "\(size)"), ("modified", "7")]
        )
    }

    private func append(_ href: String, _ bytes: [UInt8]) throws -> Answer {
        try console.send(
            .patch,
            href,
            [("Content-Type", "application/octet-stream"), ("Upload-Offset", "0")],
            bytes
        )
    }

    /// What a browser would send of the list, after a change.
    private func fields(_ change: (String, String) -> String? = { $1 }) throws
        -> [(String, String)]
    {
        let page = try console.get(Self.path)
        let form = try #require(page.markup.forms.first { $0.action == Self.path })
        // Its first button, which Enter presses, only saves.
        return form.fields.filter { $0.name != "save" }.compactMap { field in
            change(field.name, field.value).map { (field.name, $0) }
        }
    }

    private func add(_ change: (String, String) -> String? = { $1 }) throws -> Answer {
        try console.post(Self.path, try fields(change) + [("add", "1")])
    }

    /// The names of files of the list that are checked, with the keys of their books.
    private func checked() throws -> [String] {
        let sent = Fields(try fields().map { (name: $0.0, value: $0.1) })
        return (0..<9).compactMap { index in
            guard sent.isOn("add-\(index)"), let key = sent.text("file-\(index)") else {
                return nil
            }
            return "\(key) \(sent.text("book-\(index)") ?? "")"
        }
    }

    /// How well each file fits its book, as the list says it.
    private func pills() throws -> [String] {
        try console.get(Self.path).markup.all("span")
            .filter { $0["class"] == "pill" }.map(\.text)
    }

    private func videos(_ book: Int) throws -> [VideoAsset] {
        try console.videos.all(of: ID(book))
    }

    // MARK: The list

    @Test("A name that says nothing offers the books without a video, and its words stay away")
    func offersBooksWithoutVideo() throws {
        try console.addReadyVideo(ID(1), seconds: 60)
        try put("IMG_2034.mp4")
        let path = Self.path + "/book?file=inbox-IMG_2034.mp4"
        let page = try console.get(path)
        let field = try #require(page.markup.all("input").first { $0["name"] == "q" })
        #expect(field["value"] == "")
        #expect(page.contains("Books without a video"))
        #expect(page.contains("The owl") && page.contains("The hedgehog"))
        #expect(try !page.contains(console.books.find(ID(1)).title))
        // Words that somebody typed are searched for, whatever comes of it.
        let none = try console.get(path + "&q=zebra")
        #expect(none.contains("No book found") && none.contains("value=\"zebra\""))
    }

    @Test("Uploaded files and those in the inbox stand in one list, sure ones checked")
    func lists() throws {
        #expect(try upload("The Owl.mp4").status == 201)
        try put("fox.mp4")
        try put("strange.mp4")
        try put("readme.txt")
        #expect(try checked() == ["upload-1 2", "inbox-fox.mp4 1"])
        let page = try console.get(Self.path)
        #expect(page.contains("3 videos waiting") && page.contains("Add <span"))
        #expect(page.contains("“readme.txt” in the inbox isn’t a video."))
        // It is the server's: another visit shows the same.
        #expect(try checked() == ["upload-1 2", "inbox-fox.mp4 1"])
    }

    @Test("One button adds the checked ones, and the page says what became of each")
    func adds() throws {
        try upload("owl.mp4")
        try put("fox.mp4")
        try put("strange.mp4")
        let answer = try add()
        #expect(answer.status == 303 && answer.location == Self.path)
        #expect(try console.get(Self.path).toast?.contains("2 videos added") == true)
        #expect(try videos(2).map(\.source) == ["owl.mp4"])
        #expect(try videos(1).map(\.source) == ["fox.mp4"])
        let page = try console.get(Self.path)
        #expect(page.contains("1 video waiting") && page.contains("0 of 2 done"))
        #expect(page.markup.first(id: "added-1") != nil)
        // A second click adds nothing.
        let again = [("file-0", "upload-1"), ("book-0", "2"), ("add-0", "1"), ("add", "1")]
        #expect(try console.post(Self.path, again).status == 303)
        #expect(try videos(2).count == 1)
        try console.setAsset(ID(1), .ready)
        try console.setAsset(ID(2), .errored, error: "The file is damaged.")
        let settled = try console.get(Self.path)
        #expect(settled.contains("2 of 2 done, 1 failed"))
        #expect(settled.contains("The file is damaged."))
        #expect(try console.post("\(Self.path)/clear").status == 303)
        #expect(try !console.get(Self.path).contains("2 of 2 done"))
    }

    @Test("Captions beside a video that can’t be read are named")
    func unreadableCaptions() throws {
        try put("fox.mp4")
        let folder = console.site.configuration.inboxFolder
        for (name, text) in [
            ("fox.de.srt", "1\n00:00:01,000 --> 00:00:02,000\nHallo\n"), ("fox.fr.srt", "no times"),
        ] {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        _ = try add()
        let toast = try #require(try console.get(Self.path).toast)
        #expect(toast.contains("“fox.fr.srt” can’t be read as captions and was left out."))
        #expect(!toast.contains("fox.de.srt"))
    }

    @Test("What somebody chooses stays, whatever the name suggests")
    func chooses() throws {
        try put("owl.mp4")
        let other = try fields { name, value in
            name == "add-0" ? nil : value
        }
        #expect(try console.post(Self.path, other + [("save", "quietly")]).status == 204)
        #expect(try checked().isEmpty)
        let page = try console.post(Self.path, try fields() + [("find", "inbox-owl.mp4")])
        #expect(page.location == "\(Self.path)/book?file=inbox-owl.mp4")
        let search = try console.get("\(Self.path)/book?file=inbox-owl.mp4&q=hedgehog")
        #expect(search.contains("The hedgehog") && !search.contains("The fox"))
        let chosen = try console.post(
            "\(Self.path)/book",
            [("file", "inbox-owl.mp4"), ("book", "3")]
        )
        #expect(chosen.status == 303)
        #expect(try checked() == ["inbox-owl.mp4 3"])
        #expect(try console.get(Self.path).contains("Chosen"))
        _ = try add()
        #expect(try videos(3).map(\.source) == ["owl.mp4"])
    }

    @Test("Two files for one book are never added without saying so")
    func rivals() throws {
        try put("fox.mp4")
        try put("the fox.mov")
        #expect(try checked() == ["inbox-fox.mp4 1"])
        #expect(try console.get(Self.path).contains("is for the same book."))
        var both = try fields()
        both.append(("add-1", "1"))
        let answer = try console.post(Self.path, both + [("add", "1")])
        #expect(answer.status == 422 && answer.contains("“fox.mp4” is for the same book."))
        #expect(answer.markup.first(id: "book-1")?["aria-invalid"] == "true")
        #expect(try console.count("SELECT count(*) FROM video_assets") == 0)
        // What was typed is kept, also for the next visit.
        #expect(try checked() == ["inbox-fox.mp4 1", "inbox-the fox.mov 1"])
    }

    @Test("A checked file needs a book, and something must be checked")
    func errors() throws {
        try put("strange.mp4")
        let nothing = try add()
        #expect(nothing.status == 422 && nothing.contains("Select the videos to add."))
        let bookless = try console.post(
            Self.path,
            try fields() + [("add-0", "1"), ("add", "1")]
        )
        #expect(bookless.status == 422 && bookless.contains("Choose a book for this video"))
        let binned = try console.post(
            Self.path,
            [("file-0", "inbox-strange.mp4"), ("book-0", "99"), ("add-0", "1"), ("add", "1")]
        )
        #expect(binned.status == 422 && binned.contains("no longer in the catalog"))
    }

    @Test("The list says which videos a new one would replace, and leaves that to a person")
    func replaces() throws {
        try console.addAsset(.ready, of: console.books.find(ID(1)))
        try put("fox.mp4")
        #expect(try console.get(Self.path).contains("Replaces the book’s current video."))
        #expect(try checked().isEmpty)
    }

    @Test("Only what a page shows is matched; long lists have pages")
    func pages() throws {
        for number in 100..<(100 + ManyVideos.perPage + 1) { try put("film \(number).mp4") }
        try upload("owl.mp4")
        let first = try console.get(Self.path)
        #expect(first.contains("52 videos waiting") && first.contains("owl.mp4"))
        #expect(first.markup.first(id: "waiting-49") != nil)
        let second = try console.get("\(Self.path)?page=2")
        #expect(second.contains("film 149.mp4") && second.contains("film 150.mp4"))
        #expect(second.markup.first(id: "waiting-2") == nil)
    }

    // MARK: Uploads

    @Test("Files that aren't videos or captions, and files twice, are refused in words")
    func refuses() throws {
        console.headers = [("Accept", "application/json")]
        let wrong = try begin("notes.txt", 5)
        #expect(wrong.status == 400 && wrong.contains("Choose videos, and captions"))
        #expect(try begin("fox.srt", 9_000_000).contains("smaller file"))
        try upload("fox.mp4")
        #expect(try begin("fox.mp4", 3).contains("don’t need to upload this file again"))
        #expect(try begin("fox.mp4", 4).status == 201)
    }

    @Test("A file for which there is no room yet may be sent again, and one of a wrong kind not")
    func full() throws {
        console.headers = [("Accept", "application/json")]
        try console.database.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
                WHERE i < \(WaitingFileStore.mostWaiting))
            INSERT INTO waiting_files (kind, file_key, name, stem_key, size_bytes, added_at)
            SELECT 'video', printf('%032x', i), 'film ' || i || '.mp4', 'film ' || i, 1,
                \(console.time.now) FROM n
            """
        )
        let answer = try begin("owl.mp4", 6)
        #expect(answer.status == 507 && answer.contains("\"code\":\"no_space\""))
        #expect(answer.contains("Add or delete some of them first."))
        #expect(try begin("notes.txt", 5).status == 400)
        try console.database.execute("DELETE FROM waiting_files WHERE name = 'film 1.mp4'")
        #expect(try begin("owl.mp4", 6).status == 201)
    }

    @Test("An unfinished upload is listed for its admin alone, and can be discarded")
    func unfinished() throws {
        let href = try #require(try begin("owl.mp4", 6).location)
        _ = try append(href, [1, 2])
        let page = try console.get(Self.path)
        #expect(page.contains("Unfinished uploads") && page.contains("2 bytes of 6 bytes"))
        #expect(try begin("owl.mp4", 6).location == href)
        let cookies = console.cookies
        try console.signIn(try console.addUser("eve@example.test", .admin))
        #expect(try !console.get(Self.path).contains("Unfinished uploads"))
        console.cookies = cookies
        let key = try #require(href.split(separator: "/").last)
        #expect(try console.post("\(Self.path)/uploads/\(key)/discard").status == 303)
        #expect(try console.get(href).status == 404 && console.videoNames.isEmpty)
    }

    @Test("Without scripts, a form brings several files")
    func form() throws {
        let answer = try console.postFile(
            "\(Self.path)/files",
            [],
            file: ("files", "owl.mp4", [1, 2, 3]),
            isSpooled: true
        )
        #expect(answer.status == 303)
        #expect(try checked() == ["upload-1 2"])
        let wrong = try console.postFile("\(Self.path)/files", [], file: ("files", "a.txt", [1]))
        #expect(wrong.status == 422 && wrong.contains("a.txt: Choose videos"))
        #expect(wrong.markup.first(id: "field-files")?["aria-invalid"] == "true")
        #expect(try console.post("\(Self.path)/files").contains("Choose one or more videos."))
    }

    @Test("A file that waits survives the cleaner and a restart, and goes after a month")
    func keeps() throws {
        try upload("owl.mp4")
        try upload("owl.de.srt", Self.captions)
        try console.videoCleaner.removeOrphans()
        try console.restart()
        #expect(console.videoNames.count == 2)
        #expect(try checked() == ["upload-1 2"])
        console.time.now += WaitingFileStore.keptSeconds - 1
        try console.videoCleaner.removeDeleted()
        #expect(console.videoNames.count == 2)
        console.time.now += 1
        try console.videoCleaner.removeDeleted()
        #expect(console.videoNames.isEmpty)
    }

    @Test("An uploaded file can be deleted, with its captions")
    func deletes() throws {
        try upload("owl.mp4")
        try upload("owl.de.srt", Self.captions)
        try upload("lonely.srt", Self.captions)
        #expect(try console.get(Self.path).contains("Captions without a video"))
        #expect(try console.post(Self.path, [("remove", "1")]).status == 303)
        #expect(console.videoNames.count == 1)
        #expect(try console.post(Self.path, [("remove", "3")]).status == 303)
        #expect(console.videoNames.isEmpty)
    }

    // MARK: Captions

    @Test("Captions beside a video become its captions", arguments: [false, true])
    func captions(isInInbox: Bool) throws {
        if isInInbox {
            try put("owl.mp4")
            try put("owl.de.srt", Self.captions)
        } else {
            try upload("owl.mp4")
            try upload("owl.de.srt", Self.captions)
        }
        #expect(try console.get(Self.path).contains("<bdi>owl.de.srt</bdi>"))
        #expect(try add().status == 303)
        let asset = try #require(try videos(2).first)
        let track = try #require(try console.videos.captions(of: asset.id).first)
        #expect(track.language == "de" && track.origin == .uploaded && track.status == .ready)
        let file = try #require(track.fileKey)
        let text = try Folder.text(console.videoFolder.path(of: file))
        #expect(text.hasPrefix("WEBVTT") && text.contains("Hallo") && asset.id == ID(1))
        try console.videoCleaner.removeOrphans()
        #expect(Folder.exists(console.videoFolder.path(of: file)))
        #expect(
            try console.count("SELECT count(*) FROM waiting_files WHERE kind = 'captions'") == 0
        )
    }

    @Test(
        "Captions leave the inbox with their video; others stay",
        .enabled(if: FFmpeg.isInstalled)
    )
    func leave() throws {
        try put("owl.mp4", VideoFiles.bytes(VideoFiles.mp4))
        try put("owl.srt", Self.captions)
        try put("owlet.srt", Self.captions)
        _ = try add()
        try put("owl.fr.srt", Self.captions + Array("\n2\n00:00:03,0 --> 00:00:04,0\nOui\n".utf8))
        try console.prepareVideos()
        #expect(try videos(2).first?.status == .ready)
        #expect(try videos(2).first?.hasCaptions == true)
        #expect(try Folder.names(in: inbox) == ["owl.fr.srt", "owlet.srt"])
    }

    // MARK: Lengths

    @Test(
        "Lengths are found out in the background, and files that aren't videos are marked",
        .enabled(if: FFmpeg.isInstalled)
    )
    func measures() throws {
        try upload("owl.mp4", VideoFiles.bytes(VideoFiles.mp4))
        try put("fox.mp4", Array("No video at all".utf8))
        #expect(try pills().allSatisfy { $0.hasPrefix("Sure (") })
        try console.manyVideos.notice()
        let worker = try JobWorker(site: console.site, lane: .short)
        while worker.doNext(console.database) {}
        #expect(try pills().last == "Problem")
        let page = try console.get(Self.path)
        #expect(page.contains(", 0:02") && page.contains("This file isn’t a video"))
        #expect(try checked() == ["upload-1 2"])
        // Another file in its place is another matter; one that is gone is forgotten.
        try put("fox.mp4", VideoFiles.bytes(VideoFiles.mp4))
        try console.manyVideos.notice()
        while worker.doNext(console.database) {}
        #expect(try checked() == ["upload-1 2", "inbox-fox.mp4 1"])
        try FileManager.default.removeItem(atPath: "\(inbox)/fox.mp4")
        try console.manyVideos.notice()
        #expect(
            try console.count("SELECT count(*) FROM waiting_files WHERE inbox_name IS NOT NULL")
                == 0
        )
    }
}

extension Console {
    fileprivate var manyVideos: ManyVideos {
        ManyVideos(database: database, now: time.now, site: site)
    }
}
