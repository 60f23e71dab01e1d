import HTTP
import Testing

@testable import Storytime

/// 400,000 events, in the memory of some. By itself (`script/test`): it weighs the whole process.
@Suite(.serialized) struct EventExportMemoryTests {
    private static let viewings = 50_000
    private static let eventsEach = 8
    /// The database's cache has 8 MB of it.
    private static let allowedGrowth = 16 << 20

    @Test("The file of 400,000 events is made in bounded memory")
    func bounded() throws {
        let folder = try TemporaryFolder()
        let home = try WatchingHome(path: folder.file("storytime.db"))
        try home.addViewings(Self.viewings, events: Self.eventsEach)
        let database = home.console.database
        var export = CSVExport(
            try EventExport(
                .everybody,
                try EventDays(Fields([]), today: CalendarDay(number: 0)),
                from: database
            )
        )
        let before = ResidentMemory.bytes()
        var most = before
        var bytes = 0
        while let piece = try export.next(from: database) {
            bytes += piece.count
            most = max(most, ResidentMemory.bytes())
        }
        #expect(bytes > 40 << 20, "\(bytes >> 20) MB")
        #expect(most - before < Self.allowedGrowth, "\((most - before) >> 20) MB")
    }
}
