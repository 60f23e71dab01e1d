import Markup
import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("Erasing, after whatever was done before")
struct EraserPropertyTests {
    /// What was done to children, with a word for each name that one ever had.
    private struct Life {
        var family: Int
        var words: [String]
        var isThere = true
    }

    /// Adds, renames, moves and removes children of three families at random.
    private func live(_ console: Console, _ families: [Family], _ random: inout SeededRandom)
        throws -> [Life]
    {
        var lives: [Life] = []
        for step in 0..<60 {
            let there = lives.indices.filter { lives[$0].isThere }
            let word = "canary\(step)end"
            guard let index = there.randomElement(using: &random), random.below(3) > 0 else {
                let family = random.below(families.count)
                try console.addChild(word, in: families[family])
                lives.append(Life(family: family, words: [word]))
                continue
            }
            let (id, family) = (ID<Child>(index + 1), families[lives[index].family].id)
            switch random.below(3) {
            case 0:
                let child = try console.children.find(id, of: family)
                var draft = Child.Draft(name: word, birthDate: child.birthDate, avatar: .cat)
                draft.settings.hasCaptions = true
                _ = try console.children.update(
                    id,
                    of: family,
                    version: child.version,
                    draft,
                    by: .commandLine
                )
                lives[index].words.append(word)
            case 1:
                let other = random.below(families.count)
                guard other != lives[index].family else { continue }
                _ = try console.children.move(
                    id,
                    of: family,
                    to: families[other].id,
                    by: .commandLine
                )
                lives[index].family = other
            default:
                _ = try console.children.remove(id, of: family, version: nil, by: .commandLine)
                lives[index].isThere = false
            }
        }
        return lives
    }

    @Test(
        "No name that a family's child ever had is left, and no child of others is lost",
        arguments: 0..<8
    )
    func anyHistory(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let folder = try TemporaryFolder()
        let console = try Console(path: folder.file("storytime.sqlite"))
        let families = try ["One", "Two", "Three"].map { try console.addFamily($0) }
        let lives = try live(console, families, &random)
        let erased = random.below(families.count)
        try Eraser(
            database: console.database,
            features: console.site.features,
            now: console.time.now
        )
        .erase(.family(families[erased].id), by: .commandLine)
        let text = try folder.names.map { name in
            String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: folder.file(name))),
                as: UTF8.self
            )
        }.joined().lowercased()
        let bytes = Array(text.utf8)
        for life in lives {
            if life.family == erased {
                for word in life.words { #expect(!Bytes.has(word, in: bytes), "\(word)") }
            } else if life.isThere {
                #expect(Bytes.has(life.words.last ?? "?", in: bytes))
            }
        }
        #expect(try console.database.damages().isEmpty)
        #expect(try console.database.danglingReferences().isEmpty)
    }
}
