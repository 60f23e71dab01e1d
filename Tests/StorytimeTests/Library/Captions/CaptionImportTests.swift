import HTTP
import Markup
import SQLite
import Subtitles
import Testing

@testable import Storytime

@Suite("Importing captions")
struct CaptionImportTests {
    private static let path = "/admin/captions/import"
    private static let srt =
        "1\n00:00:01,000 --> 00:00:02,000\nOne\n\n3\n00:00:03,000 --> 00:00:04,5\nTwo\n"

    private let console: Console
    private let film: VideoAsset

    init() throws {
        console = try Console.asAdmin()
        film = try console.addAsset(of: try console.addBook("Goodnight Moon"), by: .local)
    }

    /// Sends a file; the address of what was recognized.
    private func send(_ name: String, _ bytes: [UInt8], _ fields: [(String, String)] = []) throws
        -> String
    {
        let answer = try console.postFile(Self.path, fields, file: ("files", name, bytes))
        #expect(answer.status == 303, "\(answer.text)")
        return try #require(answer.location)
    }

    /// The fields of the form, as a browser sends them.
    private func fields(_ target: String) throws -> [(String, String)] {
        let form = try console.get(target).markup.forms.first { $0.action == target }
        return try #require(form).fields.map { ($0.name, $0.value) }.filter { $0.0 != "act" }
    }

    private func save(_ target: String, _ changes: [(String, String)] = []) throws -> Answer {
        let names = Set(changes.map(\.0))
        let fields = try fields(target).filter { !names.contains($0.0) }
        return try console.post(target, fields + changes + [("act", "save")])
    }

    private var tracks: [CaptionTrack] {
        get throws { try console.captions.tracks(of: film.id) }
    }

    @Test("What was recognized and what is odd is shown; nothing is saved yet (V2.1 L49)")
    func preview() throws {
        let href = try send("Goodnight Moon.pt-BR.srt", Array(Self.srt.utf8))
        let page = try console.get(href)
        for words in [
            "SubRip (SRT)", "UTF-8", "0:01.000 – 0:02.000",
            "<b>Line 5.</b> The number “3” is out of order. The order of the file was kept.",
            "<b>Line 6.</b> The time in “", ">One<", "Goodnight Moon",
        ] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(page.markup.value(of: "language-1") == "Portuguese (Brazil)")
        #expect(try fields(href).contains { $0 == ("video-1", "\(film.id)") })
        #expect(try tracks.isEmpty)
    }

    @Test("An offset beyond all times is ignored; words beyond them are left out, in archives too")
    func extremeNumbers() throws {
        let lyrics = try send(
            "Goodnight Moon.en.lrc",
            Array("[offset:-9223372036854775808]\n[00:01.00]y\n".utf8)
        )
        #expect(
            try console.get(lyrics).contains(
                "isn’t a whole number of milliseconds. It was ignored."
            )
        )
        let table = """
            start,end,text,words
            00:00:01.000,00:00:02.000,hello world,9223372036854775807-9223372036854775807@0 9223372036854775807@6

            """
        let saved = try save(try send("Goodnight Moon.en.csv", Array(table.utf8)))
        #expect(saved.status == 303)
        for format in CaptionFormat.allCases {
            let path = "/admin/captions/archive.zip?of=videos&all=1&format=\(format.rawValue)"
            #expect(try console.get(path).status == 200, "\(format)")
        }
    }

    @Test("One button saves them all, in a track each")
    func saves() throws {
        let href = try send("Goodnight Moon.pt-BR.srt", Array(Self.srt.utf8))
        let answer = try save(href)
        let track = try #require(try tracks.first)
        #expect(answer.location == track.href)
        #expect(track.language == "pt-BR" && track.cueCount == 2 && track.isShown)
        let note = try console.captions.versions(of: track.id, limit: 1).first?.note
        #expect(note == "Imported from “Goodnight Moon.pt-BR.srt”")
        // It is done, and can't be done again.
        let again = try console.get(href)
        #expect(again.status == 404 && again.contains("This import is over"))
    }

    @Test(
        "Each of the six formats is taken, whatever the name says (V2.1 L49)",
        arguments: CaptionFormat.allCases
    )
    func formats(format: CaptionFormat) throws {
        let bytes = Captions.ofLines(["One", "Two"]).written(as: format)
        let href = try send("moon.txt", bytes, [("video", "\(film.id)")])
        #expect(try console.get(href).contains(format.name))
        #expect(try save(href).status == 303)
        #expect(try tracks.first?.format == format)
        let cues = try console.captions.cues(of: tracks[0].id, limit: 9)
        #expect(cues.map(\.text) == ["One", "Two"])
    }

    @Test("UTF-16, byte order marks and Windows-1252 are read (V2.1 L49)")
    func encodings() throws {
        let text = "1\r\n00:00:01,000 --> 00:00:02,000\r\nGrüße\r\n"
        let wide: [UInt8] = text.utf16.reduce(into: [0xFF, 0xFE]) { bytes, unit in
            bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        for (bytes, name) in [
            (wide, "UTF-16, little-endian"), (marked, "UTF-8"), (latin, "Western (Windows-1252)"),
        ] {
            let page = try console.get(try send("a.srt", bytes))
            #expect(page.contains(">\(name)<") && page.contains("Grüße"), "\(name)")
        }
    }

    @Test("An encoding and a format that somebody chose count more than what was recognized")
    func corrected() throws {
        // “ж” in Windows-1251 is “æ” in Windows-1252.
        let bytes = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + [0xE6, 0x0A]
        let href = try send("a.srt", bytes)
        #expect(try console.get(href).contains("æ"))
        let again = try console.post(
            href,
            try fields(href).filter { $0.0 != "encoding-1" }
                + [("encoding-1", "windows-1251"), ("act", "read")]
        )
        #expect(again.status == 200 && again.contains("ж") && !again.contains("æ"))
        #expect(try console.get(href).contains("ж"))
        #expect(try tracks.isEmpty)
    }

    @Test("A file that can’t be read says why, with the line, and the others are saved (V2.1 L49)")
    func refused() throws {
        let href = try send("broken.ttml", Array("<tt>\n<p>\n</tt>".utf8))
        let page = try console.get(href)
        #expect(page.contains("Line 3 can’t be read: a tag isn’t closed."))
        // Nothing is asked of it but how it could be read otherwise.
        #expect(page.contains("This file can’t be read") && page.contains("Choose other files"))
        #expect(try fields(href).map(\.0).sorted() == ["encoding-1", "format-1"])
        let none = try save(href)
        #expect(none.status == 422 && none.contains("Check the files"))
        let ticked = try save(href, [("use-1", "1"), ("video-1", "\(film.id)")])
        #expect(ticked.status == 422 && ticked.contains("Line 3"))
        #expect(try tracks.isEmpty)
        let empty = try send("empty.srt", [], [("text", Self.srt)])
        let both = try console.get(empty)
        #expect(both.contains("2 files, 1 of them readable"))
        #expect(try !fields(empty).contains { $0.0 == "format-2" || $0.0 == "use-2" })
    }

    @Test("A file that can be read once its format is chosen is shown before it is saved")
    func readAfterCorrection() throws {
        let text = "WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nOne\n"
        let href = try send("Goodnight Moon.de.vtt", Array(text.utf8))
        #expect(try console.get(href).contains("This file can’t be read"))
        let others = try fields(href).filter { $0.0 != "format-1" }
        let page = try console.post(href, others + [("format-1", "srt"), ("act", "save")])
        #expect(page.status == 200 && page.markup.value(of: "language-1") == "German")
        #expect(try tracks.isEmpty)
        #expect(try save(href).status == 303)
        #expect(try tracks.map(\.cueCount) == [1])
    }

    @Test("Tracks that an import takes out of players are named when it is saved")
    func replaces() throws {
        let first = try save(send("Goodnight Moon.en.srt", Array(Self.srt.utf8)))
        #expect(try !console.follow(first).contains("not shown in players"))
        let second = try save(send("Goodnight Moon.en.srt", Array(Self.srt.utf8)))
        #expect(
            try console.follow(second).contains(
                "English captions are no longer shown in players: "
                    + "“Goodnight Moon.en.srt” replaced them."
            )
        )
        #expect(try tracks.map(\.isShown).filter { $0 }.count == 1)
    }

    @Test("A file that is empty, or no text at all, is listed among the others as such")
    func noCaptions() throws {
        let empty = try send("empty.srt", [], [("text", Self.srt)])
        #expect(try console.get(empty).contains("This file is empty."))
        let film = try send("film.srt", [0, 0, 0, 0x18] + Array("ftypisom".utf8))
        #expect(try console.get(film).contains("but a film or a picture."))
        let other = try send("other.srt", [0, 0, 0, 0x18, 0, 1])
        #expect(try console.get(other).contains("This isn’t a text file."))
    }

    @Test("A book that isn’t plain is chosen, or found by its title; the rest stays as typed")
    func finding() throws {
        let href = try send("x.srt", Array(Self.srt.utf8))
        let missing = try save(href, [("language-1", "sv"), ("label-1", "Svenska")])
        #expect(missing.status == 422 && missing.contains("Choose the book"))
        #expect(missing.markup.value(of: "language-1") == "sv")
        #expect(missing.markup.value(of: "label-1") == "Svenska")
        let unknown = try save(href, [("find-1", "zebra")])
        #expect(unknown.status == 422 && unknown.contains("No book with a video"))
        let wrong = try save(href, [("language-1", "x y"), ("find-1", "goodnight")])
        #expect(wrong.status == 422 && wrong.markup.error(of: "language-1") != nil)
        let kept = wrong.markup.forms.flatMap(\.fields).first { $0.name == "video-1" }
        #expect(kept?.value == "\(film.id)")
        #expect(try save(href, [("language-1", "Swedish"), ("find-1", "goodnight")]).status == 303)
        #expect(try tracks.map(\.language) == ["sv"])
    }

    @Test("A pasted text is taken like a file; nothing at all is refused beside the field")
    func pasted() throws {
        let answer = try console.postFile(Self.path, [("text", Self.srt), ("video", "\(film.id)")])
        let href = try #require(answer.location)
        #expect(try console.get(href).contains("Pasted text"))
        #expect(try save(href).status == 303)
        #expect(try tracks.first?.cueCount == 2)
        let nothing = try console.postFile(Self.path, [("text", " ")])
        #expect(nothing.status == 422 && nothing.contains("Choose a caption file"))
        let large = [UInt8](repeating: 0x20, count: CaptionFile.maximumBytes + 1)
        let refused = try console.postFile(Self.path, [], file: ("files", "a.srt", large))
        #expect(refused.status == 422 && refused.contains("Choose a smaller file"))
    }

    @Test("Files that were sent are their sender’s alone, can be discarded, and go after a day")
    func kept() throws {
        let first = try send("a.srt", Array(Self.srt.utf8))
        #expect(try console.post(first + "/discard").location == Self.path)
        #expect(try console.get(first).status == 404)
        let second = try send("a.srt", Array(Self.srt.utf8))
        #expect(try console.get(second).status == 200)
        try console.signIn(try console.addUser("other@example.test", .admin))
        #expect(try console.get(second).status == 404)
        console.time.now += CaptionDrafts.keptSeconds + 1
        try console.captionDrafts.removeOld()
        #expect(try console.count("SELECT count(*) FROM caption_drafts") == 0)
    }

    @Test(
        "The name says the language, the kind and the book, where that is plain",
        arguments: [
            ("Goodnight Moon.en.srt", "en", "Goodnight Moon"),
            ("moon.pt-BR.sdh.vtt", "pt-BR", "moon"), ("moon_de.srt", "de", "moon"),
            ("Moon German.srt", "de", "Moon"), ("Moon (French).srt", "fr", "Moon"),
            ("Find it.srt", "", "Find it"), ("moon.ger.forced.srt", "de", "moon"),
            ("moon.forced.de.ass", "de", "moon"), ("Forced.srt", "", "Forced"),
            ("en.srt", "en", ""), ("moon.srt", "", "moon"),
            ("moon.ja-sjis.srt", "ja", "moon"), ("moon.ja.utf8.srt", "ja", "moon"),
            ("moon.hi.en.srt", "en", "moon"), ("moon.hi.srt", "hi", "moon"),
            ("Say.Hi.en.srt", "en", "Say Hi"), ("moon.en.hi.srt", "en", "moon"),
            ("moon.pb.srt", "pt-BR", "moon"), ("moon.cs.cp1250.srt", "cs", "moon"),
            ("Peter Pan.srt", "", "Peter Pan"), ("moon (really fin.srt", "", "moon  really fin"),
        ]
    )
    func names(name: String, language: String, stem: String) {
        let guess = CaptionGuess(name)
        #expect(guess.language ?? "" == language)
        #expect(guess.stem == stem)
        #expect(guess.isForced == name.contains(".forced."))
    }

    @Test("A very long name loses its middle, and keeps the language at its end")
    func longNames() throws {
        let long = "Goodnight Moon " + String(repeating: "(final) copy of ", count: 30)
        let page = try console.get(try send(long + "Moon.de.hi.srt", Array(Self.srt.utf8)))
        #expect(page.markup.value(of: "language-1") == "German")
        #expect(page.contains("…") && page.contains("Moon.de.hi.srt"))
        // What the database counts are code points, of which a letter may have many.
        let wide = String(repeating: "e\u{301}", count: 150) + ".fr.srt"
        let second = try console.get(try send(wide, Array(Self.srt.utf8)))
        #expect(second.markup.value(of: "language-2") == "French")
    }

    @Test("A forced file is named so and takes nothing’s place")
    func forced() throws {
        for name in ["Goodnight Moon.de.srt", "Goodnight Moon.de.forced.srt"] {
            #expect(try save(try send(name, Array(Self.srt.utf8))).status == 303)
        }
        let shown = try tracks.map { "\($0.name) \($0.isShown)" }
        #expect(Set(shown) == ["German true", "German (Forced) false"])
    }

    @Test("The video’s page leads here, and the file is for that video")
    func fromVideo() throws {
        let asset = try console.get(film.href)
        #expect(asset.markup.targets.contains("\(Self.path)?video=\(film.id)"))
        #expect(try console.get("\(Self.path)?video=\(film.id)").contains("Goodnight Moon"))
        #expect(try console.get("\(Self.path)?video=99").status == 200)
    }

    @Test("A language that only the words tell is suggested, and said to be a suggestion")
    func suggestsLanguage() throws {
        let text =
            "1\n00:00:01,000 --> 00:00:09,000\nEs war einmal eine kleine Eule, die wollte nicht im "
            + "Wald schlafen, sondern auf dem Dach mit den Sternen, und sie war es, die der Mond sah.\n"
        let suggested = try console.get(try send("film.srt", Array(text.utf8)))
        #expect(suggested.markup.value(of: "language-1") == "German")
        #expect(suggested.contains("Suggested from the text"))
        // What the name says counts, whatever the words are.
        let named = try console.get(try send("film.fr.srt", Array(text.utf8)))
        #expect(named.markup.value(of: "language-2") == "French")
        #expect(!named.contains("Suggested from the text"))
        let short = try console.get(try send("other.srt", Array(Self.srt.utf8)))
        #expect(short.markup.value(of: "language-3") == "")
    }

    @Test("A language that nobody knows is left empty, or called so")
    func unknownLanguage() throws {
        for word in ["", "Unknown", "unknown language", "und"] {
            let href = try send("Goodnight Moon.srt", Array(Self.srt.utf8))
            #expect(try save(href, [(try field(href), word)]).status == 303, "\(word)")
        }
        #expect(try tracks.map(\.language) == ["und", "und", "und", "und"])
    }

    /// The name of the field for the language of an import with one file.
    private func field(_ href: String) throws -> String {
        try #require(try fields(href).map(\.0).first { $0.hasPrefix("language-") })
    }

    // MARK: By the API

    @Test("A program adds, lists, reads and deletes captions with a key")
    func api() throws {
        console.cookies = [:]
        let key = try console.adminKey()
        let path = "/api/v1/video_assets/\(film.id)/captions"
        let bearer = ("Authorization", "Bearer \(key)")
        let sent = try console.send(
            .post,
            path + "?language=de&label=Deutsch&kind=captions",
            [bearer, ("Content-Type", "application/x-subrip")],
            Array(Self.srt.utf8)
        )
        #expect(sent.status == 201, "\(sent.text)")
        let record = try sent.record()
        #expect(record["language"] as? String == "de" && record["cue_count"] as? Int == 2)
        #expect(record["kind"] as? String == "captions")
        let location = try #require(sent.location)
        #expect(try console.ask(.get, path, token: key).records().count == 1)
        let file = try console.ask(.get, location + "?format=sbv", token: key)
        #expect(file.status == 200 && file.text.hasPrefix("0:00:01.000,0:00:02.000\nOne\n"))
        for (format, type) in [
            ("srt", "application/x-subrip"), ("vtt", "text/vtt"), ("ttml", "application/ttml+xml"),
            ("csv", "text/csv"), ("sbv", "text/plain"), ("lrc", "text/plain"),
        ] {
            let file = try console.ask(.get, location + "?format=\(format)", token: key)
            #expect(file.header("Content-Type") == "\(type); charset=utf-8", "\(format)")
        }
        #expect(try console.ask(.get, location, token: key).text.hasPrefix("WEBVTT"))
        // SubRip doesn’t say its language; the track does.
        let ttml = try console.ask(.get, location + "?format=ttml", token: key)
        #expect(ttml.text.contains("xml:lang=\"de\""))
        #expect(try console.ask(.get, location + "?format=doc", token: key).status == 422)
        let unknown = try console.send(
            .post,
            path + "?language=klingonish",
            [bearer, ("Content-Type", "text/vtt")],
            Array(Self.srt.utf8)
        )
        #expect(unknown.status == 422 && unknown.text.contains("must be a language tag"))
        let broken = try console.send(
            .post,
            path,
            [bearer, ("Content-Type", "text/vtt")],
            Array("<tt>\n<p></tt>".utf8)
        )
        #expect(broken.status == 422 && broken.text.contains("Line 2"))
        #expect(try console.ask(.delete, location, token: key).status == 204)
        #expect(try console.ask(.get, location, token: key).status == 404)
        #expect(try console.ask(.get, "/api/v1/video_assets/99/captions", token: key).status == 404)
    }
}
