import SQLite

/// What is kept of families and children, table by table. What a later feature keeps is one more line
/// in `all`.
extension ArchiveTable {
    /// A parent who reads it sees of other parents' accounts no more than their names.
    static func all(_ subject: ArchiveSubject, for reader: ID<User>?) -> [ArchiveTable] {
        let own: SQL = reader.map { "u.id = \($0.value)" } ?? "1"
        let ofChildren = [
            children(subject), libraries(subject), viewings(subject), usageEvents(subject),
            dailyUsage(subject), history(subject, for: reader),
        ]
        guard case .family(let family) = subject else { return ofChildren }
        return [
            families(family), parents(family, own), devices(family, own), addresses(family, own),
            accessKeys(family, own), invitations(family),
        ] + ofChildren
    }

    private static func families(_ id: ID<Family>) -> ArchiveTable {
        ArchiveTable(
            name: "family",
            columns: [
                ("id", .integer), ("name", .text), ("territory", .text), ("time_zone", .text),
                ("language", .text), ("usage_retention_days", .integer), ("created_at", .time),
                ("updated_at", .time),
            ]
        ) { place, limit in
            """
            SELECT id, name, territory, time_zone, language, usage_retention_days, created_at,
                updated_at
            FROM families
            WHERE id = \(id.value) AND id > \(place.integer()) LIMIT \(limit)
            """
        }
    }

    private static func parents(_ family: ID<Family>, _ own: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "parents",
            columns: [
                ("id", .integer), ("email", .text), ("name", .text), ("is_disabled", .flag),
                ("time_zone", .text), ("language", .text), ("second_factor_since", .time),
                ("created_at", .time), ("updated_at", .time),
            ]
        ) { place, limit in
            """
            SELECT u.id, u.email, u.name, u.is_disabled, u.time_zone, u.language,
                iif(\(sql: own), s.confirmed_at, NULL), u.created_at, u.updated_at
            FROM users AS u LEFT JOIN second_factors AS s ON s.user_id = u.id
            WHERE u.family_id = \(family.value) AND u.id > \(place.integer()) ORDER BY u.id LIMIT \(limit)
            """
        }
    }

    private static func devices(_ family: ID<Family>, _ own: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "devices",
            columns: [
                ("id", .integer), ("parent_id", .integer), ("address", .text),
                ("user_agent", .text), ("signed_in_at", .time), ("last_seen_at", .time),
            ]
        ) { place, limit in
            """
            SELECT s.id, s.user_id, s.address, s.user_agent, s.created_at, s.last_seen_at
            FROM users AS u CROSS JOIN sessions AS s ON s.user_id = u.id
            WHERE u.family_id = \(family.value) AND \(sql: own) AND s.id > \(place.integer())
            ORDER BY s.id LIMIT \(limit)
            """
        }
    }

    /// The rows have no key of their own; there are so few that they are numbered.
    private static func addresses(_ family: ID<Family>, _ own: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "addresses",
            columns: [
                ("number", .integer), ("parent_id", .integer), ("address", .text),
                ("last_used_at", .time),
            ]
        ) { place, limit in
            """
            SELECT number, user_id, address, last_at FROM (
                SELECT row_number() OVER (ORDER BY a.user_id, a.address) AS number, a.user_id,
                    a.address, a.last_at
                FROM users AS u CROSS JOIN sign_in_addresses AS a ON a.user_id = u.id
                WHERE u.family_id = \(family.value) AND \(sql: own))
            WHERE number > \(place.integer()) ORDER BY number LIMIT \(limit)
            """
        }
    }

    /// What is known of their keys, of which the key itself is none.
    private static func accessKeys(_ family: ID<Family>, _ own: SQL) -> ArchiveTable {
        ArchiveTable(
            name: "access_keys",
            columns: [
                ("id", .integer), ("parent_id", .integer), ("name", .text), ("ending", .text),
                ("scopes", .text), ("created_at", .time), ("expires_at", .time),
                ("last_used_at", .time),
            ]
        ) { place, limit in
            """
            SELECT k.id, k.user_id, k.name, k.ending, k.scopes, k.created_at, k.expires_at,
                k.last_used_at
            FROM users AS u CROSS JOIN access_keys AS k ON k.user_id = u.id
            WHERE u.family_id = \(family.value) AND \(sql: own) AND k.id > \(place.integer())
            ORDER BY k.id LIMIT \(limit)
            """
        }
    }

    private static func invitations(_ family: ID<Family>) -> ArchiveTable {
        ArchiveTable(
            name: "invitations",
            columns: [
                ("id", .integer), ("name", .text), ("created_at", .time), ("expires_at", .time),
            ]
        ) { place, limit in
            """
            SELECT id, name, created_at, expires_at FROM one_time_links
            WHERE family_id = \(family.value) AND id > \(place.integer()) ORDER BY id LIMIT \(limit)
            """
        }
    }

    private static func children(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "children",
            columns: [
                ("id", .integer), ("name", .text), ("birth_date", .text), ("avatar", .text),
                ("may_scrub", .flag), ("has_captions", .flag), ("has_reduced_motion", .flag),
                ("hidden_categories", .text), ("created_at", .time), ("updated_at", .time),
                ("removed_at", .time), ("removed_by", .text),
            ]
        ) { place, limit in
            """
            SELECT c.id, c.name, c.birth_date, c.avatar, c.may_scrub, c.has_captions,
                c.has_reduced_motion,
                (SELECT group_concat(g.name, '|') FROM child_hidden_categories AS h
                    JOIN categories AS g ON g.id = h.category_id WHERE h.child_id = c.id),
                c.created_at, c.updated_at, c.deleted_at, c.deleted_by
            FROM children AS c
            WHERE c.id IN (\(sql: subject.children)) AND c.id > \(place.integer())
            ORDER BY c.id LIMIT \(limit)
            """
        }
    }

    /// What is in the children's libraries, and how far it was watched.
    private static func libraries(_ subject: ArchiveSubject) -> ArchiveTable {
        ArchiveTable(
            name: "library",
            columns: [
                ("id", .integer), ("child_id", .integer), ("book_id", .integer), ("title", .text),
                ("added_at", .time), ("last_position_seconds", .integer),
                ("last_played_at", .time), ("hidden_at", .time),
            ],
            key: [(4, .integer), (0, .integer)],
            groups: subject.childrenInOrder
        ) { place, limit in
            """
            SELECT i.id, i.child_id, i.book_id, b.title, i.added_at, i.last_position_seconds,
                i.last_played_at, i.hidden_at
            FROM library_items AS i INDEXED BY library_items_by_age
            CROSS JOIN books AS b ON b.id = i.book_id
            WHERE i.child_id = \(place.group)
                AND (i.added_at, i.id) > (\(place.integer(0)), \(place.integer(1)))
            ORDER BY i.added_at, i.id LIMIT \(limit)
            """
        }
    }

    /// What the audit log says of them, and what the parents did. Which entries that are, only all of it
    /// together says, so each is a group of its own.
    private static func history(_ subject: ArchiveSubject, for reader: ID<User>?) -> ArchiveTable {
        ArchiveTable(
            name: "history",
            columns: [
                ("id", .integer), ("at", .time), ("actor", .text), ("action", .text),
                ("record_type", .text), ("record_id", .integer), ("record", .text),
                ("changes", .json),
            ],
            groups: reader.map { "\(sql: subject.entries(for: $0)) ORDER BY id" }
                ?? "\(sql: subject.entriesAbout) UNION \(sql: subject.entriesBy) ORDER BY id"
        ) { place, limit in
            """
            SELECT id, at, actor_name, action, record_type, record_id, record_label, changes
            FROM audit_entries
            WHERE id = \(place.group) AND id > \(place.integer()) LIMIT \(limit)
            """
        }
    }
}
