import SQLite

/// What a family opened by its address, in its archive.
extension ArchiveTable {
    /// Places are each parent's own: a parent who reads the archive only sees theirs.
    static func addressTables(_ subject: ArchiveSubject, for reader: ID<User>?) -> [ArchiveTable] {
        guard case .family(let family) = subject else { return [] }
        return [
            webVideos(of: family),
            webVideoPlaces(of: reader.map { "\($0.value)" } ?? subject.parents),
        ]
    }

    private static func webVideos(of family: ID<Family>) -> ArchiveTable {
        ArchiveTable(
            name: "web_videos",
            columns: [
                ("id", .integer), ("kind", .text), ("url", .text), ("title", .text),
                ("author", .text), ("duration_seconds", .integer), ("created_at", .time),
                ("created_by", .text), ("removed_at", .time),
            ]
        ) { place, limit in
            """
            SELECT id, kind, url, title, author, duration_seconds, created_at, created_by, removed_at
            FROM web_videos INDEXED BY web_videos_by_family
            WHERE family_id = \(family.value) AND id > \(place.integer())
            ORDER BY id LIMIT \(limit)
            """
        }
    }

    private static func webVideoPlaces(of parents: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "web_video_places",
            columns: [
                ("user_id", .integer), ("web_video_id", .integer), ("title", .text),
                ("seconds", .integer), ("quarters", .integer), ("recorded_at", .time),
            ],
            key: [(0, .integer), (1, .integer)]
        ) { place, limit in
            """
            SELECT p.user_id, p.web_video_id, v.title, p.seconds, p.quarters, p.recorded_at
            FROM web_video_places AS p JOIN web_videos AS v ON v.id = p.web_video_id
            WHERE p.user_id IN (\(sql: parents))
                AND (p.user_id, p.web_video_id) > (\(place.integer(0)), \(place.integer(1)))
            ORDER BY p.user_id, p.web_video_id LIMIT \(limit)
            """
        }
    }
}

/// The pictures that were fetched with these videos.
struct WebVideoPicturesPart: ArchivePart {
    private let family: ID<Family>
    private var last = 0

    init(of family: ID<Family>) {
        self.family = family
    }

    mutating func next(from database: Database) throws -> [ArchiveFile] {
        let row = try database.first(
            """
            SELECT v.id, p.format, p.bytes
            FROM web_videos AS v INDEXED BY web_videos_by_family
            JOIN web_video_pictures AS p ON p.web_video_id = v.id
            WHERE v.family_id = \(family.value) AND v.id > \(last) ORDER BY v.id LIMIT 1
            """
        ) { (id: try $0.int(0), format: try $0.text(1), bytes: try $0.blob(2)) }
        guard let row else { return [] }
        last = row.id
        let ending = ImageFile.Format(rawValue: row.format)?.fileExtension ?? row.format
        return [ArchiveFile(name: "web-videos/\(row.id).\(ending)", bytes: row.bytes)]
    }
}
