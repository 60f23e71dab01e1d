import HTTP
import Markup
import Received
import Subtitles
import Testing

@testable import Storytime

@Suite("The caption workbench")
struct WorkbenchTests {
    private let console: Console
    private let video: VideoAsset
    private let track: CaptionTrack

    init() throws {
        console = try Console()
        try console.signIn(as: .admin)
        let book = try console.addBook("The fox")
        try console.addReadyVideo(book.id, seconds: 600)
        video = try #require(try console.videos.current(of: book.id))
        track = try console.addTrack(["one", "two three", "four", "five"], to: video)
    }

    private var path: String { "/admin/video_assets/\(video.id)/captions/\(track.id)" }

    private func now() throws -> CaptionTrack { try console.captions.find(track.id) }

    /// `0-1500 one; 2000-3500 two`.
    private func cues() throws -> String {
        try console.captions.cues(of: track.id, limit: 1000).map { cue in
            "\(cue.start)-\(cue.end.map(String.init) ?? "?") \(cue.text)"
        }.joined(separator: "; ")
    }

    private func cue(_ position: Int) throws -> CaptionCue {
        try console.captions.cues(of: track.id, from: position, limit: 1)[0]
    }

    private func save(_ edits: String, saved: Int = 1, over: Int? = nil) throws -> Answer {
        let more = over.map { [("over", String($0))] } ?? []
        return try console.post(
            path + "/edits",
            [("saved", String(saved)), ("edits", edits)] + more
        )
    }

    private func submit(_ position: Int, _ fields: [(String, String)]) throws -> Answer {
        let cue = try cue(position)
        let form: [(String, String)] = [
            ("saved", String(try now().savedVersion ?? 0)), ("position", String(position)),
            ("start", CaptionTime.text(cue.start)), ("end", cue.end.map(CaptionTime.text) ?? ""),
            ("text", cue.text),
        ]
        let names = Set(fields.map(\.0))
        return try console.post(
            "\(path)/cues/\(cue.id)",
            form.filter { !names.contains($0.0) } + fields
        )
    }

    // MARK: The list

    @Test("Cues are listed with their times, their speed and what is wrong with them")
    func lists() throws {
        let page = try console.get(path)
        #expect(page.status == 200)
        for words in ["0:00.000", "0:01.500", "two three", "6 char/s", "Edit"] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(!page.contains("Overlaps the next"))
        _ = try save(#"[{"act":"set","cue":0,"start":0,"end":2500,"text":"one"}]"#)
        #expect(try console.get(path).contains("Overlaps the next"))
    }

    @Test("A long list has pages, and a link to a cue leads to its page")
    func pages() throws {
        let long = try console.addTrack((1...250).map { "line \($0)" }, to: video, "fr")
        let path = "/admin/video_assets/\(video.id)/captions/\(long.id)"
        #expect(try console.get(path).markup.all("li").count { $0["data-position"] != nil } == 100)
        #expect(try console.get(path + "?page=3").contains("line 250"))
        let cue = try console.captions.cues(of: long.id, from: 130, limit: 1)[0]
        let page = try console.get("\(path)?cue=\(cue.id)")
        #expect(page.contains("line 131") && !page.contains("line 99"))
        #expect(page.markup.all("li").contains { $0["class"] == "cue is-target" })
    }

    @Test("A cue that the last one of the page before overlaps is marked")
    func overlapsAcrossPages() throws {
        let long = try console.addTrack((1...120).map { "line \($0)" }, to: video, "fr")
        let path = "/admin/video_assets/\(video.id)/captions/\(long.id)"
        #expect(try !console.get(path + "?page=2").contains("Overlaps the one before"))
        let last = try console.captions.cues(of: long.id, from: 99, limit: 1)[0]
        let edit =
            #"[{"act":"set","cue":99,"start":\#(last.start),"end":\#(last.start + 2500),"text":"x"}]"#
        let saved = try console.post(path + "/edits", [("saved", "1"), ("edits", edit)])
        #expect(saved.status == 200)
        #expect(try console.get(path).contains("Overlaps the next"))
        #expect(try !console.get(path).contains("Overlaps the one before"))
        #expect(try console.get(path + "?page=2").contains("Overlaps the one before"))
    }

    @Test("Another track stands beside, each text at its time")
    func beside() throws {
        let other = try console.addTrack(["eins", "zwei"], to: video, "de")
        let page = try console.get("\(path)?beside=\(other.id)")
        let besides = page.markup.all("p").filter { $0["class"] == "cue-beside" }
        #expect(besides.count == 4 && besides.allSatisfy { $0["lang"] == "de" })
        #expect(page.contains("eins") && page.contains("zwei"))
        #expect(try !console.get(path).contains("eins"))
    }

    @Test("A track of another video, of none, or without cues has no workbench")
    func missing() throws {
        for path in [
            "/admin/video_assets/99/captions/\(track.id)",
            "/admin/video_assets/\(video.id)/captions/99", path + "/cues/999",
            path + "/versions/9",
        ] {
            #expect(try console.get(path).status == 404, "\(path)")
        }
    }

    // MARK: Saving

    @Test("A list of edits is one version, and styles stay where nothing was changed")
    func saves() throws {
        let answer = try save(
            """
            [{"act":"set","cue":1,"start":2100,"end":3500,"text":"two trees"},
            {"act":"split","cue":1,"at":4,"time":3000,"new":-1},
            {"act":"insert","new":-2,"after":-1,"start":3600,"end":3900,"text":"new"},
            {"act":"join","cue":2},{"act":"delete","cue":0}]
            """
        )
        #expect(answer.status == 200 && answer.contains("Saved as version 2."))
        #expect(try cues() == "2100-3000 two; 3000-3500 trees; 3600-3900 new; 4000-7500 four five")
        let version = try #require(try console.captions.versions(of: track.id, limit: 1).first)
        #expect(version.number == 2 && version.note == "4 cues edited")
        #expect(try now().origin == .edited)
    }

    @Test(
        "What can’t be an edit is refused and changes nothing",
        arguments: [
            (#"[{"act":"split","cue":0,"at":0,"new":-1}]"#, 422),
            (#"[{"act":"join","cue":3}]"#, 422),
            (#"[{"act":"delete","cue":9}]"#, 422),
            (#"[{"act":"set","cue":0,"start":-1,"end":5,"text":"x"}]"#, 422),
            (#"[{"act":"set","cue":0,"start":0,"end":5,"text":"\u0007"}]"#, 422),
            (#"[{"act":"fly","cue":0}]"#, 400), ("nonsense", 400),
        ]
    )
    func refuses(edits: String, status: Int) throws {
        #expect(try save(edits).status == status)
        #expect(try now().savedVersion == 1)
    }

    @Test("Two editors of different cues both have what they did")
    func merges() throws {
        #expect(try save(#"[{"act":"delete","cue":0}]"#).status == 200)
        let answer = try save(#"[{"act":"set","cue":2,"start":4000,"end":5500,"text":"FOUR"}]"#)
        #expect(answer.status == 200 && answer.contains("changes to 1 cue"))
        #expect(try cues() == "2000-3500 two three; 4000-5500 FOUR; 6000-7500 five")
    }

    @Test("Two editors of one cue: the second sees both versions and decides")
    func conflicts() throws {
        _ = try save(#"[{"act":"set","cue":2,"start":4000,"end":5500,"text":"theirs"}]"#)
        let mine = #"[{"act":"set","cue":2,"start":4000,"end":5500,"text":"mine"}]"#
        let answer = try save(mine)
        #expect(answer.status == 409)
        for words in ["theirs", "mine", "Cue 3", #""saved":2"#] {
            #expect(answer.contains(words), "\(words)")
        }
        #expect(try cue(2).text == "theirs")
        #expect(try save(mine, over: 2).status == 200)
        #expect(try cue(2).text == "mine")
        // What somebody deleted comes back if another wants to keep it.
        _ = try save(#"[{"act":"delete","cue":1}]"#, saved: 3)
        let kept = #"[{"act":"set","cue":1,"start":2000,"end":3500,"text":"kept"}]"#
        #expect(try save(kept, saved: 3).contains("Deleted"))
        #expect(try save(kept, saved: 3, over: 4).status == 200)
        #expect(try cues() == "0-1500 one; 2000-3500 kept; 4000-5500 mine; 6000-7500 five")
    }

    // MARK: Without JavaScript

    @Test("A cue has a form of its own, in which times are read as people type them")
    func form() throws {
        let page = try console.get("\(path)/cues/\(try cue(1).id)")
        #expect(page.status == 200 && page.contains("0:02.000"))
        let answer = try submit(1, [("start", "2.25"), ("end", "0:00:04,5"), ("text", "a\r\nb")])
        #expect(answer.status == 303)
        #expect(try cue(1).start == 2250 && cue(1).end == 4500 && cue(1).text == "a\nb")
    }

    @Test("What is wrong in the form stands beside its field, and what was typed stays")
    func formErrors() throws {
        for (fields, words) in [
            ([("start", "soon")], "Enter a time like 0:12.5"),
            ([("end", "0:01")], "The end must be after the start."),
            ([("text", "a\u{7}")], "control character"),
        ] {
            let answer = try submit(1, fields)
            #expect(answer.status == 422 && answer.contains(words), "\(words)")
        }
        #expect(try submit(1, [("start", "soon")]).contains("soon"))
        #expect(try now().savedVersion == 1)
    }

    @Test("Its buttons split, join, insert and delete")
    func formActs() throws {
        #expect(try submit(1, [("act", "split"), ("place", "4")]).status == 303)
        #expect(try cue(1).text == "two" && cue(2).text == "three")
        #expect(try submit(1, [("act", "join")]).status == 303)
        #expect(try cue(1).text == "two three")
        let answer = try submit(1, [("act", "insert")])
        #expect(answer.location == "\(path)/cues/\(try cue(2).id)")
        #expect(try cue(2).start == 3500 && cue(2).end == 4000 && cue(2).text.isEmpty)
        #expect(try submit(2, [("act", "delete")]).status == 303)
        #expect(try now().cueCount == 4)
        #expect(try submit(0, [("act", "split"), ("place", "0")]).status == 422)
    }

    @Test("Its second editor sees both versions, and may save anyway")
    func formConflict() throws {
        _ = try save(#"[{"act":"set","cue":1,"start":2000,"end":3500,"text":"theirs"}]"#)
        let fields = [("saved", "1"), ("text", "mine")]
        let answer = try submit(1, fields)
        #expect(answer.status == 409 && answer.contains("theirs") && answer.contains("mine"))
        #expect(try submit(1, fields + [("over", "2")]).status == 303)
        #expect(try cue(1).text == "mine")
    }

    // MARK: All cues at once

    @Test(
        "What is done to all cues is shown first, and then saved as a version",
        arguments: [
            (
                "act=shift&by=1.5",
                "1500-3000 one; 3500-5000 two three; 5500-7000 four; 7500-9000 five"
            ),
            (
                "act=shift&by=%2B0:01&from=4",
                "0-1500 one; 2000-3500 two three; 4000-5500 four; 7000-8500 five"
            ),
            (
                "act=stretch&first=1&first_time=1&second=4&second_time=13",
                "1000-4000 one; 5000-8000 two three; 9000-12000 four; 13000-16000 five"
            ),
            (
                "act=rate&old_rate=25&new_rate=24",
                "0-1563 one; 2083-3646 two three; 4167-5729 four; 6250-7813 five"
            ),
            (
                "act=replace&find=T&replacement=th",
                "0-1500 one; 2000-3500 thwo thhree; 4000-5500 four; 6000-7500 five"
            ),
        ]
    )
    func adjusts(query: String, result: String) throws {
        let before = try cues()
        let preview = try console.get("\(path)/adjust?\(query)")
        #expect(preview.status == 200 && preview.contains("would change."))
        #expect(try cues() == before)
        let form = Self.pairs(query)
        let answer = try console.post("\(path)/adjust", form + [("saved", "1")])
        #expect(answer.status == 303)
        #expect(try cues() == result)
        // What was seen is no longer what would be done.
        #expect(try console.post("\(path)/adjust", form + [("saved", "1")]).status == 409)
    }

    private static func pairs(_ query: String) -> [(String, String)] {
        query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts[1]).replacing("%2B", with: "+"))
        }
    }

    @Test("Times before the beginning, and fields that say nothing, are refused beside the field")
    func adjustErrors() throws {
        for (query, words) in [
            ("act=shift&by=-1", "A cue would begin before the video."),
            ("act=shift&by=x", "Enter a time like 1.5"),
            ("act=stretch&first=1&first_time=5&second=1&second_time=6", "Put the second"),
            ("act=stretch&first=9&first_time=5&second=1&second_time=6", "whole number"),
            ("act=rate&old_rate=7&new_rate=25", "choose from the list"),
            ("act=shift&by=", "Enter how far to move the cues."),
            ("act=stretch&first=&first_time=1", "Enter the number of the first cue."),
            ("act=stretch&first=1&first_time=", "Enter when the cue begins."),
            ("act=replace&find=", "Enter the text to find."),
        ] {
            let page = try console.get("\(path)/adjust?\(query)")
            #expect(page.contains(words) && !page.contains("would change."), "\(query)")
            #expect(try console.post("\(path)/adjust", Self.pairs(query)).status == 422)
        }
    }

    @Test("Checks count what is wrong, lead to the cue, and mend what has one way out")
    func checks() throws {
        #expect(try console.get(path + "/checks").contains("No problems found."))
        _ = try save(
            """
            [{"act":"set","cue":0,"start":0,"end":2500,"text":"fÃ¼r"},
            {"act":"set","cue":1,"start":2000,"end":4200,"text":"two three"}]
            """
        )
        let page = try console.get(path + "/checks?kind=overlap")
        #expect(page.contains("Fix these 2") && page.contains("Garbled characters"))
        #expect(page.markup.targets.contains { $0.hasPrefix("\(path)?cue=") })
        for kind in ["overlap", "garbled"] {
            let query = [("act", "mend"), ("kind", kind)]
            let version = String(try now().savedVersion ?? 0)
            #expect(try console.post(path + "/adjust", query + [("saved", version)]).status == 303)
        }
        #expect(try cues() == "0-2000 für; 2000-4000 two three; 4000-5500 four; 6000-7500 five")
        #expect(try console.get(path + "/checks").contains("No problems found."))
    }

    // MARK: Versions

    @Test("Versions are listed, compared and restored; restoring makes a new one")
    func versions() throws {
        _ = try save(#"[{"act":"set","cue":1,"start":2000,"end":3500,"text":"two trees"}]"#)
        let list = try console.get(path + "/versions")
        #expect(
            list.contains("Version 2") && list.contains("1 cue edited") && list.contains("Current")
        )
        let page = try console.get(path + "/versions/2")
        #expect(page.contains("1 difference from version 1") && page.contains("trees"))
        #expect(try console.get(path + "/versions/1").contains("First version"))
        #expect(try console.get(path + "/versions/1?with=2").contains("from version 2"))
        // Somebody saved since the list was shown.
        _ = try console.post(path + "/versions/1/restore", [("saved", "1")])
        #expect(try now().savedVersion == 2)
        #expect(try console.post(path + "/versions/1/restore", [("saved", "2")]).status == 303)
        #expect(try now().savedVersion == 3 && cue(1).text == "two three")
    }
}
