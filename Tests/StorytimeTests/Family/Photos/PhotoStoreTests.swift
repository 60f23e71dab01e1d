import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("The store of photos")
struct PhotoStoreTests {
    @Test("Every family begins with a few categories of its own, once")
    func starters() throws {
        let home = try PhotoHome()
        let names = try home.store.categories(of: home.family.id).map(\.name)
        #expect(names == ["Family", "Trips", "Animals", "Birthdays", "At Home"])
    }

    @Test("The icons of these categories exist, and their colors can be read on white")
    func starterLooks() throws {
        let icons = try Folder.text(Repository.folder + "/Public/img/icons.txt")
        let home = try PhotoHome()
        let categories = try home.store.categories(of: home.family.id)
        for category in categories {
            #expect(CategoryIcon.list(icons).contains { $0.name == category.iconName })
            #expect(PhotoCategory.colors.contains { $0.value == category.color })
        }
        for (color, _) in PhotoCategory.colors {
            let parts = try #require(Hex.decode(color.dropFirst()))
            let linear = parts.map { part -> Double in
                let value = Double(part) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            let light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
            #expect(1.05 / (light + 0.05) >= 4.5, "\(color)")
        }
    }

    @Test("The same photo isn't kept twice, and whose it is doesn't matter to others")
    func duplicates() throws {
        let home = try PhotoHome()
        let bytes = Photos.bytes("photo.jpg")
        let id = try home.add(bytes)
        let photo = try home.store.find(id, of: home.family.id)
        #expect(throws: PhotoStore.Refusal.known(photo)) { try home.add(bytes, named: "b.jpg") }
        let other = try home.console.addFamily("Strangers")
        #expect(try home.store.known(photo.contentHash, in: other.id) == nil)
        #expect(throws: Failure.notFound) { try home.store.find(id, of: other.id) }
        #expect(throws: Failure.notFound) {
            try home.store.category(home.category.id, of: other.id)
        }
    }

    @Test("A photo that failed may be uploaded again")
    func again() throws {
        let home = try PhotoHome()
        let bytes = Photos.bytes("photo.jpg")
        try home.store.failed(try home.add(bytes), "No.")
        let id = try home.add(bytes)
        try home.cleaner.removeUnused()
        try home.work()
        #expect(try home.store.find(id, of: home.family.id).state == .ready)
        #expect(try home.counts()[0] == 1)
    }

    @Test("A family's photos take no more than the limit")
    func limit() throws {
        let home = try PhotoHome(limitMegabytes: 1)
        try home.console.database.execute("UPDATE families SET photo_bytes = 999900")
        #expect(throws: PhotoStore.Refusal.full(FamilySpace.Full(limitBytes: 1_000_000))) {
            try home.add(Photos.bytes("photo.jpg"))
        }
        #expect(home.names.isEmpty)
    }

    @Test("Photos stand in the order in which they were taken")
    func order() throws {
        let home = try PhotoHome()
        let early = try home.add(Photos.bytes("photo.jpg"))
        let late = try home.add(Pictures.bytes("baseline.jpg"))
        let ids = try home.console.database.all(
            "SELECT id FROM photos ORDER BY place, id"
        ) { ID<Photo>(try $0.int(0)) }
        #expect(ids == [early, late])
    }

    @Test(
        "Files without a photo are removed: at once those that were, after an hour those that never were"
    )
    func cleaning() throws {
        let home = try PhotoHome()
        try home.add(Photos.bytes("photo.jpg"))
        try home.work()
        let kept = try home.add(Photos.bytes("photo.png"), named: "b.png")
        let lost = home.folder.path(of: PhotoFolder.name(try PhotoKey(), .small))
        try Data([1]).write(to: URL(filePath: lost))
        try home.console.database.execute("DELETE FROM photos WHERE id <> \(kept.value)")
        try home.cleaner.removeUnused()
        let photo = try home.store.find(kept, of: home.family.id)
        let original = PhotoFolder.originalName(home.family.id, photo.contentHash)
        #expect(Set(home.names) == [original, String(lost.split(separator: "/").last ?? "")])
        let later = PhotoCleaner(
            database: home.console.database,
            now: Int(Date().timeIntervalSince1970) + PhotoCleaner.keptSeconds + 60,
            folder: home.folder
        )
        try later.removeLost()
        #expect(home.names == [original])
    }

    @Test("What a family's photos take is counted, whatever becomes of them")
    func counts() throws {
        let home = try PhotoHome()
        let id = try home.add(Photos.bytes("photo.jpg"))
        try home.add(Photos.bytes("photo.png"), named: "b.png")
        try home.work()
        #expect(try home.counts()[0] == 2)
        #expect(try home.counts()[2] == 2)
        let database = home.console.database
        try database.execute(
            "UPDATE photos SET deleted_at = 1, deleted_by = 'x' WHERE id = \(id.value)"
        )
        #expect(try home.counts()[0] == 1)
        #expect(try home.counts()[2] == 1)
        try database.execute("DELETE FROM photos")
        #expect(try home.counts() == [0, 0, 0])
    }

    @Test("Who erases a family erases its photos and their files")
    func erasing() throws {
        let home = try PhotoHome()
        try home.add(Photos.bytes("photo.jpg"))
        try home.work()
        let eraser = Eraser(
            database: home.console.database,
            features: home.console.site.features,
            now: home.console.time.now
        )
        try eraser.erase(.family(home.family.id), by: .commandLine)
        try home.cleaner.removeUnused()
        #expect(home.names.isEmpty)
    }
}
