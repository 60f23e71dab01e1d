import SQLite
import Synchronization
import Testing

@testable import Storytime

@Suite("Sets of books")
struct BookSetTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func set(_ keys: some Sequence<Int>) -> BookSet {
        var set = BookSet()
        for key in keys { set.insert(key) }
        return set
    }

    private func keys(_ set: BookSet) -> [Int] { set.newest(.max) }

    @Test("They do what sets of numbers do, whichever is the longer one", arguments: 0..<60)
    func likeSets(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        func some() -> Set<Int> {
            let limit = [1, 64, 200, 1000].randomElement(using: &random) ?? 1
            let count = Int.random(in: 0...limit, using: &random)
            return Set((0..<count).map { _ in Int.random(in: 0...limit, using: &random) })
        }
        let (left, right) = (some(), some())
        let (a, b) = (set(left), set(right))
        var union = a
        union.formUnion(b)
        var rest = a
        rest.subtract(b)
        #expect(keys(union) == left.union(right).sorted(by: >))
        #expect(keys(rest) == left.subtracting(right).sorted(by: >))
        #expect(keys(a.intersection(b)) == left.intersection(right).sorted(by: >))
        #expect(a.isDisjoint(with: b) == left.isDisjoint(with: right))
        #expect(a.count == left.count && a.isEmpty == left.isEmpty)
        for key in 0...1001 { #expect(a.contains(key) == left.contains(key)) }
        let (offset, limit) = (Int.random(in: 0...80, using: &random), 20)
        #expect(
            a.newest(limit, after: offset)
                == Array(left.sorted(by: >).dropFirst(offset).prefix(limit))
        )
    }

    @Test("A key below zero is no book's")
    func negative() {
        let odd = set([-1, 5])
        #expect(keys(odd) == [5])
        #expect(!odd.contains(-1))
        #expect(odd.newest(0).isEmpty)
    }

    @Test("Sets are read once, and anew after a change; what is not committed is not kept")
    func stamps() throws {
        let console = try Console(path: folder.file("storytime.db")) { $0.data = folder.path }
        let statements = Statements()
        var options = DatabaseConfiguration()
        options.watch = { statements.note($0) }
        let database = try Database(path: console.database.path, configuration: options)
        let sets = BookSets()
        let rights = try Rights.of("SE", "2026-11-21")
        func open() throws -> [Int] { keys(try sets.reader(database).open(rights)) }
        #expect(try open().isEmpty)
        let fox = try console.addStory("Fox").id
        #expect(try open() == [fox.value])
        statements.forget()
        #expect(try open() == [fox.value])
        #expect(statements.all == ["SELECT value FROM catalog_stamp"])
        struct Undone: Error {}
        try? database.write {
            try BookIndex(database: database).remove("SELECT \(fox.value)")
            #expect(try open().isEmpty)
            throw Undone()
        }
        #expect(try open() == [fox.value])
        try console.endRights(fox)
        #expect(try open().isEmpty)
        try console.addWindow(fox, "SE", "2026-11-21", "2026-11-22")
        #expect(try open() == [fox.value])
        _ = try console.bin.add(fox, by: .commandLine)
        #expect(try open().isEmpty)
    }

    @Test("However many sets are asked for, they take a bounded amount of memory")
    func bounded() throws {
        let console = try Console()
        try console.database.write {
            try console.database.execute(
                """
                INSERT INTO books_search (rowid, title_key) VALUES (8000000, 'far')
                """
            )
        }
        let sets = BookSets()
        let reader = try sets.reader(console.database)
        for round in 0..<40 {
            let words = "title_key : far OR \"word\(round)\""
            #expect(keys(try reader.found(words)) == [8_000_000])
        }
        #expect(sets.bytes <= BookSets.maximumBytes)
    }
}

/// What a database was asked.
private final class Statements: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock(\.self) }
    func note(_ text: String) { texts.withLock { $0.append(text) } }
    func forget() { texts.withLock { $0 = [] } }
}
