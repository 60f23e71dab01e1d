import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("Many photos at once")
struct PhotosManyTests {
    let home: PhotoHome
    let ids: [ID<Photo>]

    /// Six photos that were taken a second apart, all ready.
    init() throws {
        home = try PhotoHome()
        let database = home.console.database
        let (family, category) = (home.family.id, home.category.id)
        ids = try (0..<6).map { try Self.insert($0, database, family, category) }
    }

    private static func insert(
        _ number: Int,
        _ database: Database,
        _ family: ID<Family>,
        _ category: ID<PhotoCategory>
    ) throws -> ID<Photo> {
        let hash = try Digest.sha256([UInt8(number)])
        try database.execute(
            """
            INSERT INTO photos (family_id, category_id, file_key, content_hash, name, format, state,
                width, height, color, taken_at, place, bytes, has_original, created_at)
            VALUES (\(family.value), \(category.value), \(try PhotoKey().text), \(hash), 'a.jpg',
                'jpeg', 'ready', 4, 3, '#112233', \("2024-05-06T07:08:0\(number)"),
                \(1_714_979_280 + Double(number)), 10, 0, 1)
            """
        )
        return ID(Int(database.lastInsertedID))
    }

    private func order() throws -> [Int] {
        try home.store.list(of: home.family.id, in: home.category.id, limit: 100, offset: 0)
            .compactMap { ids.firstIndex(of: $0.id) }
    }

    private func put(_ numbers: [Int], before next: Int?) throws {
        try home.store.put(
            numbers.map { ids[$0] },
            of: home.family.id,
            before: next.map { ids[$0] },
            in: home.category.id
        )
    }

    @Test("They are put before another one, at the beginning and at the end, in the order given")
    func putting() throws {
        try put([4, 2], before: 1)
        #expect(try order() == [0, 4, 2, 1, 3, 5])
        try put([5], before: 0)
        #expect(try order() == [5, 0, 4, 2, 1, 3])
        try put([5, 0], before: nil)
        #expect(try order() == [4, 2, 1, 3, 5, 0])
        // Before itself is where it is.
        try put([1], before: 1)
        #expect(try order() == [4, 2, 1, 3, 5, 0])
        _ = try home.store.sortByDay(home.category.id, of: home.family.id)
        #expect(try order() == Array(0..<6))
    }

    @Test("There is room between two, however often it is needed")
    func room() throws {
        for _ in 0..<60 {
            try put([5], before: 1)
            try put([4], before: 5)
        }
        #expect(try order() == [0, 4, 5, 1, 2, 3])
    }

    @Test("What a child walks through is found by its number")
    func shown() throws {
        let store = home.store
        try store.database.execute(
            "UPDATE photos SET deleted_at = 1, deleted_by = 'x' WHERE id = \(ids[1].value)"
        )
        let shown = try store.shown(in: home.category.id, from: 1, limit: 3)
        #expect(shown.map(\.id) == [ids[2], ids[3], ids[4]])
    }

    @Test("They change their category, and leave another family’s alone")
    func moving() throws {
        let trips = try #require(try home.store.categories(of: home.family.id).last)
        let strangers = try home.console.addFamily("Strangers")
        #expect(throws: Failure.notFound) {
            try home.store.move(ids, of: strangers.id, to: trips.id)
        }
        let theirs = try #require(try home.store.categories(of: strangers.id).first)
        #expect(throws: Failure.notFound) {
            try home.store.move(ids, of: home.family.id, to: theirs.id)
        }
        #expect(try home.store.move(ids, of: strangers.id, to: theirs.id) == 0)
        #expect(try home.store.move([ids[0], ids[1]], of: home.family.id, to: trips.id) == 2)
        #expect(try order() == [2, 3, 4, 5])
        #expect(try home.counts()[2] == 4)
    }

    @Test("They go to the bin and come back, and are removed after a month")
    func bin() throws {
        let actor = Actor.commandLine
        let strangers = try home.console.addFamily("Strangers")
        #expect(try home.store.bin(ids, of: strangers.id, by: actor).isEmpty)
        let binned = try home.store.bin([ids[0], ids[1]], of: home.family.id, by: actor)
        #expect(Set(binned) == [ids[0], ids[1]])
        #expect(try home.store.bin([ids[0]], of: home.family.id, by: actor).isEmpty)
        let inBin = try home.store.binned(of: home.family.id, limit: 10, offset: 0)
        #expect(inBin.map(\.id) == [ids[1], ids[0]])
        #expect(try home.store.restore([ids[0]], of: strangers.id, by: actor) == 0)
        #expect(try home.store.restore([ids[0]], of: home.family.id, by: actor) == 1)
        #expect(try home.store.remove([ids[0]], of: home.family.id, by: actor) == 0)
        #expect(try order() == [0, 2, 3, 4, 5])
        home.console.time.now += PhotoStore.keptDays * 86_400
        try home.store.removeOld()
        #expect(try home.store.findIfAny(ids[1]) == nil)
        #expect(try home.counts() == [5, 50, 5])
    }

    @Test("What a child’s gallery shows is kept, and has sensible defaults")
    func settings() throws {
        let child = try home.console.addChild("Pippi", in: home.family)
        let store = GallerySettingsStore(database: home.console.database, now: 0)
        #expect(try store.find(child.id) == GallerySettings())
        let strangers = try home.console.addFamily("Strangers")
        let theirs = try #require(try home.store.categories(of: strangers.id).first)
        var settings = GallerySettings()
        (settings.showsCovers, settings.swipeDistance) = (false, 80)
        settings.hidden = [home.category.id, theirs.id]
        try store.save(settings, of: child.id, in: home.family.id)
        settings.hidden = [home.category.id]
        #expect(try store.find(child.id) == settings)
        #expect(throws: Failure.notFound) {
            try store.save(settings, of: child.id, in: strangers.id)
        }
    }

    @Test("A device’s beats count what has passed, and no more")
    func looks() throws {
        let kids = try KidsHome()
        let database = kids.console.database
        let device = try #require(
            try database.first("SELECT id FROM kids_devices") { ID<HandedDevice>(try $0.int(0)) }
        )
        let day = try #require(CalendarDay(iso: "2026-11-21"))
        func beat(_ seconds: Int) throws -> Int {
            try PhotoLooks(database: database, now: kids.console.time.now)
                .add(seconds, of: kids.pippi.id, in: .covers, on: device, day: day)
        }
        #expect(try beat(30) == 30)
        // At once again, as a script would.
        #expect(try beat(30) == 0)
        kids.console.time.now += 20
        #expect(try beat(30) == 20)
        kids.console.time.now += 4000
        #expect(try beat(4000) == PhotoLooks.mostSeconds)
        let looks = PhotoLooks(database: database, now: 0)
        let all = [kids.pippi.id, kids.annika.id]
        #expect(try looks.seconds(of: all, from: day, to: day) == [kids.pippi.id: 110])
        #expect(try looks.seconds(of: all, from: day.adding(1), to: day.adding(7)).isEmpty)
    }
}
