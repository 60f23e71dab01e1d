import SQLite

/// A family's photos in its archive, and what is kept about them.
extension ArchiveTable {
    static func photoTables(_ subject: ArchiveSubject, for reader: ID<User>?) -> [ArchiveTable] {
        let ofChildren = [gallerySettings(subject), photoLooks(subject)]
        guard case .family(let family) = subject else { return ofChildren }
        return [photoCategories(of: family)] + (reader == nil ? [] : [photos(of: family)])
            + ofChildren
    }

    private static func photoCategories(of family: ID<Family>) -> ArchiveTable {
        ArchiveTable(
            name: "photo_categories",
            columns: [
                ("id", .integer), ("name", .text), ("color", .text), ("icon_name", .text),
                ("display_order", .integer), ("photo_count", .integer), ("created_at", .time),
                ("updated_at", .time),
            ]
        ) { place, limit in
            """
            SELECT id, name, color, icon_name, display_order, photo_count, created_at, updated_at
            FROM photo_categories
            WHERE family_id = \(family.value) AND id > \(place.integer())
            ORDER BY id LIMIT \(limit)
            """
        }
    }

    /// Those in the bin, too, until they are deleted for good.
    private static func photos(of family: ID<Family>) -> ArchiveTable {
        ArchiveTable(
            name: "photos",
            columns: [
                ("id", .integer), ("category_id", .integer), ("category", .text), ("name", .text),
                ("format", .text), ("state", .text), ("width", .integer), ("height", .integer),
                ("taken_at", .text), ("words", .text), ("has_original", .flag),
                ("created_at", .time), ("removed_at", .time), ("removed_by", .text),
            ]
        ) { place, limit in
            """
            SELECT p.id, p.category_id, c.name, p.name, p.format, p.state, p.width, p.height,
                p.taken_at, p.words, p.has_original, p.created_at, p.deleted_at, p.deleted_by
            FROM photos AS p INDEXED BY photos_by_age
            CROSS JOIN photo_categories AS c ON c.id = p.category_id
            WHERE p.family_id = \(family.value) AND p.id > \(place.integer())
            ORDER BY p.id LIMIT \(limit)
            """
        }
    }

    private static func gallerySettings(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "gallery_settings",
            columns: [
                ("child_id", .integer), ("shows_photos", .flag), ("shows_covers", .flag),
                ("swipe_distance", .integer), ("hidden_categories", .text),
            ]
        ) { place, limit in
            """
            SELECT s.child_id, s.shows_photos, s.shows_covers, s.swipe_distance,
                (SELECT group_concat(c.name, '|') FROM hidden_photo_categories AS h
                    CROSS JOIN photo_categories AS c ON c.id = h.category_id
                    WHERE h.child_id = s.child_id)
            FROM gallery_settings AS s
            WHERE s.child_id IN (\(sql: subject.children)) AND s.child_id > \(place.integer())
            ORDER BY s.child_id LIMIT \(limit)
            """
        }
    }

    private static func photoLooks(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "photo_looks",
            columns: [
                ("child_id", .integer), ("day", .text), ("category_id", .integer),
                ("seconds", .integer),
            ],
            key: [(1, .text), (2, .integer)],
            groups: subject.childrenInOrder
        ) { place, limit in
            """
            SELECT child_id, day, category_id, seconds FROM photo_looks
            WHERE child_id = \(place.group)
                AND (day, category_id) > (\(place.text(0)), \(place.integer(1)))
            ORDER BY day, category_id LIMIT \(limit)
            """
        }
    }
}

/// The files of a family's photos, one after another: the largest picture of each, and what was
/// uploaded where that is kept.
struct PhotoArchivePart: ArchivePart {
    let family: ID<Family>
    let folder: PhotoFolder
    /// The last photo whose files were written.
    private var last = 0

    init(of family: ID<Family>, in folder: PhotoFolder) {
        self.family = family
        self.folder = folder
    }

    mutating func next(from database: Database) throws -> [ArchiveFile] {
        // One without a file is passed over; an empty list would be the end.
        while let photo = try nextPhoto(database) {
            last = photo.id.value
            let files = files(of: photo)
            if !files.isEmpty { return files }
        }
        return []
    }

    private func nextPhoto(_ database: Database) throws -> Photo? {
        try database.first(
            """
            SELECT \(sql: PhotoStore.columns) FROM photos AS p INDEXED BY photos_by_age
            WHERE p.family_id = \(family.value) AND p.id > \(last) ORDER BY p.id LIMIT 1
            """,
            PhotoStore.photo
        ).flatMap(\.self)
    }

    private func files(of photo: Photo) -> [ArchiveFile] {
        var files: [ArchiveFile] = []
        // A file that is removed meanwhile is left out.
        if let size = photo.picture?.size,
            let largest = PhotoSize.made(of: max(size.width, size.height)).last,
            let file = try? Folder.read(folder.path(of: PhotoFolder.name(photo.key, largest)))
        {
            files.append(
                ArchiveFile(
                    name: "photos/\(photo.id).\(PhotoFolder.format.fileExtension)",
                    bytes: file.bytes
                )
            )
        }
        if photo.hasOriginal,
            let file = try? Folder.read(
                folder.path(of: PhotoFolder.originalName(family, photo.contentHash))
            )
        {
            files.append(
                ArchiveFile(
                    name: "originals/\(photo.id).\(photo.format.rawValue)",
                    bytes: file.bytes
                )
            )
        }
        return files
    }
}
