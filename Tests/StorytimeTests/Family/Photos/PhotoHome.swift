import Foundation
import HTTP
import SQLite
import Testing

@testable import Storytime

/// A family with a folder for its photos.
struct PhotoHome {
    let files: TemporaryFolder
    let console: Console
    let family: Family
    let category: PhotoCategory

    init(vips: String = "vips", limitMegabytes: Int = 1000) throws {
        let files = try TemporaryFolder()
        self.files = files
        console = try Console {
            $0.data = files.path
            $0.photos.vips = vips
            $0.space.limitMegabytes = limitMegabytes
        }
        try Program.makeDataFolders(console.site.configuration)
        family = try console.addFamily()
        let store = PhotoStore(console.site, console.database, now: console.time.now)
        category = try #require(try store.categories(of: family.id).first)
    }

    var store: PhotoStore { PhotoStore(console.site, console.database, now: console.time.now) }
    var folder: PhotoFolder { PhotoFolder(console.site.configuration) }

    var cleaner: PhotoCleaner {
        PhotoCleaner(database: console.database, now: console.time.now, folder: folder)
    }

    /// Adds a file that was checked.
    @discardableResult
    func add(_ bytes: [UInt8], named name: String = "a.jpg") throws -> ID<Photo> {
        let photo = try PhotoFile(PhotoBytes(bytes))
        let draft = PhotoStore.Draft(
            name: name,
            format: photo.format,
            contentHash: try Digest.sha256(bytes),
            takenAt: photo.times.first,
            bytes: bytes.count,
            hasFilm: photo.hasFilm
        )
        return try store.add(draft, to: category.id, of: family.id) {
            try Data(bytes).write(to: URL(filePath: $0))
        }
    }

    /// Signs a parent of the family in.
    @discardableResult
    func signIn() throws -> ID<User> {
        let parent = try console.addParent("astrid@example.test", in: family)
        try console.signIn(parent)
        return parent
    }

    /// Adds a photo that is ready without any tool: its pictures are a few bytes.
    @discardableResult
    func addReady(
        _ number: Int,
        to category: PhotoCategory? = nil,
        of family: Family? = nil,
        words: String = ""
    ) throws -> Photo {
        let family = family ?? self.family
        let category = category ?? self.category
        let key = try PhotoKey()
        try console.database.execute(
            """
            INSERT INTO photos (family_id, category_id, file_key, content_hash, name, format, state,
                width, height, color, taken_at, words, place, bytes, has_original, created_at)
            VALUES (\(family.id.value), \(category.id.value), \(key.text),
                \(try Digest.sha256(Array("\(family.id) \(number)".utf8))),
                \("IMG_\(number).jpg"), 'jpeg', 'ready', 1600, 1200, '#336699', '2024-05-06',
                \(words), \(Double(number)), 1000, 0, \(console.time.now))
            """
        )
        for size in PhotoSize.made(of: 1600) {
            try folder.keep(Array("\(number)".utf8), as: PhotoFolder.name(key, size))
        }
        return try store.find(ID(Int(console.database.lastInsertedID)), of: family.id)
    }

    /// Does what is queued.
    func work() throws {
        let worker = try JobWorker(site: console.site)
        while worker.doNext(console.database) {}
    }

    /// The names of all files.
    var names: [String] { ((try? Folder.names(in: folder.path)) ?? []).sorted() }

    /// What is counted for the family, and for the category.
    func counts() throws -> [Int] {
        try console.database.all(
            """
            SELECT f.photo_count, f.photo_bytes, c.photo_count FROM families AS f
            JOIN photo_categories AS c ON c.family_id = f.id
            WHERE c.id = \(category.id.value)
            """
        ) { [try $0.int(0), try $0.int(1), try $0.int(2)] }.first ?? []
    }
}
