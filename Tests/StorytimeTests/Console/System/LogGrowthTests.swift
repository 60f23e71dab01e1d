import Foundation
import Glibc
import Testing

@testable import Storytime

@Suite("A write-ahead log that grows")
struct LogGrowthTests {
    private static let usual = LogGrowth.usualBytes

    @Test("Each doubling is told once, and then that it is over")
    func tellsOnce() {
        let growth = LogGrowth()
        let sizes = [16, 64, 65, 70, 127, 128, 129, 300, 511, 512, 400, 64, 16, 64, 66]
        let told = sizes.filter { growth.note(bytes: $0 << 20) != nil }
        #expect(told == [65, 128, 300, 512, 64, 66])
    }

    @Test("The log says how long it is and why, and admins are warned, until it is short again")
    func warns() throws {
        let folder = try TemporaryFolder()
        let lines = LogLines()
        let console = try Console(log: lines.log) { $0.data = folder.path }
        try console.signIn(as: .admin)
        let caretaker = try Caretaker(site: console.site)
        let path = console.site.configuration.databasePath + "-wal"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        // Files with holes take no room.
        for _ in 0..<2 {
            #expect(truncate(path, 335 << 20) == 0)
            caretaker.work(console.database, cleans: false)
        }
        #expect(lines.all.count == 1)
        let line = try #require(lines.all.first)
        #expect(line.contains("335") || line.contains("351"))
        #expect(line.contains("one long transaction"))
        for page in ["/admin", "/admin/system"] {
            #expect(try console.get(page).contains("The write-ahead log has grown to"), "\(page)")
        }
        #expect(truncate(path, off_t(Self.usual)) == 0)
        caretaker.work(console.database, cleans: false)
        #expect(lines.all.count == 2 && lines.all[1].contains("short again"))
        #expect(try !console.get("/admin").contains("write-ahead log has grown"))
    }
}
