import SQLite
import Testing

@testable import Storytime

@Suite("Photos in a family’s archive and erasure")
struct PhotoArchiveTests {
    let home: PhotoHome
    let first: Photo
    let second: Photo

    init() throws {
        home = try PhotoHome()
        first = try home.addReady(1, words: "The pier")
        second = try home.addReady(2)
        try home.console.database.execute(
            "UPDATE photos SET has_original = 1 WHERE id = \(second.id.value)"
        )
        let original = PhotoFolder.originalName(home.family.id, second.contentHash)
        try home.folder.keep(Array("original".utf8), as: original)
        let strangers = try home.console.addFamily("Strangers")
        let theirs = try #require(try home.store.categories(of: strangers.id).first)
        try home.addReady(3, to: theirs, of: strangers)
        _ = try home.store.bin([first.id], of: home.family.id, by: .commandLine)
    }

    private func archive(of subject: ArchiveSubject, for reader: ID<User>?) throws
        -> [String: [UInt8]]
    {
        var archive = FamilyArchive(subject, as: .tar, for: reader, home.console.site, now: 0)
        var bytes: [UInt8] = []
        while let piece = try archive.next(from: home.console.database) { bytes += piece }
        return try Tar.unpack(bytes)
    }

    @Test("A parent saves every photo, those of the bin and originals too, and no one else’s")
    func parent() throws {
        let parent = try home.signIn()
        let files = try archive(of: .family(home.family.id), for: parent)
        let folder = "storytime-family-\(home.family.id)"
        let media = files.filter { $0.key.contains("photos/") || $0.key.contains("originals/") }
        #expect(
            media == [
                "\(folder)/photos/\(first.id).webp": Array("1".utf8),
                "\(folder)/photos/\(second.id).webp": Array("2".utf8),
                "\(folder)/originals/\(second.id).jpeg": Array("original".utf8),
            ]
        )
        let list = String(decoding: files["\(folder)/photos.csv"] ?? [], as: UTF8.self)
        #expect(list.contains("The pier") && list.split(separator: "\r\n").count == 3)
        let categories = files["\(folder)/photo_categories.csv"] ?? []
        #expect(String(decoding: categories, as: UTF8.self).contains("At Home"))
        let readMe = String(decoding: files["\(folder)/README.txt"] ?? [], as: UTF8.self)
        #expect(readMe.contains("Family photos are in the folder"))
    }

    @Test("An admin’s archive has no photos, and a child’s has the settings of their gallery")
    func others() throws {
        let files = try archive(of: .family(home.family.id), for: nil)
        #expect(!files.keys.contains { $0.contains("photos/") || $0.contains("/photos.") })
        let child = try home.console.addChild("Pippi", in: home.family)
        try GallerySettingsStore(database: home.console.database, now: 0)
            .save(GallerySettings(showsCovers: false), of: child.id, in: home.family.id)
        let own = try archive(of: .child(child.id, of: home.family.id), for: try home.signIn())
        let settings = own["storytime-child-\(child.id)/gallery_settings.csv"] ?? []
        #expect(String(decoding: settings, as: UTF8.self).contains("yes,no,150"))
        #expect(!own.keys.contains { $0.contains("photos/") })
    }

    @Test("With a family go its photos and their files; nothing of others does")
    func erasure() throws {
        #expect(home.names.count == 3 * PhotoSize.made(of: 1600).count + 1)
        let eraser = Eraser(
            database: home.console.database,
            features: home.console.site.features,
            now: home.console.time.now
        )
        _ = try eraser.erase(.family(home.family.id), by: .commandLine)
        try home.cleaner.removeUnused()
        #expect(try home.console.count("SELECT count(*) FROM photos") == 1)
        #expect(home.names.count == PhotoSize.made(of: 1600).count)
    }
}
