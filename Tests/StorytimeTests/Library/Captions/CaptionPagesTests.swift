import HTTP
import Markup
import SQLite
import Received
import Subtitles
import Testing

@testable import Storytime

@Suite("The library of captions")
struct CaptionPagesTests {
    private let console: Console
    private let film: VideoAsset

    init() throws {
        console = try Console.asAdmin()
        film = try console.addAsset(of: try console.addBook("Goodnight Moon"), by: .local)
    }

    private func titles(_ target: String) throws -> [String] {
        let page = try console.get(target)
        #expect(page.status == 200, "\(target)")
        return page.markup.tags.filter { $0["class"] == "book-title" }.map(\.text)
    }

    @Test(
        "It has all tracks, the last changed first, by language, kind, origin, trouble and book (Fut L196)"
    )
    func filters() throws {
        try console.addTrack(["One"], to: film)
        console.time.now += 60
        let other = try console.addAsset(of: try console.addBook("Big Red Barn"), by: .local)
        try console.addTrack(["Eins", ""], to: other, "de", kind: .captions)
        #expect(try titles("/admin/captions") == ["Big Red Barn", "Goodnight Moon"])
        #expect(try titles("/admin/captions?sort=changed") == ["Goodnight Moon", "Big Red Barn"])
        #expect(try titles("/admin/captions?sort=cues") == ["Goodnight Moon", "Big Red Barn"])
        #expect(try titles("/admin/captions?sort=-trouble").first == "Big Red Barn")
        for (query, title) in [
            ("language=de", "Big Red Barn"), ("kind=subtitles", "Goodnight Moon"),
            ("trouble=yes", "Big Red Barn"), ("q=goodnight", "Goodnight Moon"),
            ("q=goodnight&language=en&origin=uploaded", "Goodnight Moon"),
        ] {
            #expect(try titles("/admin/captions?" + query) == [title], "\(query)")
        }
        #expect(try titles("/admin/captions?origin=mux").isEmpty)
        let rows = try console.downloadRows("/admin/captions.csv?language=de")
        #expect(rows.map { $0["book"] } == ["Big Red Barn"])
        #expect(rows.first?["cues"] == "2" && rows.first?["cues_with_trouble"] == "1")
    }

    @Test("Pages of it are read from beside a track, forwards and backwards")
    func pages() throws {
        for number in 0..<60 {
            console.time.now += 1
            try console.addTrack(["\(number)"], to: film, "en", label: "Track \(number)")
        }
        func names(_ target: String) throws -> [String] {
            try console.get(target).markup.tags.filter { $0["class"] == "small" }.map(\.text)
        }
        let first = try names("/admin/captions?per_page=25")
        #expect(first.first == "Track 59" && first.count == 25)
        let links = try console.get("/admin/captions?per_page=25").markup.targets
        let next = try #require(links.first { $0.contains("after=") })
        #expect(try names(next).first == "Track 34")
        let back = try console.get(next).markup.targets.first { $0.contains("per_page=25&page=3") }
        #expect(try names(try #require(back)).last == "Track 0")
    }

    @Test("Books with a video but no captions in a language are found")
    func missing() throws {
        try console.addTrack(["One"], to: film)
        try console.addAsset(of: try console.addBook("Big Red Barn"), by: .local)
        try console.addAsset(.preparing, of: try console.addBook("Not ready"), by: .local)
        try console.addBook("Without a video")
        let binned = try console.addBook("Binned")
        try console.addAsset(of: binned, by: .local)
        _ = try console.bin.add(binned.id, by: .commandLine)
        #expect(try titles("/admin/captions/missing") == ["Big Red Barn"])
        #expect(try titles("/admin/captions/missing?language=en") == ["Big Red Barn"])
        #expect(
            try titles("/admin/captions/missing?language=de") == ["Big Red Barn", "Goodnight Moon"]
        )
        let page = try console.get("/admin/captions/missing")
        #expect(page.markup.targets.contains { $0.hasPrefix("/admin/captions/import?video=") })
    }

    @Test("Words are found in all cues, marked, and lead to the moment")
    func words() throws {
        try console.addTrack(["In the Great Green Room", "Groß war das Zimmer"], to: film)
        try console.addTrack(["Im großen grünen Raum"], to: film, "de")
        let page = try console.get("/admin/captions/words?q=green+room")
        #expect(page.contains("In the Great <mark>Green</mark> <mark>Room</mark>"))
        #expect(page.contains("1 cue with"))
        #expect(page.markup.targets.contains("/admin/video_assets/\(film.id)?t=0.0#player"))
        let track = try console.captions.find(ID(1))
        let cue = try console.captions.cues(of: track.id, limit: 1)[0]
        let edit = "/admin/video_assets/\(film.id)/captions/\(track.id)?cue=\(cue.id)"
        #expect(page.markup.targets.contains("\(edit)#cue-\(cue.id)"))
        #expect(try console.get(edit).contains("cue is-target\" id=\"cue-\(cue.id)\""))
        let folded = try console.get("/admin/captions/words?q=gross")
        #expect(folded.contains("<mark>Groß</mark> war") && folded.contains("<mark>großen</mark>"))
        let german = try console.get("/admin/captions/words?q=gross&language=de")
        #expect(!german.contains("<mark>Groß</mark> war") && german.contains("<mark>großen</mark>"))
        #expect(try console.get("/admin/captions/words?q=zebra").contains("No cue has"))
        // Syntax of the index is text here, and a text is no markup.
        try console.addTrack(["<b>x</b> OR"], to: film, "fr")
        let odd = try console.get("/admin/captions/words?q=%22+OR+*")
        #expect(odd.status == 200 && odd.contains("&lt;b&gt;x&lt;/b&gt; <mark>OR</mark>"))
    }

    @Test("A page of words is walked to the next; a thousand matches are counted, and no more")
    func manyWords() throws {
        try console.addTrack((0..<1100).map { "moon \($0)" }, to: film)
        let page = try console.get("/admin/captions/words?q=moon")
        #expect(page.contains("More than 1,000 cues"))
        let next = try #require(page.markup.targets.first { $0.contains("after=") })
        let second = try console.get(next)
        #expect(second.contains("<mark>moon</mark> 50<") && !second.contains("</mark> 49<"))
    }

    @Test("A moment that a link names is where the player begins")
    func moment() throws {
        let asset = try console.keepFilm(of: try console.addBook("Owls"))
        let page = try console.get("/admin/video_assets/\(asset.id)?t=12.3")
        #expect(page.contains("/video.mp4#t=12\""))
        #expect(try !console.get("/admin/video_assets/\(asset.id)?t=-1").contains("#t="))
    }

    @Test("A track’s page says what is known, and changes it; of two editors the second is told")
    func details() throws {
        let track = try console.addTrack(["One", "Two"], to: film)
        let page = try console.get(track.href)
        #expect(page.contains("Goodnight Moon") && page.contains("0:02.000"))
        let form = [("language", "pt-BR"), ("label", "Brasil"), ("kind", "captions")]
        let version = [("version", "\(track.version)")]
        #expect(try console.post(track.href, form + version).status == 303)
        let saved = try console.captions.find(track.id)
        #expect(saved.language == "pt-BR" && saved.label == "Brasil" && saved.kind == .captions)
        let late = try console.post(track.href, form + version)
        #expect(late.status == 409 && late.contains("Somebody else changed"))
        let wrong = try console.post(
            track.href,
            [("language", "x y"), ("kind", "captions"), ("version", "\(saved.version)")]
        )
        #expect(wrong.status == 422 && wrong.markup.error(of: "language") != nil)
        #expect(wrong.markup.value(of: "language") == "x y")
    }

    @Test("Which track players show, and begin with, is a button each")
    func shown() throws {
        let first = try console.addTrack(["One"], to: film)
        let second = try console.addTrack(["Uno"], to: film)
        #expect(try console.get(first.href).contains("Show in"))
        #expect(try console.post(first.href + "/show").location == first.href)
        #expect(try console.captions.find(first.id).isShown)
        #expect(try !console.captions.find(second.id).isShown)
        let begun = try console.post(first.href + "/default", [("default", "yes")])
        #expect(
            try console.follow(begun).contains("Players now start with the English captions.")
        )
        #expect(try console.captions.find(first.id).isDefault)
        #expect(try console.get(first.href).contains("Remove as default"))
        #expect(try console.get(first.href + "/delete").contains("Delete the English captions?"))
        let gone = try console.post(first.href + "/delete")
        #expect(gone.location == "/admin/captions")
        #expect(try console.follow(gone).contains("English captions deleted."))
        let history = try console.get("/admin/audit")
        #expect(history.contains("English captions (") && !history.contains("the captions"))
        #expect(try console.get(first.href).status == 404)
    }

    // MARK: Export

    @Test(
        "A track is saved in each of the six formats, and read again it is the same (V2.5 L76)",
        arguments: CaptionFormat.allCases
    )
    func export(format: CaptionFormat) throws {
        let track = try console.addTrack(["One", "Two & <three>"], to: film, "en")
        let answer = try console.get("\(track.href)/export?format=\(format.rawValue)")
        #expect(answer.status == 200)
        let name = answer.response.headers["content-disposition"] ?? ""
        #expect(name == "attachment; filename=\"goodnight-moon.en.\(format.rawValue)\"")
        let back = try Captions.read(answer.bytes)
        #expect(back.format == format)
        #expect(back.cues.map(\.text) == ["One", "Two & <three>"])
        #expect(back.cues.map(\.start) == [0, 2000])
    }

    @Test("A cell that a spreadsheet would run is neutralized, and comes back (V2.5 L76)")
    func formulas() throws {
        let track = try console.addTrack(["=cmd()"], to: film)
        let file = try console.get("\(track.href)/export?format=csv")
        #expect(String(decoding: file.bytes, as: UTF8.self).contains(",'=cmd()"))
        #expect(try Captions.read(file.bytes).cues[0].text == "=cmd()")
    }

    @Test("A byte order mark, the line ends of Windows and Windows-1252 are options")
    func options() throws {
        let track = try console.addTrack(["Grüße 月"], to: film)
        let marked = try console.get("\(track.href)/export?format=srt&bom=1&crlf=1").bytes
        #expect(marked.starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(String(decoding: marked, as: UTF8.self).contains("1\r\n00:00:00,000"))
        let old = try console.get("\(track.href)/export?format=srt&encoding=windows-1252")
        #expect(old.bytes.contains(0xFC) && old.bytes.contains(UInt8(ascii: "?")))
        let check = try console.get("\(track.href)/convert?format=srt&encoding=windows-1252")
        #expect(check.contains("characters that Windows-1252 doesn’t have"))
        #expect(try console.get("\(track.href)/export?format=doc").status == 400)
    }

    @Test("What a format can’t keep is said before the file is saved")
    func losses() throws {
        var document = Captions.ofLines(["One", "Two"])
        document.cues[0].runs = [Run(end: 3, style: Style(.italic))]
        let track = try console.captions.add(
            NewCaptions(document, language: "en"),
            to: film,
            by: .commandLine
        )
        #expect(try console.get("\(track.href)/convert?format=vtt").contains("Nothing is lost"))
        let page = try console.get("\(track.href)/convert?format=sbv")
        #expect(page.contains("bold, italics and underlines (1 cue)"))
        #expect(page.markup.targets.contains("\(track.href)/export?format=sbv"))
    }

    @Test("The captions of chosen books or videos are saved as one archive")
    func archive() throws {
        try console.addTrack(["One"], to: film)
        try console.addTrack(["Eins"], to: film, "de")
        let other = try console.addAsset(of: try console.addBook("Big Red Barn"), by: .local)
        try console.addTrack(["Two"], to: other)
        let book = try #require(film.bookID)
        let ask = try console.get("/admin/books/bulk?act=captions&ids=\(book)")
        #expect(ask.status == 303)
        let page = try console.get(try #require(ask.location))
        #expect(page.contains("Download 2 tracks"))
        let files = try unzipped("/admin/captions/archive.zip?of=books&ids=\(book)&format=vtt")
        #expect(files.keys.sorted() == ["goodnight-moon.de.vtt", "goodnight-moon.en.vtt"])
        #expect(files["goodnight-moon.de.vtt"]?.hasPrefix("WEBVTT\n") == true)
        let all = try unzipped("/admin/captions/archive.zip?of=videos&all=1&format=srt")
        #expect(all.count == 3)
        let none = try console.get("/admin/captions/archive?of=books")
        #expect(none.location?.hasPrefix("/admin/books") == true)
        #expect(try console.get("/admin/video_assets/bulk?act=captions&all=1").status == 303)
    }

    private func unzipped(_ target: String) throws -> [String: String] {
        try Zip.unpack(try console.download(target).bytes)
            .mapValues { String(decoding: $0, as: UTF8.self) }
    }
}
