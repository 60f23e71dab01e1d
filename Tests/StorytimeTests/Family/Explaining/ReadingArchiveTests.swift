import Foundation
import SQLite
import Subtitles
import Testing

@testable import Storytime

@Suite("What was read along, in a family’s archive and erasure")
struct ReadingArchiveTests {
    private let folder: TemporaryFolder
    private let console: Console
    private let family: Family
    private let child: Child
    private let book: Book
    private let parent: ID<User>
    private let other: ID<User>

    init() throws {
        folder = try TemporaryFolder()
        console = try Console(path: folder.path + "/storytime.sqlite")
        family = try console.addFamily()
        child = try console.addChild("Pippi", in: family)
        book = try console.addStory("The Lantern Fox")
        parent = try console.addParent("astrid@example.test", in: family)
        other = try console.addParent("tom@example.test", in: family, name: "Tom")
        try fill(family, parent, child, "Canary")
        try InstructionsStore(database: console.database, now: 1)
            .save("Canary of Tom", .explain, of: other)
        let strangers = try console.addFamily("Strangers")
        let theirs = try console.addChild("Annika", in: strangers)
        let stranger = try console.addParent("stranger@example.test", in: strangers)
        try fill(strangers, stranger, theirs, "Strange")
    }

    /// Everything that this feature keeps of a family, each with the word in it.
    private func fill(_ family: Family, _ user: ID<User>, _ child: Child, _ word: String) throws {
        let store = ExplanationStore(database: console.database, now: 1)
        let first = try store.begin(question(family, user, word, nil))
        try store.finish(first, "\(word) answer", isCut: false)
        let second = try store.begin(question(family, user, word, first))
        try store.finish(second, "\(word) again", isCut: true)
        let instructions = InstructionsStore(database: console.database, now: 1)
        try instructions.save("\(word) instructions", .explain, of: user)
        try instructions.setLanguage(try #require(LanguageTag("sv")), of: user)
        _ = try FamilyCaptionStore(database: console.database, now: 1).add(
            .ofLines(["\(word) cue"]),
            language: "de",
            label: "\(word) label",
            fileName: "\(word).srt",
            to: .story(book.id),
            of: family.id,
            by: .commandLine
        )
        for owner in [child.id, nil] {
            _ = try KeptWordStore(database: console.database, now: 1).keep(
                NewWord(
                    term: owner == nil ? "\(word) parents" : "\(word) child",
                    meaning: "\(word) meaning",
                    context: "\(word) context",
                    language: "en",
                    child: owner,
                    book: book.id,
                    track: nil,
                    seconds: 1.5
                ),
                of: family.id,
                by: .commandLine
            )
        }
    }

    private func question(
        _ family: Family,
        _ user: ID<User>,
        _ word: String,
        _ thread: ID<Explanation>?
    ) throws -> Question {
        Question(
            family: family.id,
            user: user,
            book: book.id,
            track: .own(ID(1)),
            cue: 1,
            kind: .explain,
            text: "\(word) text",
            language: "en",
            question: thread == nil ? "" : "\(word) question",
            thread: thread,
            model: "owl",
            contentHash: try Digest.sha256(Array("\(word)\(thread?.value ?? 0)".utf8))
        )
    }

    private func archive(of subject: ArchiveSubject, for reader: ID<User>?) throws -> [String:
        String]
    {
        var archive = FamilyArchive(subject, as: .tar, for: reader, console.site, now: 0)
        var bytes: [UInt8] = []
        while let piece = try archive.next(from: console.database) { bytes += piece }
        return Dictionary(
            uniqueKeysWithValues: try Tar.unpack(bytes).map { name, bytes in
                (
                    name.split(separator: "/").dropFirst().joined(separator: "/"),
                    String(decoding: bytes, as: UTF8.self)
                )
            }
        )
    }

    @Test(
        "A parent’s archive has all of the family, the files too, and of others’ instructions none"
    )
    func parents() throws {
        let files = try archive(of: .family(family.id), for: parent)
        for text in [
            "Canary text", "Canary answer", "Canary question", "Canary again", "Lantern Fox",
        ] {
            #expect(files["explanations.csv"]?.contains(text) == true, "\(text)")
        }
        #expect(files["explaining_instructions.csv"]?.contains("Canary instructions") == true)
        #expect(files["explaining_instructions.csv"]?.contains("of Tom") == false)
        #expect(files["explaining_settings.csv"]?.contains("sv") == true)
        #expect(files["family_captions.csv"]?.contains("Canary label") == true)
        #expect(files["captions/1.srt"]?.contains("Canary cue") == true)
        let words = try #require(files["kept_words.csv"])
        #expect(words.contains("Canary child") && words.contains("Canary parents"))
        for (name, text) in files { #expect(!text.contains("Strange"), "\(name)") }
        let all = try archive(of: .family(family.id), for: nil)
        #expect(all["explaining_instructions.csv"]?.contains("of Tom") == true)
    }

    @Test("A child’s archive has the child’s words alone, in another family, too")
    func children() throws {
        let files = try archive(of: .child(child.id, of: family.id), for: parent)
        let words = try #require(files["kept_words.csv"])
        #expect(words.contains("Canary child") && !words.contains("Canary parents"))
        #expect(files["explanations.csv"] == nil)
        let grandparents = try console.addFamily("Grandparents")
        _ = try console.children.move(
            child.id,
            of: family.id,
            to: grandparents.id,
            by: .commandLine
        )
        let moved = try archive(of: .child(child.id, of: grandparents.id), for: nil)
        #expect(moved["kept_words.csv"]?.contains("Canary child") == true)
        let left = try archive(of: .family(family.id), for: parent)
        #expect(left["kept_words.csv"]?.contains("Canary child") == false)
    }

    private func isAnywhere(_ word: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { name in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
            return String(decoding: bytes, as: UTF8.self).contains(word)
        }
    }

    private func erase(_ subject: ArchiveSubject) throws {
        try Eraser(database: console.database, features: console.site.features, now: 2)
            .erase(subject, by: .commandLine)
    }

    @Test("Erasing a family leaves nothing of it, and all of others")
    func erasesFamily() throws {
        #expect(try isAnywhere("Canary"))
        try erase(.family(family.id))
        #expect(try !isAnywhere("Canary"))
        #expect(try isAnywhere("Strange answer"))
        #expect(try console.database.danglingReferences().isEmpty)
        let left = try console.database.first(
            """
            SELECT (SELECT count(*) FROM explanations) + (SELECT count(*) FROM kept_words)
                + (SELECT count(*) FROM family_captions)
            """
        ) { try $0.int(0) }
        #expect(left == 5)
    }

    @Test("Erasing a child takes the child’s words along, and no one else’s")
    func erasesChild() throws {
        try erase(.child(child.id, of: family.id))
        #expect(try !isAnywhere("Canary child"))
        #expect(try isAnywhere("Canary parents"))
    }

    @Test("What a parent asked stays with the family when the account is gone")
    func parentLeaves() throws {
        try console.database.execute("DELETE FROM users WHERE id = \(parent.value)")
        let asked = try console.database.first(
            "SELECT count(*) FROM explanations WHERE family_id = \(family.id.value) AND user_id IS NULL"
        ) { try $0.int(0) }
        #expect(asked == 2)
        #expect(
            try archive(of: .family(family.id), for: nil)["explanations.csv"]?.contains("answer")
                == true
        )
    }
}
