import HTTP
import Markup
import SQLite
import Server
import Received
import Subtitles
import Testing

@testable import Storytime

@Suite("A story is read along")
struct ReadingPagesTests {
    private func place(_ home: ReadAlongHome) throws -> Int? {
        try home.console.reading.place(of: home.parent, in: home.book.id)
    }

    private func reading(_ page: Answer) throws -> Markup.Tag {
        try #require(page.markup.all("div").first { $0["id"] == "reading" })
    }

    @Test(
        "The page has the film, its lines in order, and a link for each time (V2.2 L52, V2.3 L57)"
    )
    func page() throws {
        let home = try ReadAlongHome()
        let page = try home.console.get(home.path)
        #expect(page.status == 200)
        let video = try #require(page.markup.all("video").first)
        #expect(video["src"] == "\(home.path)/film" && video["controls"] != nil)
        let times = page.markup.all("a").filter { $0["class"] == "cue-time" }
        #expect(times.map(\.text) == ["0:01", "0:04"])
        let track = home.english.id
        #expect(
            times.map { $0["href"] } == [
                "\(home.path)?track=\(track)&t=1", "\(home.path)?track=\(track)&t=4",
            ]
        )
        let lines = page.markup.all("p").filter { $0["class"] == "cue-text" }
        #expect(lines.map(\.text) == ["Once upon a time", "there was a fox"])
        #expect(lines.allSatisfy { $0["lang"] == "en" })
        let film = try home.console.get(home.path + "/film")
        #expect(film.status == 200 && film.header("Content-Type") == "video/mp4")
        #expect(try home.console.get(home.path + "/print").status == 200)
    }

    @Test(
        "Play, time and place are the browser’s own controls without a script (V1.2 L23, Player L154)"
    )
    func controls() throws {
        let home = try ReadAlongHome()
        let page = try home.console.get(home.path)
        #expect(page.markup.all("video").first?["controls"] != nil)
        let controls = try #require(
            page.markup.all("div").first { $0["class"] == "reading-controls" }
        )
        #expect(controls["hidden"] != nil)
        let acts = page.markup.all("button").compactMap { $0["data-act"] }
        for act in ["toggle", "back", "forward", "loop", "editor"] { #expect(acts.contains(act)) }
        #expect(page.markup.all("input").contains { $0["class"] == "seek-input" })
    }

    @Test("Who wrote it is said where it is known, and else nothing (Lim L185, Fut L195)")
    func author() throws {
        let home = try ReadAlongHome()
        try home.console.database.execute("UPDATE books SET author = 'Selma Lagerlöf'")
        #expect(try home.console.get(home.path).contains("by <bdi>Selma Lagerlöf</bdi>"))
        #expect(try home.console.get(home.path + "/print").contains("Selma Lagerlöf"))
        try home.console.database.execute("UPDATE books SET author = ''")
        let page = try home.console.get(home.path)
        #expect(!page.contains("reading-by") && !page.contains("Unknown"))
    }

    @Test("Its texts are chosen by language, a second one too (Lim L186, Fut L193)")
    func tracks() throws {
        let home = try ReadAlongHome()
        let own = try home.bring(["En gång"], to: home.family)
        var page = try home.console.get("\(home.path)?track=\(home.german.id)&second=own-\(own)")
        let options = page.markup.all("option").filter { $0["lang"] != nil }
        #expect(
            options.filter { $0["selected"] != nil }.map { $0["value"] } == [
                "\(home.german.id)", "own-\(own)",
            ]
        )
        #expect(options.map(\.text).contains("Swedish (yours)"))
        #expect(page.contains("Es war") && !page.contains("Once upon"))
        // A time leads to the same texts, and with the same child.
        page = try home.console.get(
            "\(home.path)?child=\(home.mia.id)&track=\(home.german.id)&second=own-\(own)"
        )
        let time = try #require(page.markup.all("a").first { $0["class"] == "cue-time" })
        #expect(
            time["href"]?.hasPrefix(
                "\(home.path)?child=\(home.mia.id)&track=\(home.german.id)&second=own-\(own)&t="
            ) == true
        )
        // What isn’t there is as if nobody had asked for it.
        for query in ["?track=99", "?track=x&second=own-99", "?track=own-0"] {
            page = try home.console.get(home.path + query)
            #expect(page.status == 200 && page.contains("Once upon"), "\(query)")
        }
        // The story’s own language, if no text is the one to begin with.
        try home.console.database.execute("UPDATE books SET language = 'de'")
        #expect(try home.console.get(home.path).contains("Es war"))
    }

    @Test("Without a script a second text stands beneath each line, too, and on paper")
    func secondText() throws {
        let home = try ReadAlongHome()
        let query = "?track=\(home.english.id)&second=\(home.german.id)"
        let page = try home.console.get(home.path + query)
        let texts = page.markup.all("p").filter { $0["class"]?.hasPrefix("cue-") == true }
        #expect(
            texts.map(\.text) == [
                "Once upon a time", "Es war\neinmal <ein> Fuchs", "there was a fox",
            ]
        )
        #expect(texts[1]["lang"] == "de" && texts[0]["lang"] == "en")
        #expect(!(try home.console.get(home.path)).contains("cue-second"))
        let print = try #require(
            page.markup.all("a").compactMap { $0["href"] }.first { $0.contains("/print") }
        )
        #expect(print == "\(home.path)/print\(query)")
        let paper = try home.console.get(print)
        #expect(paper.contains("Once upon") && paper.contains("einmal"))
        #expect(paper.markup.all("a").contains { $0["href"] == home.path + query })
        #expect(!(try home.console.get("\(home.path)/print")).contains("einmal"))
    }

    @Test("Without a script the line of a moment has a form to ask about it")
    func asksWithoutScript() throws {
        let home = try ReadAlongHome()
        func questions(_ query: String) throws -> [(cue: String, acts: [String])] {
            try home.console.get(home.path + query).markup.forms
                .filter { $0.action.contains("/explanations") }
                .map { form in
                    (
                        form.fields.first { $0.name == "cue" }?.value ?? "",
                        form.fields.filter { $0.name == "kind" }.map(\.value)
                    )
                }
        }
        let numbers = try home.console.captions.cues(of: home.english.id, limit: 9).map {
            "\($0.id.value)"
        }
        #expect(try questions("").map(\.cue) == [numbers[0]])
        #expect(try questions("?t=1").map(\.cue) == [numbers[0]])
        #expect(try questions("?t=4").map(\.cue) == [numbers[1]])
        #expect(try questions("?t=5").map(\.cue) == [numbers[1]])
        // It needs neither a model nor a script if another text has the translation.
        let sent = try home.console.post(
            "\(home.path)/explanations?child=\(home.mia.id)",
            [
                ("track", "\(home.english.id)"), ("cue", numbers[0]), ("kind", "translate"),
                ("to", "de"),
            ]
        )
        let page = try home.console.follow(sent)
        #expect(page.contains("einmal") && page.contains("child=\(home.mia.id)"))
        try home.console.database.execute(
            "UPDATE caption_tracks SET is_shown = 0 WHERE id = \(home.german.id.value)"
        )
        #expect(try questions("").isEmpty)
        let modeled = try home.console.get("\(home.path)?child=\(home.mia.id)")
        #expect(modeled.contains("Without JavaScript nothing is counted"))
    }

    @Test("Lines that begin within one second can each be asked about without a script")
    func questionsOfASecond() {
        let lines = [(1000, 1400), (4100, 4500), (4600, 5200), (9000, 9900)].enumerated().map {
            ReadingLine(number: $0 + 1, start: $1.0, end: $1.1, text: "\($0 + 1)")
        }
        func numbers(_ seconds: Int) -> [Int] {
            ReadingQuestion.list(lines, at: seconds).map(\.line.number)
        }
        #expect(numbers(0) == [1] && numbers(4) == [2, 3] && numbers(8) == [2, 3])
        #expect(numbers(9) == [4] && numbers(900) == [4])
        #expect(ReadingQuestion.list([], at: 1).isEmpty)
    }

    @Test("A text’s lines are JSON, with the times of words where they are known (V2.2 L54)")
    func cues() throws {
        let home = try ReadAlongHome()
        let numbers = try home.console.captions.cues(of: home.english.id, limit: 9).map(\.id.value)
        let answer = try home.json("\(home.english.id)")
        #expect(
            answer.text == #"{"language":"en","label":"English","cues":["#
                + #"{"id":\#(numbers[0]),"start":1.0,"end":3.0,"text":"Once upon a time","#
                + #""words":[[1.0,"Once "],[1.5,"upon "],[2.0,"a time"]]},"#
                + #"{"id":\#(numbers[1]),"start":4.0,"end":6.0,"text":"there was a fox"}]}"#
        )
        let tag = try #require(answer.header("ETag"))
        let again = try home.console.send(
            .get,
            "\(home.path)/cues/\(home.english.id).json",
            [("If-None-Match", tag)]
        )
        #expect(again.status == 304)
        #expect(try home.json("\(home.german.id)").contains(#"einmal \u003cein> Fuchs"#))
    }

    @Test("A family’s own text is there for that family alone")
    func ownTexts() throws {
        let home = try ReadAlongHome()
        let strangers = try home.console.addFamily("Strangers")
        let own = try home.bring(["En gång"], to: home.family)
        let theirs = try home.bring(["Canary"], to: strangers)
        #expect(
            try home.json("own-\(own)").text.contains(
                #"{"id":1,"start":0.0,"end":1.5,"text":"En gång"}"#
            )
        )
        #expect(try home.json("own-\(theirs)").status == 404)
        let page = try home.console.get("\(home.path)?track=own-\(theirs)")
        #expect(!page.contains("Canary") && !page.contains("own-\(theirs)"))
        try home.console.database.execute("UPDATE family_captions SET removed_at = 1")
        #expect(try home.json("own-\(own)").status == 404)
        #expect(!(try home.console.get(home.path)).contains("own-"))
    }

    @Test(
        "What players don’t get of a story isn’t read along either",
        arguments: [
            "UPDATE caption_tracks SET status = 'preparing'",
            "UPDATE caption_tracks SET kind = 'chapters'",
            "UPDATE caption_tracks SET is_shown = 0",
        ]
    )
    func hiddenTexts(change: String) throws {
        let home = try ReadAlongHome()
        try home.console.database.script(change)
        #expect(try home.json("\(home.english.id)").status == 404)
        let page = try home.console.get(home.path)
        #expect(page.status == 200 && page.contains("This story has no text yet."))
    }

    @Test("What the family may not watch today, nobody reads along, nor anything of it")
    func mayWatch() throws {
        let home = try ReadAlongHome()
        let paths = ["", "/film", "/print", "/cues/\(home.english.id).json"]
        for path in paths {
            #expect(try home.console.get(home.path + path).status == 200, "\(path)")
        }
        try home.console.endRights(home.book.id)
        for path in paths {
            #expect(try home.console.get(home.path + path).status == 404, "\(path)")
        }
        for path in ["/place", "/speed"] {
            let answer = try home.console.post(
                home.path + path,
                [("seconds", "5"), ("speed", "0.75")]
            )
            #expect(answer.status == 404, "\(path)")
        }
        #expect(try home.console.get("/watch/99").status == 404)
        // Texts of another story are not this one’s.
        let other = try home.console.addStory("Another")
        try home.console.keepFilm(of: other)
        let path = "/watch/\(other.id)/cues/\(home.english.id).json"
        #expect(try home.console.get(path).status == 404)
    }

    @Test("With a child it is the child’s story and place; with nobody the parent’s own (V1.2 L38)")
    func company() throws {
        let home = try ReadAlongHome()
        let stranger = try home.console.addChild("Canary", in: home.console.addFamily("Strangers"))
        try home.console.play(home.book.id, by: home.mia, until: 50)
        var page = try home.console.get("\(home.path)?child=\(home.mia.id)")
        var tag = try reading(page)
        #expect(tag["data-child"] == "\(home.mia.id)" && tag["data-start"] == "50")
        #expect(page.contains("Mia’s place in the story is saved."))
        #expect(page.markup.all("video").first?["src"] == "\(home.path)/film#t=50")
        page = try home.console.get("\(home.path)?child=\(home.jonas.id)&t=75.9")
        tag = try reading(page)
        #expect(tag["data-child"] == "\(home.jonas.id)" && tag["data-start"] == "75")
        #expect(page.contains("add the story to Jonas’s library"))
        for nobody in ["", "?child=\(stranger.id)", "?child=x"] {
            page = try home.console.get(home.path + nobody)
            tag = try reading(page)
            #expect(tag["data-child"] == "" && tag["data-start"] == "", "\(nobody)")
            #expect(page.contains("doesn’t count for any child.") && !page.contains("Canary"))
        }
    }

    @Test("A parent’s own place is kept, and counts for nothing (V1.2 L38 to L41)")
    func ownPlace() throws {
        let home = try ReadAlongHome()
        #expect(try home.console.post(home.path + "/place", [("seconds", "30.7")]).status == 204)
        #expect(try place(home) == 30)
        #expect(try reading(home.console.get(home.path))["data-start"] == "30")
        let anew = try home.console.get(home.path + "?start=beginning")
        #expect(try reading(anew)["data-start"] == "")
        // Behind the end is the end, which begins anew.
        _ = try home.console.post(home.path + "/place", [("seconds", "9000")])
        #expect(try place(home) == 340)
        #expect(try reading(home.console.get(home.path))["data-start"] == "")
        for wrong in ["", "x", "-1", "nan", "inf", "1e99"] {
            let answer = try home.console.post(home.path + "/place", [("seconds", wrong)])
            #expect(answer.status == 400, "\(wrong)")
        }
        let counts = try home.console.texts(
            "SELECT (SELECT count(*) FROM usage_events) || ' ' || (SELECT count(*) FROM viewings)"
        )
        #expect(counts == ["0 0"])
        let childrens = try home.console.texts(
            "SELECT '' || last_position_seconds FROM library_items WHERE last_position_seconds > 0"
        )
        #expect(childrens == [])
    }

    @Test("A child’s place is kept in the child’s library, if the story is there")
    func childPlace() throws {
        let home = try ReadAlongHome()
        for child in [home.mia, home.jonas] {
            let answer = try home.console.post(
                home.path + "/place",
                [("seconds", "42"), ("child", "\(child.id)")]
            )
            #expect(answer.status == 204)
        }
        let places = try home.console.texts(
            "SELECT child_id || ' ' || last_position_seconds FROM library_items"
        )
        #expect(places == ["\(home.mia.id) 42"])
        #expect(try place(home) == nil)
        let stranger = try home.console.addChild("Canary", in: home.console.addFamily("Strangers"))
        for path in ["/place", "/speed"] {
            let answer = try home.console.post(
                home.path + path,
                [("seconds", "42"), ("speed", "2"), ("child", "\(stranger.id)")]
            )
            #expect(answer.status == 404, "\(path)")
        }
    }

    @Test("Speeds are kept for each child and series, and for parents by themselves (V1.2 L24)")
    func speeds() throws {
        let home = try ReadAlongHome()
        let store = home.console.reading
        let (mia, jonas) = (Reader.child(home.mia.id), Reader.child(home.jonas.id))
        func set(_ speed: String, _ child: Child?) throws -> Int {
            let child = child.map { [("child", "\($0.id)")] } ?? []
            return try home.console.post(home.path + "/speed", [("speed", speed)] + child).status
        }
        #expect(try set("0.75", home.mia) == 204)
        #expect(try set("1.5", nil) == 204)
        #expect(try store.speed(of: mia, in: home.book.id).text == "0.75")
        #expect(try store.speed(of: jonas, in: home.book.id).text == "1")
        #expect(try store.speed(of: .parent(home.parent), in: home.book.id).text == "1.5")
        for wrong in ["", "0.25", "2.25", "0.8", "x", "1.0"] {
            #expect(try set(wrong, home.mia) == 400, "\(wrong)")
        }
        // A series has one speed for all of its books.
        let other = try home.console.addStory("The Second")
        let series = try home.console.addSeries("The Foxes")
        try home.console.database.execute("UPDATE books SET series_id = \(series.id.value)")
        #expect(try store.speed(of: mia, in: home.book.id).text == "1")
        #expect(try set("0.5", home.mia) == 204)
        #expect(try store.speed(of: mia, in: other.id).text == "0.5")
        #expect(try store.speed(of: jonas, in: other.id).text == "1")
        let page = try home.console.get("\(home.path)?child=\(home.mia.id)")
        let chosen = page.markup.all("option").first { $0["selected"] != nil }
        #expect(chosen?["value"] == "0.5")
        // The usual one needs no row.
        #expect(try set("1", home.mia) == 204)
        let quarters = try home.console.texts(
            "SELECT '' || quarters FROM reading_speeds ORDER BY id"
        )
        #expect(quarters == ["3", "6"])
    }

    @Test("All seven speeds are read as they are written")
    func speedTexts() {
        let texts = ReadingSpeed.choices.map(\.text)
        #expect(texts == ["0.5", "0.75", "1", "1.25", "1.5", "1.75", "2"])
        #expect(texts.map { ReadingSpeed($0)?.text } == texts)
    }

    @Test("A story is printed with a picture of each passage")
    func printed() throws {
        let home = try ReadAlongHome()
        let times = """
            WEBVTT

            00:00.000 --> 00:04.000
            s.webp#xywh=0,0,160,90

            00:04.000 --> 00:08.000
            s.webp#xywh=160,0,160,90
            """
        try DurableFile.write(
            Array(times.utf8),
            to: home.console.videoFolder.path(of: "\(home.asset.id)-s.vtt")
        )
        var page = try home.console.get(home.path + "/print")
        #expect(page.contains("Once upon a time there was a fox"))
        let pictures = page.markup.all("svg").filter {
            $0["viewbox"] != nil || $0["viewBox"] != nil
        }
        #expect(pictures.count == 1)
        page = try home.console.get(home.path + "/print?track=\(home.german.id)")
        #expect(page.contains("Es war"))
    }

    @Test("The story’s page leads there, for parents alone")
    func link() throws {
        let home = try ReadAlongHome()
        let book = "/catalog/books/\(home.book.id)"
        #expect(try home.console.get(book).contains("href=\"\(home.path)\""))
        let with = try home.console.get("\(book)?child=\(home.mia.id)")
        #expect(with.contains("href=\"\(home.path)?child=\(home.mia.id)\""))
        home.console.cookies = [:]
        try home.console.signIn(as: .admin)
        #expect(!(try home.console.get(home.family.href + book)).contains("href=\"/watch/"))
        #expect(try home.console.get(home.path).status == 404)
    }

    @Test("Places and speeds are in archives, and gone when a family is erased")
    func archives() throws {
        let home = try ReadAlongHome()
        let other = try home.console.addParent("other@example.test", in: home.family)
        let store = home.console.reading
        try store.setPlace(30, of: home.parent, in: home.book.id)
        try store.setPlace(60, of: other, in: home.book.id)
        try store.setSpeed(.choices[1], of: .child(home.mia.id), in: home.book.id)
        try store.setSpeed(.choices[3], of: .parent(other), in: home.book.id)
        func rows(_ name: String, _ subject: ArchiveSubject, for reader: ID<User>?) throws -> Int {
            var archive = FamilyArchive(
                subject,
                as: .tar,
                for: reader,
                home.console.site,
                now: 0
            )
            var bytes: [UInt8] = []
            while let piece = try archive.next(from: home.console.database) { bytes += piece }
            let files = try Tar.unpack(bytes)
            let file = try #require(files.first { $0.key.hasSuffix("/\(name).csv") }?.value)
            return String(decoding: file, as: UTF8.self).split(separator: "\r\n").count - 1
        }
        let family = ArchiveSubject.family(home.family.id)
        #expect(try rows("parent_places", family, for: home.parent) == 1)
        #expect(try rows("parent_places", family, for: nil) == 2)
        #expect(try rows("reading_speeds", family, for: home.parent) == 1)
        #expect(try rows("reading_speeds", family, for: nil) == 2)
        let child = ArchiveSubject.child(home.mia.id, of: home.family.id)
        #expect(try rows("reading_speeds", child, for: home.parent) == 1)
        try Eraser(
            database: home.console.database,
            features: home.console.site.features,
            now: home.console.time.now
        ).erase(family, by: .commandLine)
        let left = try home.console.texts(
            """
            SELECT 'place' FROM parent_places UNION ALL SELECT 'speed' FROM reading_speeds
            """
        )
        #expect(left == [])
    }
}

extension Console {
    var reading: ReadingStore { ReadingStore(database: database, now: time.now) }
}
