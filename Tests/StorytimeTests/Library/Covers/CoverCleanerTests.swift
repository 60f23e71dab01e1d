import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("Pictures that no book has any more")
struct CoverCleanerTests {
    private static let day = 86_400

    let console: Console
    let folder: CoverFolder

    init() throws {
        console = try .asAdmin()
        folder = CoverFolder(console.site.configuration)
        try console.addBook("Fox")
    }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    }

    private func give(_ draft: CoverStore.Draft) throws {
        let store = CoverStore(database: console.database, now: console.time.now, folder: folder)
        let version = try console.books.find(ID(1)).version
        _ = try store.update(ID(1), version: version, draft, by: .commandLine)
    }

    private func image(_ format: ImageFile.Format) throws -> ImageFile {
        try ImageFile(Pictures.first(format))
    }

    /// Has every file last changed at this time of the test's clock.
    private func date(_ seconds: Int) throws {
        for name in files {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(seconds))],
                ofItemAtPath: folder.path + "/" + name
            )
        }
    }

    private func clean() throws {
        try Caretaker(site: console.site).work(console.database, cleans: true)
    }

    @Test("A picture goes a day after its book got another one, its smaller ones with it")
    func goes() throws {
        let old = try CoverName(image(.jpeg))
        try give(.picture(image(.jpeg)))
        for size in CoverSize.allCases {
            try Data("x".utf8).write(to: URL(filePath: folder.path(of: old.sized(size))))
        }
        try date(console.time.now - 100 * Self.day)
        try give(.picture(image(.png)))
        try clean()
        #expect(files.count == 5)
        console.time.now += Self.day - 1
        try clean()
        #expect(files.count == 5)
        console.time.now += 1
        try clean()
        #expect(files == [try CoverName(image(.png)).description])
        #expect(try console.count("SELECT count(*) FROM unused_covers") == 0)
    }

    @Test("A picture that a book in the bin has stays")
    func binned() throws {
        try give(.picture(image(.jpeg)))
        try date(console.time.now - 100 * Self.day)
        try console.database.execute(
            "UPDATE books SET deleted_at = \(console.time.now), deleted_by = 'Ada'"
        )
        console.time.now += 2 * Self.day
        try clean()
        #expect(files.count == 1)
        try console.database.execute("DELETE FROM books")
        try clean()
        #expect(files.isEmpty)
    }

    @Test("A picture that came back within the day stays for good")
    func comesBack() throws {
        try give(.picture(image(.jpeg)))
        try date(console.time.now - 100 * Self.day)
        try give(.nothing)
        console.time.now += Self.day / 2
        try give(.picture(image(.jpeg)))
        console.time.now += 2 * Self.day
        try clean()
        #expect(files.count == 1)
    }

    @Test("What a form left that was never saved goes after a day; what isn't ours stays")
    func orphans() throws {
        let picture = try image(.webp)
        try folder.keep(picture, as: CoverName(picture))
        for name in [".new-3f2", "notes.txt", "cover.jpg"] {
            try Data("x".utf8).write(to: URL(filePath: folder.path + "/" + name))
        }
        try date(console.time.now)
        try clean()
        #expect(files.count == 4)
        console.time.now += Self.day
        try clean()
        #expect(files == ["cover.jpg", "notes.txt"])
    }

    @Test("A picture that is removed at the very moment it is chosen is written again")
    func race() throws {
        let picture = try image(.jpeg)
        let name = try CoverName(picture)
        try give(.address(try #require(CoverAddress("https://a.example/b.jpg"))))
        try folder.keep(picture, as: name)
        let store = CoverStore(database: console.database, now: console.time.now, folder: folder)
        // The caretaker comes between the file and the row.
        try console.database.write {
            unlink(folder.path(of: name))
            _ = try store.update(ID(1), version: 2, .picture(picture), by: .commandLine)
        }
        #expect(folder.has(name))
    }

    @Test("Whether a picture is needed is asked of indexes")
    func usesIndexes() throws {
        for sql in [
            "SELECT 1 FROM books WHERE cover_key IN ('a', 'b', 'c') LIMIT 1",
            "SELECT 1 FROM unused_covers WHERE cover_key IN ('a', 'b', 'c') AND since > 1 LIMIT 1",
            "SELECT 1 FROM books WHERE cover_key = 'a' AND cover_is_sized = 1 LIMIT 1",
        ] as [SQL] {
            let plan = try console.database.all("EXPLAIN QUERY PLAN \(sql: sql)") {
                try $0.text(3)
            }
            #expect(plan.allSatisfy { $0.hasPrefix("SEARCH ") }, "\(plan)")
        }
    }
}
