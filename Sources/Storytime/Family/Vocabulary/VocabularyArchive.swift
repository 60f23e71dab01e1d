import SQLite

/// A family’s vocabulary in its archive.
extension ArchiveTable {
    static func vocabularyTables(_ subject: ArchiveSubject) -> [ArchiveTable] {
        guard case .family(let family) = subject else {
            return [keptWords(subject), wordReviews(subject)]
        }
        return [keptWords(subject), wordReviews(subject), vocabularySettings(of: family)]
    }

    private static func whose(_ subject: ArchiveSubject) -> SQL {
        switch subject {
        case .family: "w.family_id = \(subject.family.value)"
        case .child(let child, _):
            "w.family_id = \(subject.family.value) AND w.child_id = \(child.value)"
        }
    }

    private static func keptWords(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "kept_words",
            columns: [
                ("id", .integer), ("child_id", .integer), ("term", .text), ("meaning", .text),
                ("context", .text), ("notes", .text), ("language", .text), ("book", .text),
                ("address", .text),
                ("track", .text), ("state", .text), ("due_at", .time), ("reviewed_at", .time),
                ("created_at", .time), ("created_by", .text), ("removed_at", .time),
            ]
        ) { place, limit in
            """
            SELECT w.id, w.child_id, w.term, w.meaning, w.context, w.notes, w.language, b.title,
                v.url, w.track, w.state, w.due_at, w.reviewed_at, w.created_at, w.created_by, w.removed_at
            FROM kept_words AS w INDEXED BY kept_words_by_family
            LEFT JOIN books AS b ON b.id = w.book_id
            LEFT JOIN web_videos AS v ON v.id = w.web_video_id AND v.family_id = w.family_id
            WHERE \(sql: whose(subject)) AND w.id > \(place.integer())
            ORDER BY w.id LIMIT \(limit)
            """
        }
    }

    /// Every answer, word by word.
    private static func wordReviews(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "word_reviews",
            columns: [
                ("word_id", .integer), ("turn", .integer), ("term", .text), ("grade", .integer),
                ("reviewed_at", .time), ("reviewed_by", .text),
            ],
            key: [(0, .integer), (1, .integer)]
        ) { place, limit in
            """
            SELECT r.word_id, r.turn, w.term, r.grade, r.reviewed_at, r.reviewed_by
            FROM kept_words AS w INDEXED BY kept_words_by_family
            CROSS JOIN word_reviews AS r ON r.word_id = w.id
            WHERE \(sql: whose(subject)) AND w.id >= \(place.integer(0))
                AND (r.word_id, r.turn) > (\(place.integer(0)), \(place.integer(1)))
            ORDER BY r.word_id, r.turn LIMIT \(limit)
            """
        }
    }

    private static func vocabularySettings(of family: ID<Family>) -> ArchiveTable {
        ArchiveTable(
            name: "vocabulary_settings",
            columns: [("family_id", .integer), ("new_per_day", .integer)]
        ) { place, limit in
            """
            SELECT family_id, new_per_day FROM vocabulary_settings
            WHERE family_id = \(family.value) AND family_id > \(place.integer()) LIMIT \(limit)
            """
        }
    }
}
