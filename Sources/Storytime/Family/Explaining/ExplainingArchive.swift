import SQLite
import Subtitles

/// What a family asked and brought while reading along, in its archive.
extension ArchiveTable {
    /// How the other parents want things explained is theirs.
    static func readingTables(_ subject: ArchiveSubject, for reader: ID<User>?) -> [ArchiveTable] {
        guard case .family(let family) = subject else { return [] }
        return [
            explanations(of: family), instructions(of: family, reader),
            languages(of: family, reader), captions(of: family),
        ]
    }

    private static func explanations(of family: ID<Family>) -> ArchiveTable {
        ArchiveTable(
            name: "explanations",
            columns: [
                ("id", .integer), ("thread_id", .integer), ("asked_by", .text), ("book", .text),
                ("track", .text), ("cue", .integer), ("kind", .text), ("text", .text),
                ("language", .text), ("question", .text), ("answer", .text), ("is_cut", .flag),
                ("model", .text), ("asked_at", .time), ("removed_at", .time),
            ]
        ) { place, limit in
            """
            SELECT e.id, coalesce(e.thread_id, e.id), u.name, b.title, e.track, e.cue, e.kind, e.text,
                e.language, e.question, e.answer, e.is_cut, e.model, e.asked_at, e.removed_at
            FROM explanations AS e INDEXED BY explanations_by_family
            LEFT JOIN users AS u ON u.id = e.user_id
            LEFT JOIN books AS b ON b.id = e.book_id
            WHERE e.family_id = \(family.value) AND e.id > \(place.integer())
            ORDER BY e.id LIMIT \(limit)
            """
        }
    }

    private static func parents(_ family: ID<Family>, _ reader: ID<User>?) -> SQL {
        reader.map { "SELECT id FROM users WHERE id = \($0.value) AND family_id = \(family.value)" }
            ?? "SELECT id FROM users WHERE family_id = \(family.value)"
    }

    private static func instructions(of family: ID<Family>, _ reader: ID<User>?) -> ArchiveTable {
        ArchiveTable(
            name: "explaining_instructions",
            columns: [
                ("id", .integer), ("user_id", .integer), ("kind", .text), ("number", .integer),
                ("text", .text), ("made_at", .time),
            ],
            groups: "\(sql: parents(family, reader)) ORDER BY id"
        ) { place, limit in
            """
            SELECT id, user_id, kind, number, text, made_at FROM explaining_instructions
            WHERE user_id = \(place.group) AND id > \(place.integer())
            ORDER BY id LIMIT \(limit)
            """
        }
    }

    private static func languages(of family: ID<Family>, _ reader: ID<User>?) -> ArchiveTable {
        ArchiveTable(
            name: "explaining_settings",
            columns: [("user_id", .integer), ("language", .text), ("updated_at", .time)]
        ) { place, limit in
            """
            SELECT user_id, language, updated_at FROM explaining_settings
            WHERE user_id IN (\(sql: parents(family, reader))) AND user_id > \(place.integer())
            ORDER BY user_id LIMIT \(limit)
            """
        }
    }

    private static func captions(of family: ID<Family>) -> ArchiveTable {
        ArchiveTable(
            name: "family_captions",
            columns: [
                ("id", .integer), ("book_id", .integer), ("book", .text),
                ("web_video_id", .integer), ("web_video", .text), ("language", .text),
                ("label", .text), ("file_name", .text), ("format", .text), ("cue_count", .integer),
                ("created_at", .time), ("created_by", .text), ("removed_at", .time),
            ]
        ) { place, limit in
            """
            SELECT c.id, c.book_id, b.title, c.web_video_id, v.title, c.language, c.label,
                c.file_name, c.format, c.cue_count, c.created_at, c.created_by, c.removed_at
            FROM family_captions AS c LEFT JOIN books AS b ON b.id = c.book_id
            LEFT JOIN web_videos AS v ON v.id = c.web_video_id
            WHERE c.family_id = \(family.value) AND c.id > \(place.integer())
            ORDER BY c.id LIMIT \(limit)
            """
        }
    }
}

/// The caption files that a family brought, each in the format that it came in.
struct FamilyCaptionsPart: ArchivePart {
    private let family: ID<Family>
    private var last = 0

    init(of family: ID<Family>) {
        self.family = family
    }

    mutating func next(from database: Database) throws -> [ArchiveFile] {
        let row = try database.first(
            """
            SELECT id, document, language FROM family_captions
            WHERE family_id = \(family.value) AND id > \(last) ORDER BY id LIMIT 1
            """
        ) { (id: try $0.int(0), document: try $0.blob(1), language: try $0.text(2)) }
        guard let row else { return [] }
        last = row.id
        let document = try CaptionDocument.unpack(row.document)
        return [
            ArchiveFile(
                name: "captions/\(row.id).\(document.format.rawValue)",
                bytes: CaptionFormatForm(document.format)
                    .write(document, language: row.language, seconds: nil)
            )
        ]
    }
}
