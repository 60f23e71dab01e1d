import HTTP
import Markup
import SQLite
import Subtitles
import Testing

@testable import Storytime

@Suite("Captions that a family brings")
struct FamilyCaptionTests {
    private let home: WatchingHome
    private let console: Console
    private let path: String

    private static let srt = """
        1
        00:00:01,000 --> 00:00:02,500
        Es war einmal ein Fuchs.

        2
        00:00:03,000 --> 00:00:04,000
        <i>Er</i> wohnte in einer Laterne.

        """

    init() throws {
        home = try WatchingHome()
        console = home.console
        path = "/watch/\(home.fox.id)/captions"
    }

    /// Sends a file as the form does.
    private func send(
        _ content: String,
        named name: String,
        _ fields: [(String, String)] = [],
        at target: String? = nil
    ) throws -> Answer {
        try send(Array(content.utf8), named: name, fields, at: target)
    }

    private func send(
        _ content: [UInt8],
        named name: String,
        _ fields: [(String, String)] = [],
        at target: String? = nil
    ) throws -> Answer {
        var body = ""
        for (field, value) in fields {
            body += "--B\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n\(value)\r\n"
        }
        body += "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n"
        return try console.send(
            .post,
            target ?? path,
            [("Content-Type", "multipart/form-data; boundary=B")],
            Array(body.utf8) + content + Array("\r\n--B--\r\n".utf8)
        )
    }

    /// Brings a track and returns its name.
    @discardableResult
    private func bring(_ content: String = srt, named name: String = "fox.de.srt") throws
        -> TrackName
    {
        let sent = try send(content, named: name)
        let preview = try console.follow(sent)
        let form = try #require(preview.markup.forms.first { $0.action.contains("/import/") })
        let saved = try console.post(
            form.action,
            form.fields.filter { $0.name != "act" }.map { ($0.name, $0.value) }
                + [("act", "save")]
        )
        #expect(saved.status == 303)
        let place = try #require(saved.location?.firstRange(of: "track="))
        let text = try #require(saved.location)[place.upperBound...]
        return try #require(TrackName(pathSegment: text))
    }

    /// The offset of an Int’s smallest value, whose `abs` would end the program.
    private static let hugeOffset = "[offset:-9223372036854775808]\n[00:01.00]y\n"

    @Test("An offset beyond all times is ignored, in a file and in pasted text")
    func hugeOffset() throws {
        let page = try console.follow(try send(Self.hugeOffset, named: "fox.de.lrc"))
        #expect(page.status == 200 && page.contains("The offset “"))
        let pasted = try console.post(path, [("text", Self.hugeOffset)])
        #expect(try console.follow(pasted).contains("The offset “"))
    }

    @Test(
        "Words with times beyond all bounds are saved without them, and downloaded in each format"
    )
    func hugeWords() throws {
        let name = try bring(
            """
            start,end,text,words
            00:00:01.000,00:00:02.000,hello world,9223372036854775807-9223372036854775807@0 9223372036854775807@6

            """,
            named: "fox.en.csv"
        )
        for format in CaptionFormat.allCases {
            let answer = try console.get("\(path)/\(name).\(format.rawValue)")
            #expect(answer.status == 200, "\(format)")
        }
        #expect(try console.get("\(path)/\(name).lrc").contains("[00:01.00]hello world"))
    }

    @Test("V2.1 L49, Data L182: It is shown before it is saved, and can be corrected")
    func preview() throws {
        let sent = try send(Self.srt, named: "fox.de.srt", [("label", "Oma liest")])
        let page = try console.follow(sent)
        for text in ["German", "SubRip", "Es war einmal ein Fuchs.", "Oma liest", "UTF-8"] {
            #expect(page.contains(text), "\(text)")
        }
        let action = try #require(page.markup.forms.first { $0.action.contains("/import/") }).action
        let wrong = try console.post(action, [("language", "Klingonese"), ("act", "save")])
        #expect(wrong.status == 422 && wrong.contains("Klingonese"))
        let read = try console.post(
            action,
            [("language", "de"), ("format", "csv"), ("act", "read")]
        )
        #expect(read.status == 200)
        #expect(try console.familyCaptions(home.fox).isEmpty)
        let saved = try console.post(
            action,
            [("language", "Swedish"), ("label", "Mormor"), ("format", ""), ("act", "save")]
        )
        #expect(saved.status == 303)
        let track = try #require(try console.familyCaptions(home.fox).first)
        #expect(track.language == "sv" && track.name == "Mormor" && track.cueCount == 2)
        // The draft is gone with it.
        #expect(try console.get(action).status == 404)
    }

    @Test("Nothing, too much and what isn’t captions are said beside the field")
    func refused() throws {
        #expect(try send("", named: "").status == 422)
        let film = try console.follow(try send("\u{0}\u{1}\u{2}film", named: "fox.mp4"))
        #expect(film.status == 200 && film.contains("text file"))
        let action = try #require(film.markup.forms.first { $0.action.contains("/import/") }).action
        #expect(try console.post(action, [("language", "de"), ("act", "save")]).status == 422)
        #expect(try console.post(action + "/discard").status == 303)
        #expect(try console.get(action).status == 404)
        #expect(try console.familyCaptions(home.fox).isEmpty)
    }

    @Test("A pasted text needs no file")
    func pasted() throws {
        let sent = try send("", named: "", [("text", Self.srt)])
        #expect(try console.follow(sent).contains("Pasted text"))
    }

    @Test(
        "V2.5 L76: Any track comes back in each of the six formats",
        arguments: CaptionFormat.allCases
    )
    func exports(format: CaptionFormat) throws {
        let own = try bring()
        let video = try #require(try console.videos.current(of: home.fox.id))
        let shared = try console.addTrack(["Once,\nupon", "=a time"], to: video)
        for (name, texts) in [
            (own, ["Es war einmal ein Fuchs.", "Er wohnte in einer Laterne."]),
            (TrackName.library(shared.id), ["Once,\nupon", "=a time"]),
        ] {
            let file = try console.get("\(path)/\(name).\(format.rawValue)")
            #expect(file.status == 200)
            #expect(file.header("Content-Type")?.hasPrefix(format.mediaType) == true)
            #expect(file.header("Content-Disposition")?.contains("the-lantern-fox.") == true)
            let read = try CaptionFile(
                file.bytes,
                ReadingOptions(fileName: "x.\(format.rawValue)")
            ).document
            #expect(read.format == format)
            let plain = read.cues.map { $0.text.replacing("\u{2060}", with: "") }
            #expect(
                plain.map { $0.replacing(" ", with: "\n") }
                    == texts.map { $0.replacing(" ", with: "\n") }
            )
        }
        #expect(try console.get("\(path)/\(own).exe").status == 404)
        #expect(try console.get("\(path)/\(own)").status == 404)
    }

    @Test(
        "Whoever reads along with a child comes back to the child, whatever they do with captions"
    )
    func keepsCompany() throws {
        _ = try console.keepFilm(of: home.fox)
        let query = "?child=\(home.pippi.id)"
        let back = "/watch/\(home.fox.id)\(query)"
        let reading = try console.get(back)
        let link = reading.markup.all("a").compactMap { $0["href"] }.first { $0.hasPrefix(path) }
        #expect(link?.contains("child=\(home.pippi.id)") == true)
        let page = try console.get(path + query)
        #expect(page.markup.all("a").contains { $0["href"] == back })
        let form = try #require(page.markup.forms.first { $0.action.hasPrefix(path) })
        #expect(form.action == path + query)
        let sent = try send(Self.srt, named: "fox.de.srt", at: form.action)
        let preview = try console.follow(sent)
        let actions = preview.markup.all("form").compactMap { $0["action"] }
            .filter { $0.contains("/import/") }
        #expect(actions.count == 2 && actions.allSatisfy { $0.hasSuffix(query) })
        let action = try #require(actions.first { !$0.contains("/discard") })
        let saved = try console.post(action, [("language", "de"), ("act", "save")])
        #expect(saved.location == back + "&track=own-1")
        #expect(try console.get(path + query).contains("fox.de.srt"))
        let removed = try console.post("\(path)/1/remove\(query)")
        #expect(removed.location == path + query)
        #expect(try console.follow(removed).contains("\(path)/1/restore\(query)"))
        #expect(try console.post("\(path)/1/restore\(query)").location == path + query)
    }

    @Test("A Japanese file of old is read as one, and how it was read is open to be looked at")
    func shiftJIS() throws {
        // “むかしむかし、きつねがいました。” in Shift JIS.
        let text: [UInt8] = [
            0x82, 0xDE, 0x82, 0xA9, 0x82, 0xB5, 0x82, 0xDE, 0x82, 0xA9, 0x82, 0xB5, 0x81, 0x41,
            0x82, 0xAB, 0x82, 0xC2, 0x82, 0xCB, 0x82, 0xAA, 0x82, 0xA2, 0x82, 0xDC, 0x82, 0xB5,
            0x82, 0xBD, 0x81, 0x42,
        ]
        let file = Array("1\r\n00:00:01,000 --> 00:00:02,000\r\n".utf8) + text
        for (name, fields) in [("ja.srt", []), ("kitsune.srt", [("language", "Japanese")])] {
            let page = try console.follow(try send(file, named: name, fields))
            #expect(page.contains("むかしむかし、きつねがいました。"), "\(name)")
            #expect(page.contains("Japanese (Shift JIS)</dd>"), "\(name)")
            let details = try #require(
                page.markup.all("details").first { $0["class"] == "captions-more" }
            )
            #expect(details["open"] != nil)
            let action = try #require(page.markup.forms.first { $0.action.contains("/import/") })
                .action
            let saved = try console.post(action, [("language", "Japanese"), ("act", "save")])
            #expect(saved.status == 303)
            let track = try #require(saved.location?.split(separator: "track=").last)
            #expect(try console.get("\(path)/\(track).vtt").contains("きつね"))
        }
        // What is plain needs no look.
        let plain = try console.follow(try send(Self.srt, named: "fox.de.srt"))
        let details = plain.markup.all("details").first { $0["class"] == "captions-more" }
        #expect(details != nil && details?["open"] == nil && plain.contains("UTF-8</dd>"))
        let western =
            Array("1\r\n00:00:01,000 --> 00:00:02,000\r\nF".utf8) + [0xFC] + Array("chse".utf8)
        #expect(
            try console.follow(try send(western, named: "de.srt")).contains(
                "Western (Windows-1252)</dd>"
            )
        )
    }

    @Test("Two of one name are told apart by their files, or by numbers")
    func names() throws {
        _ = try console.keepFilm(of: home.fox)
        func labels() throws -> [String] {
            try console.get("/watch/\(home.fox.id)").markup.all("option").map(\.text)
                .filter { $0.contains("(yours") }
        }
        try bring(named: "fox.de.srt")
        #expect(Set(try labels()) == ["German (yours)"])
        try bring(named: "Fuchs.de.srt")
        #expect(
            Set(try labels()) == ["German (yours, fox.de.srt)", "German (yours, Fuchs.de.srt)"]
        )
        try bring(named: "fox.de.srt")
        #expect(
            Set(try labels()) == [
                "German (yours, 1)", "German (yours, Fuchs.de.srt)", "German (yours, 3)",
            ]
        )
        let json = try console.get("/watch/\(home.fox.id)/cues/own-2.json")
        #expect(json.contains("German (yours, Fuchs.de.srt)"))
    }

    @Test("Nobody else sees it: no other family, no admin, no list and no search")
    func isTheirs() throws {
        let own = try bring()
        let tracks = try console.get(path)
        #expect(tracks.contains("Only your family sees it"))
        let strangers = try console.addFamily("Strangers")
        try console.signIn(try console.addParent("stranger@example.test", in: strangers))
        #expect(try console.get("\(path)/\(own).srt").status == 404)
        #expect(try !console.get(path).contains("Fuchs"))
        guard case .own(let id) = own else { return }
        for act in ["remove", "restore"] {
            let answer = try console.post("\(path)/\(id)/\(act)")
            #expect(act == "restore" || answer.status == 404)
        }
        #expect(try console.familyCaptions(home.fox).count == 1)
        try home.signInAsAdmin()
        #expect(try console.get("\(path)/\(own).srt").status == 404)
        for target in [
            "/admin/captions", "/admin/captions/words?q=Laterne", "/admin/search?q=Laterne",
        ] {
            #expect(try !console.get(target).contains("Fuchs"), "\(target)")
        }
        let video = try #require(try console.videos.current(of: home.fox.id))
        #expect(try console.videos.captions(of: video.id).isEmpty && !video.hasCaptions)
    }

    @Test("Players get it, in Kids Mode too, and nobody else’s do")
    func players() throws {
        guard case .own(let id) = try bring() else { return }
        let href = FamilyCaptionMedia.href(home.fox.id, id)
        let file = try console.get(href)
        #expect(file.status == 200 && file.header("Content-Type") == "text/vtt; charset=utf-8")
        #expect(file.text.hasPrefix("WEBVTT") && file.contains("<i>Er</i> wohnte"))
        let video = try #require(try console.videos.current(of: home.fox.id))
        let shelf = try console.shelf(of: home.family.id)
        #expect(Viewer.family(shelf).family == home.family.id)
        #expect(try console.get(FamilyCaptionMedia.href(home.owl.id, id)).status == 404)
        let strangers = try console.addFamily("Strangers")
        let parent = console.cookies
        try console.signIn(try console.addParent("stranger@example.test", in: strangers))
        #expect(try console.get(href).status == 404)
        try home.signInAsAdmin()
        #expect(try console.get(href).status == 404)
        console.cookies = parent
        try console.endRights(home.fox.id)
        #expect(try console.get(href).status == 404)
        #expect(try console.videos.captions(of: video.id).isEmpty)
    }

    @Test("Removing one can be taken back for a day, and is for good then")
    func removing() throws {
        guard case .own(let id) = try bring() else { return }
        let removed = try console.post("\(path)/\(id)/remove")
        #expect(removed.status == 303)
        #expect(try console.get(path).contains("\(path)/\(id)/restore"))
        #expect(try console.get("\(path)/own-\(id).srt").status == 404)
        #expect(try console.post("\(path)/\(id)/restore").status == 303)
        #expect(try console.get("\(path)/own-\(id).srt").status == 200)
        try console.post("\(path)/\(id)/remove")
        console.time.now += FamilyCaptionStore.keptSeconds + 1
        try FamilyCaptionStore(database: console.database, now: console.time.now).removeOld()
        #expect(
            try console.database.first("SELECT count(*) FROM family_captions") { try $0.int(0) }
                == 0
        )
    }

    @Test("A family has as many for a story as there may be, and is told so")
    func limit() throws {
        for _ in 0..<FamilyCaptionStore.mostOfFilm { try bring() }
        let preview = try console.follow(try send(Self.srt, named: "a.srt"))
        let action = try #require(preview.markup.forms.first { $0.action.contains("/import/") })
            .action
        let refused = try console.post(action, [("language", "de"), ("act", "save")])
        #expect(refused.status == 409 && refused.contains("Remove some"))
    }

    @Test("A story that may not be watched has no captions to see or bring")
    func closed() throws {
        let own = try bring()
        try console.endRights(home.fox.id)
        for target in [path, "\(path)/\(own).srt"] {
            #expect(try console.get(target).status == 404)
        }
        #expect(try send(Self.srt, named: "a.srt").status == 404)
    }
}

extension Console {
    /// What the family of the tests brought for a story.
    func familyCaptions(_ book: Book) throws -> [FamilyCaptions] {
        try FamilyCaptionStore(database: database, now: time.now).list(of: .story(book.id), ID(1))
    }
}
