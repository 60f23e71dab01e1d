import HTTP
import SQLite
import Received
import Subtitles
import Testing

@testable import Storytime

@Suite("Caption tracks")
struct CaptionStoreTests {
    private let console: Console
    private let film: VideoAsset
    private var store: CaptionStore { console.captions }

    init() throws {
        console = try Console()
        film = try console.addAsset(of: try console.addBook("Goodnight Moon"), by: .local)
    }

    private func add(_ texts: [String] = ["One", "Two", "Three"], _ language: String = "en") throws
        -> CaptionTrack
    {
        try console.addTrack(texts, to: film, language)
    }

    private func edit(_ track: CaptionTrack, _ change: (inout Captions) -> Void) throws
        -> CaptionTrack
    {
        var document = try store.document(of: track)
        change(&document)
        return try store.save(
            document,
            as: track.id,
            expecting: track.version,
            note: "Edited",
            by: .commandLine
        )
    }

    private func cues(_ track: CaptionTrack) throws -> [CaptionCue] {
        try store.cues(of: track.id, limit: 100)
    }

    /// How many cues have these words.
    private func found(_ words: String) throws -> Int {
        try console.count(
            "SELECT count(*) FROM caption_words WHERE caption_words MATCH \(words)"
        )
    }

    @Test("What was read is kept whole: the document, its cues and a file for players (V2.1 L47)")
    func kept() throws {
        let track = try add()
        #expect(track.cueCount == 3 && track.savedVersion == 1 && track.format == .srt)
        #expect(track.status == .ready && track.origin == .uploaded && track.isShown)
        #expect(try cues(track).map(\.text) == ["One", "Two", "Three"])
        #expect(try cues(track).map(\.start) == [0, 2000, 4000])
        #expect(try found("two") == 1 && found("facets : len") == 3)
        let text = try Folder.text(console.videoFolder.path(of: try #require(track.fileKey)))
        #expect(text.hasPrefix("WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOne\n"))
        #expect(try console.videos.find(film.id).hasCaptions)
        let kept = try console.count("SELECT amount FROM row_counts WHERE name = 'caption_cues'")
        #expect(kept == 3)
    }

    @Test("A save writes the cues that differ, and leaves the others their numbers")
    func differing() throws {
        let track = try add(["a", "b", "c", "d", "e"])
        let before = try cues(track).map(\.id)
        let saved = try edit(track) { document in
            document.cues[3].text = "changed"
            document.cues.insert(Cue(start: 2500, end: 2600, text: "new"), at: 2)
        }
        let after = try cues(saved)
        #expect(after.map(\.text) == ["a", "b", "new", "c", "changed", "e"])
        #expect(after.map(\.position) == Array(0..<6))
        #expect(after[0].id == before[0] && after[1].id == before[1] && after[5].id == before[4])
        #expect(try found("new") == 1 && found("d") == 0 && found("c") == 1)
        let cut = try edit(saved) { $0.cues.removeSubrange(1...3) }
        #expect(try cues(cut).map(\.text) == ["a", "changed", "e"])
        #expect(try cues(cut).map(\.position) == [0, 1, 2])
        #expect(try found("b OR new OR c") == 0 && found("changed OR e") == 2)
        #expect(cut.cueCount == 3 && cut.origin == .edited)
    }

    @Test("Any edit leaves the rows like the document", arguments: 0..<20)
    func anyEdit(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var track = try add((0..<12).map { "word\($0)" })
        for _ in 0..<6 {
            track = try edit(track) { document in
                for _ in 0...random.below(3) {
                    let index = random.below(document.cues.count + 1)
                    switch random.below(3) {
                    case 0 where document.cues.count > 2 && index < document.cues.count:
                        document.cues.remove(at: index)
                    case 1 where index < document.cues.count:
                        document.cues[index].start += 7
                    default:
                        let new = Cue(
                            start: MediaTime(milliseconds: index),
                            end: nil,
                            text: "n\(random.below(1000))"
                        )
                        document.cues.insert(new, at: index)
                    }
                }
            }
            let document = try store.document(of: track)
            let rows = try cues(track)
            #expect(rows.map(\.text) == document.cues.map(\.text))
            #expect(rows.map(\.start) == document.cues.map(\.start))
            #expect(rows.map(\.end) == document.cues.map(\.end))
            #expect(rows.map(\.position) == Array(document.cues.indices))
            #expect(try found("facets : len") == rows.count)
        }
    }

    @Test("Of two editors, the second is told")
    func two() throws {
        let track = try add()
        let saved = try edit(track) { $0.cues[0].text = "Mine" }
        #expect(throws: CaptionStore.Refusal.changedMeanwhile(saved)) {
            try edit(track) { $0.cues[0].text = "Yours" }
        }
        #expect(try cues(saved).first?.text == "Mine")
    }

    @Test("Each save is a version that can be restored; a save of the same is none")
    func versions() throws {
        let track = try add()
        let edited = try edit(track) { $0.cues[0].text = "Uno" }
        #expect(try edit(edited) { _ in } == edited)
        let restored = try store.restore(
            1,
            of: track.id,
            expecting: edited.version,
            by: .commandLine
        )
        #expect(try store.versions(of: track.id, limit: 9).map(\.number) == [3, 2, 1])
        #expect(
            try store.versions(of: track.id, limit: 9).map(\.note)
                == ["Restored version 1", "Edited", "Imported"]
        )
        #expect(try store.document(of: restored) == store.document(of: track.id, version: 1))
        #expect(try cues(restored).map(\.text) == ["One", "Two", "Three"])
    }

    @Test("The last fifty versions are kept")
    func forgotten() throws {
        var track = try add()
        for number in 0..<CaptionStore.keptVersions {
            track = try edit(track) { $0.cues[0].text = "\(number)" }
        }
        let numbers = try store.versions(of: track.id, limit: 99).map(\.number)
        #expect(numbers == (2...51).reversed())
        #expect(try store.document(of: track).cues[0].text == "49")
    }

    @Test("Each save has a new file, so that a player never has an old one; the old one goes")
    func files() throws {
        let track = try add()
        let saved = try edit(track) { $0.cues[0].text = "New" }
        let names = try Folder.names(in: console.videoFolder.path)
        #expect(names == [try #require(saved.fileKey)])
        try console.signIn(as: .admin)
        let address = "/media/videos/\(film.id)/captions-\(track.id).vtt"
        let answer = try console.get(address)
        #expect(answer.status == 200)
        let text = try Folder.text(console.videoFolder.path(of: try #require(saved.fileKey)))
        #expect(text.contains("New") && !text.contains("One"))
        let tag = try #require(answer.response.headers["etag"])
        #expect(tag.contains(try #require(saved.fileKey)))
        console.headers = [("If-None-Match", tag)]
        #expect(try console.get(address).status == 304)
    }

    @Test("A save that fails leaves the old track with its file, and no row of the new one")
    func failing() throws {
        struct Stop: Error {}
        let track = try add()
        #expect(throws: Stop.self) {
            try console.database.write {
                _ = try edit(track) { $0.cues[0].text = "Never" }
                throw Stop()
            }
        }
        #expect(try store.find(track.id) == track)
        #expect(try cues(track).first?.text == "One")
        #expect(try found("never") == 0)
        // As a program that was killed would, it left a file.
        #expect(try Folder.names(in: console.videoFolder.path).count == 2)
        try console.videoCleaner.removeOrphans()
        #expect(try Folder.names(in: console.videoFolder.path) == [try #require(track.fileKey)])
    }

    @Test("Players get one track of each language and kind, and begin with one at most")
    func shown() throws {
        let (first, second) = (try add(), try add())
        let spanish = try add(["Uno"], "es")
        func state() throws -> [[Bool]] {
            try [first, second, spanish].map { track in
                let track = try store.find(track.id)
                return [track.isShown, track.isDefault]
            }
        }
        #expect(try state() == [[false, false], [true, false], [true, false]])
        try store.setDefault(true, first.id, by: .commandLine)
        #expect(try state() == [[true, true], [false, false], [true, false]])
        try store.setDefault(true, spanish.id, by: .commandLine)
        #expect(try state() == [[true, false], [false, false], [true, true]])
        try store.delete(first.id, by: .commandLine)
        #expect(try store.find(second.id).isShown)
        let moved = try store.describe(
            try store.find(second.id).id,
            expecting: try store.find(second.id).version,
            language: "es",
            label: "Otro",
            kind: .subtitles,
            by: .commandLine
        )
        #expect(!moved.isShown && moved.label == "Otro")
        #expect(try found("facets : len") == 0)
        #expect(try found("facets : les") == 4)
    }

    @Test("Chapters and descriptions are no captions")
    func chapters() throws {
        try store.add(
            NewCaptions(Captions.ofLines(["Part one"]), language: "en", kind: .chapters),
            to: film,
            by: .commandLine
        )
        #expect(try !console.videos.find(film.id).hasCaptions)
    }

    private func add(_ origin: CaptionTrack.Origin, isForced: Bool, label: String = "") throws
        -> CaptionTrack
    {
        var captions = NewCaptions(.ofLines(["One"]), language: "de", label: label)
        captions.origin = origin
        captions.takesPlace = origin == .uploaded
        captions.isForced = isForced
        return try store.add(captions, to: film, by: .commandLine)
    }

    @Test(
        "What is forced is called so, and players get all that is said instead, whichever came first",
        arguments: [CaptionTrack.Origin.uploaded, .embedded],
        [true, false]
    )
    func forced(origin: CaptionTrack.Origin, isFirst: Bool) throws {
        let tracks = try [isFirst, !isFirst].map { try add(origin, isForced: $0) }
        let (forced, whole) = isFirst ? (tracks[0], tracks[1]) : (tracks[1], tracks[0])
        #expect(forced.name == "German (Forced)" && whole.name == "German")
        #expect(try store.find(whole.id).isShown && !store.find(forced.id).isShown)
        // A newer whole one is rather shown than the forced one, even if that is newer still.
        let last = try add(origin, isForced: true, label: "Forced signs")
        #expect(last.name == "Forced signs" && !last.isShown)
        let other = try add(.uploaded, isForced: false)
        try store.delete(other.id, by: .commandLine)
        #expect(try store.find(whole.id).isShown)
    }

    @Test("If nothing else is there, players get what is forced")
    func forcedAlone() throws {
        #expect(try add(.embedded, isForced: true).isShown)
    }

    @Test("A deleted track, and those of a deleted video, leave nothing")
    func deleted() throws {
        let (first, second) = (try add(), try add(["Four"], "de"))
        try store.delete(first.id, by: .commandLine)
        #expect(try Folder.names(in: console.videoFolder.path) == [try #require(second.fileKey)])
        try console.videos.delete(film.id, by: .commandLine)
        for table: SQL in ["caption_tracks", "caption_cues", "caption_versions", "caption_words"] {
            #expect(try console.count("SELECT count(*) FROM \(sql: table)") == 0)
        }
        let counts = try console.count(
            "SELECT sum(amount) FROM row_counts WHERE name LIKE 'caption%'"
        )
        #expect(counts == 0)
    }

    @Test("Each change is in the audit log and in the timeline of the video")
    func told() throws {
        let track = try edit(try add()) { $0.cues[0].text = "New" }
        try store.delete(track.id, by: .commandLine)
        #expect(
            try console.texts(
                "SELECT action FROM audit_entries WHERE record_type = 'captions' ORDER BY id"
            ) == ["created", "changed", "deleted"]
        )
        let lines = try console.videos.events(of: film.id, limit: 3).map(\.text)
        let verbs = lines.map { $0.split(separator: " ").last ?? "" }
        #expect(verbs == ["removed", "changed", "added"])
    }

    @Test("Tracks of an earlier version are read in the background, each once")
    func earlier() throws {
        let track = try add()
        let text = try Folder.text(console.videoFolder.path(of: try #require(track.fileKey)))
        try console.database.script(
            """
            DELETE FROM caption_words; DELETE FROM caption_cues; DELETE FROM caption_versions;
            UPDATE caption_tracks SET saved_version = NULL, format = NULL, cue_count = 0;
            """
        )
        let old = try store.find(track.id)
        #expect(try store.document(of: old).cues.map(\.text) == ["One", "Two", "Three"])
        let jobs = JobStore(database: console.database, now: console.time.now)
        try CaptionReading.queueMissed(console.site, jobs)
        let worker = try JobWorker(site: console.site, kinds: [.readCaptions])
        while worker.doNext(console.database) {}
        let read = try store.find(track.id)
        #expect(read.cueCount == 3 && read.savedVersion == 1 && read.format == .vtt)
        #expect(read.origin == .uploaded)
        #expect(try found("three") == 1)
        let now = try Folder.text(console.videoFolder.path(of: try #require(read.fileKey)))
        #expect(now == text)
        try CaptionReading.queueMissed(console.site, jobs)
        #expect(try console.count("SELECT count(*) FROM jobs WHERE state = 'queued'") == 0)
    }

    @Test("Cues with trouble are counted as they are saved")
    func troubles() throws {
        var document = Captions.ofLines(["One", "", "Th\u{FFFD}ree", "Four"])
        document.cues[3].start = 100
        let track = try store.add(
            NewCaptions(document, language: "en"),
            to: film,
            by: .commandLine
        )
        #expect(track.problemCount == 4)
        let mended = try edit(track) { $0.cues.removeSubrange(1...3) }
        #expect(mended.problemCount == 0)
    }
}
