import Glibc
import SQLite
import Testing

@testable import Storytime

/// 50,000 rows, in the memory of some. By itself (`script/test`): it weighs the whole process.
@Suite(.serialized) struct ImportMemoryTests {
    private static let rowCount = 50_000
    /// About the size of the file. What it takes is half of that, and has little to do with it: the
    /// database's cache, statements, what the allocator keeps.
    private static let allowedGrowth = 24 << 20

    /// Writes a file of books with descriptions: some 20 MB.
    private func writeFile(_ path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        fputs(
            "title,author,publisher,description,age_min,age_max,language,categories,status\n",
            file
        )
        let text = String(repeating: "Far away a lantern shines over the snow. ", count: 8)
        for number in 0..<Self.rowCount {
            fputs(
                """
                Book \(number),Author \(number % 997),House \(number % 97),"\(text)\(number)",2,5,en,\
                Owls|Adventure,active\n
                """,
                file
            )
        }
    }

    @Test("A file of 50,000 rows is planned, imported and exported in bounded memory")
    func bounded() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("books.csv")
        try writeFile(path)
        let console = try Console(path: folder.file("storytime.db"))
        let store = console.imports
        let before = ResidentMemory.bytes()
        var most = before
        let file = try CSVFile(path: path)
        let subject = try store.insert(file, name: "books.csv", bytes: 1, by: .commandLine)
        try store.move(subject.id, from: [.mapping], to: .checking)
        var percents: [Int] = []
        let work = ImportWork(database: console.database, now: 1, path: path) { percent in
            percents.append(percent)
            most = max(most, ResidentMemory.bytes())
        }
        try work.run(subject.id)
        let checked = try store.find(subject.id)
        #expect(checked.counts[.created] == Self.rowCount)
        #expect(percents.count >= 100 && percents == percents.sorted())
        try store.move(subject.id, from: [.checked], to: .importing)
        try work.run(subject.id)
        #expect(try store.find(subject.id).state == .done)
        var export = CSVExport(
            BookExport(run: try console.bookList.run(BookListRequest()))
        )
        var bytes = 0
        while let piece = try export.next(from: console.database) {
            bytes += piece.count
            most = max(most, ResidentMemory.bytes())
        }
        #expect(bytes > 15 << 20)
        #expect(most - before < Self.allowedGrowth, "\((most - before) >> 20) MB")
    }
}
