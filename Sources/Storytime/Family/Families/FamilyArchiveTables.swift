import SQLite

/// What is kept of a family itself and of its parents.
extension ArchiveTable {
    /// A parent who reads them sees of other parents' accounts no more than their names.
    static func family(_ family: ID<Family>, for reader: ID<User>?) -> [ArchiveTable] {
        let own: SQL = reader.map { "u.id = \($0.value)" } ?? "1"
        return [
            families(family), parents(family, own), devices(family, own), addresses(family, own),
            accessKeys(family, own), invitations(family),
        ]
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
}
