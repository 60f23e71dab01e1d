import SQLite
import Server

/// Asks the database about photos, and changes them. Every question names the family; a photo of
/// another one is not found.
struct PhotoStore {
    /// Why a photo isn't added.
    enum Refusal: Error, Equatable {
        /// The family has it already, maybe in the bin.
        case known(Photo)
        /// The family's files would take more than its share of the disk.
        case full(FamilySpace.Full)
    }

    /// Why a photo isn't changed.
    enum ChangeRefusal: Error, Equatable {
        case changedMeanwhile(Photo)
        case isInBin(Photo)
    }

    /// What is to be added, checked.
    struct Draft: Sendable, Equatable {
        let name: String
        let format: PhotoFormat
        let contentHash: [UInt8]
        let takenAt: TakenAt?
        let bytes: Int
        var hasFilm = false
    }

    let database: Database
    let now: Int
    let folder: PhotoFolder
    let space: FamilySpace
    let disk: Disk

    static let columns: SQL = """
        p.id, p.family_id, p.category_id, p.file_key, p.content_hash, p.name, p.format, p.state,
            p.trouble, p.width, p.height, p.color, p.turns, p.turns_made, p.taken_at, p.words,
            p.has_original, p.deleted_at, p.created_at, p.version, p.has_film
        """
    /// How many they are.
    static let columnCount = 21

    // MARK: Reading

    func find(_ id: ID<Photo>, of family: ID<Family>) throws -> Photo {
        guard let photo = try findIfAny(id), photo.family == family else { throw Failure.notFound }
        return photo
    }

    /// Nil if it is gone: a job may be late.
    func findIfAny(_ id: ID<Photo>) throws -> Photo? {
        try database.first(
            "SELECT \(sql: Self.columns) FROM photos AS p WHERE p.id = \(id.value)",
            Self.photo
        ).flatMap(\.self)
    }

    /// The photo with that content, in the bin or not.
    func known(_ hash: [UInt8], in family: ID<Family>) throws -> Photo? {
        try database.first(
            """
            SELECT \(sql: Self.columns) FROM photos AS p
            WHERE p.family_id = \(family.value) AND p.content_hash = \(hash)
            """,
            Self.photo
        ).flatMap(\.self)
    }

    /// The photo whose files have that key, whichever family's it is.
    func find(_ key: PhotoKey) throws -> Photo {
        let photo = try database.first(
            "SELECT \(sql: Self.columns) FROM photos AS p WHERE p.file_key = \(key.text)",
            Self.photo
        ).flatMap(\.self)
        guard let photo else { throw Failure.notFound }
        return photo
    }

    // MARK: Categories

    /// A family's categories in its order.
    func categories(of family: ID<Family>) throws -> [PhotoCategory] {
        try database.all(
            """
            SELECT \(sql: Self.categoryColumns) FROM photo_categories
            WHERE family_id = \(family.value) ORDER BY display_order, id
            """,
            Self.category
        )
    }

    func category(_ id: ID<PhotoCategory>, of family: ID<Family>) throws -> PhotoCategory {
        let found = try database.first(
            """
            SELECT \(sql: Self.categoryColumns) FROM photo_categories
            WHERE id = \(id.value) AND family_id = \(family.value)
            """,
            Self.category
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    private static let categoryColumns: SQL =
        "id, family_id, name, color, icon_name, display_order, photo_count, version"

    private static func category(_ row: Row) throws -> PhotoCategory {
        PhotoCategory(
            id: ID(try row.int(0)),
            family: ID(try row.int(1)),
            name: try row.text(2),
            color: try row.text(3),
            iconName: try row.text(4),
            displayOrder: try row.int(5),
            photoCount: try row.int(6),
            version: try row.int(7)
        )
    }

    // MARK: Adding

    /// Adds a photo whose file `keep` puts on the disk, and queues the making of its sizes. One that
    /// failed before is tried again.
    func add(
        _ draft: Draft,
        to category: ID<PhotoCategory>,
        of family: ID<Family>,
        keep: (_ path: String) throws -> Void
    ) throws -> ID<Photo> {
        try refuse(draft, in: family)
        let original = PhotoFolder.originalName(family, draft.contentHash)
        // Written before anybody waits for the turn to write.
        try NotSaved.unless(into: folder.path) { try Folder.make(folder.path) }
        try keep(folder.path(of: original))
        return try database.write {
            _ = try self.category(category, of: family)
            try refuse(draft, in: family)
            // The cleaner may have removed it just now, as what was left of an earlier one.
            try database.execute("DELETE FROM unused_photo_files WHERE name = \(original)")
            if !Folder.exists(folder.path(of: original)) { try keep(folder.path(of: original)) }
            try database.execute(
                """
                DELETE FROM photos
                WHERE family_id = \(family.value) AND content_hash = \(draft.contentHash)
                """
            )
            try database.execute("DELETE FROM unused_photo_files WHERE name = \(original)")
            try database.execute(
                """
                INSERT INTO photos (family_id, category_id, file_key, content_hash, name, format,
                    state, taken_at, place, bytes, has_original, created_at, has_film)
                VALUES (\(family.value), \(category.value), \(try PhotoKey().text),
                    \(draft.contentHash), \(draft.name), \(draft.format.rawValue), 'waiting',
                    \(draft.takenAt?.text), \(Double(draft.takenAt?.seconds ?? now)),
                    \(draft.bytes), 1, \(now), \(draft.hasFilm))
                """
            )
            let id = ID<Photo>(Int(database.lastInsertedID))
            try queue(id, of: family)
            return id
        }
    }

    private func refuse(_ draft: Draft, in family: ID<Family>) throws {
        if let known = try known(draft.contentHash, in: family), known.state != .failed {
            throw Refusal.known(known)
        }
        do {
            try space.expectRoom(for: draft.bytes, of: family, in: database)
        } catch let full as FamilySpace.Full {
            throw Refusal.full(full)
        }
        guard disk.hasRoom(for: draft.bytes, in: folder.path) else { throw Failure.diskFull }
    }

    private func queue(_ id: ID<Photo>, of family: ID<Family>) throws {
        try JobStore(database: database, now: now).add(
            .photoSizes,
            PhotoSizing(photo: id.value),
            label: "Sizes of photo \(id)",
            for: .family(family)
        )
    }

    // MARK: What became of it

    /// Notes that the sizes are there, under a new key. False if somebody deleted the photo
    /// meanwhile, or if another attempt was first: the files are then nobody's.
    func made(
        _ photo: Photo,
        as key: PhotoKey,
        _ picture: Photo.Picture,
        turns: Int,
        bytes: Int
    ) throws -> Bool {
        try database.write {
            let keepsOriginals = try database.first(
                "SELECT keeps_originals FROM families WHERE id = \(photo.family.value)"
            ) { try $0.bool(0) }
            let hasOriginal = photo.hasOriginal && keepsOriginals == true
            let originalBytes = hasOriginal ? folder.bytes(ofOriginal: photo) : 0
            return try database.execute(
                """
                UPDATE photos SET state = 'ready', trouble = NULL, file_key = \(key.text),
                    width = \(picture.size.width), height = \(picture.size.height),
                    color = \(picture.color), turns_made = \(turns),
                    bytes = \(bytes + originalBytes), has_original = \(hasOriginal)
                WHERE id = \(photo.id.value) AND file_key = \(photo.key.text)
                """
            ) == 1
        }
    }

    /// Notes that it can't be read. What was uploaded is removed.
    func failed(_ id: ID<Photo>, _ trouble: String) throws {
        try database.execute(
            """
            UPDATE photos SET state = 'failed', trouble = \(trouble), bytes = 0, has_original = 0,
                width = NULL, height = NULL, color = NULL
            WHERE id = \(id.value) AND state <> 'ready'
            """
        )
    }

    /// Queues those once more that were given up although their files may be whole.
    func tryAgain(_ ids: [ID<Photo>], of family: ID<Family>) throws -> Int {
        try database.write {
            let tried = try database.all(
                """
                UPDATE photos SET state = 'waiting', trouble = NULL
                WHERE id IN \(list: ids.map(\.value)) AND family_id = \(family.value)
                    AND state = 'failed' AND has_original = 1 AND deleted_at IS NULL
                RETURNING id
                """
            ) { ID<Photo>(try $0.int(0)) }
            for id in tried { try queue(id, of: family) }
            return tried.count
        }
    }

    /// Turns photos by quarters to the right. They are shown as they were until that is done.
    func turn(_ ids: [ID<Photo>], of family: ID<Family>, by quarters: Int) throws -> Int {
        try database.write {
            let turned = try database.all(
                """
                UPDATE photos SET turns = (turns + \(quarters & 3)) % 4
                WHERE id IN \(list: ids.map(\.value)) AND family_id = \(family.value)
                    AND state <> 'failed' AND deleted_at IS NULL
                RETURNING id
                """
            ) { ID<Photo>(try $0.int(0)) }
            for id in turned { try queue(id, of: family) }
            return turned.count
        }
    }

    // MARK: Rows

    /// Nil for a key that none of ours is.
    static func photo(_ row: Row) throws -> Photo? {
        guard let key = PhotoKey(pathSegment: try row.text(3)[...]) else { return nil }
        var picture: Photo.Picture?
        if let width = try row.intOrNil(9), let height = try row.intOrNil(10),
            let color = try row.textOrNil(11)
        {
            picture = Photo.Picture(size: PixelSize(width, height), color: color)
        }
        return Photo(
            id: ID(try row.int(0)),
            family: ID(try row.int(1)),
            category: ID(try row.int(2)),
            key: key,
            contentHash: try row.blob(4),
            name: try row.text(5),
            format: PhotoFormat(rawValue: try row.text(6)) ?? .jpeg,
            state: Photo.State(rawValue: try row.text(7)) ?? .failed,
            trouble: try row.textOrNil(8),
            picture: picture,
            turns: try row.int(12),
            turnsMade: try row.int(13),
            takenAt: try row.textOrNil(14).flatMap { TakenAt(kept: $0) },
            words: try row.text(15),
            hasOriginal: try row.bool(16),
            deletedAt: try row.intOrNil(17),
            createdAt: try row.int(18),
            version: try row.int(19),
            hasFilm: try row.bool(20)
        )
    }
}

extension PhotoStore {
    init(_ site: Site, _ database: Database, now: Int) {
        self.init(
            database: database,
            now: now,
            folder: PhotoFolder(site.configuration),
            space: FamilySpace(site),
            disk: site.vitals.disk
        )
    }
}

extension Visit {
    var photos: PhotoStore { PhotoStore(site, database, now: now) }
}
