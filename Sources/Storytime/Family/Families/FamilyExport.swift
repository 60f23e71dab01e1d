import SQLite

/// The families of a list, in its order.
///
/// Which ones they are is read at the beginning, as of publishers: a key is 8 bytes.
struct FamilyExport: ExportedList {
    /// The keys of those that are still to be read.
    private var rest: ArraySlice<ID<Family>>

    static let name = "families"

    static let columns: [CSVColumn<Family>] = [
        .integer("id", "The family's id.") { $0.id.value },
        .text("name", "The name.") { $0.name },
        .text("territory", "Their country, as an ISO 3166-1 code like `GB`.") {
            $0.territory
        },
        .text("time_zone", "Their time zone, like `Europe/London`.") { $0.timeZone },
        .text(
            "language",
            "Their default book language, as a BCP 47 tag; empty means all."
        ) { $0.language },
        .integer(
            "usage_retention_days",
            "How many days the player log is kept: 90 or 365; empty means forever."
        ) { $0.usageRetentionDays },
        .integer("parents", "The number of parents.") { $0.parentCount },
        .integer("children", "The number of children.") { $0.childCount },
        .time("created_at", "When it was added.") { $0.createdAt },
        .time("updated_at", "When it was last changed.") { $0.updatedAt },
    ]

    init(_ address: FamilyListAddress, _ families: FamilyStore) throws {
        rest = try families.keys(address.words, in: address.order)[...]
    }

    /// One family alone.
    init(_ id: ID<Family>) {
        rest = [id]
    }

    var columns: [CSVColumn<Family>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [Family] {
        var found: [Family] = []
        // All of some families may be gone, and others follow.
        while found.isEmpty, !rest.isEmpty {
            found = try FamilyStore(database: database, now: 0).list(rest.prefix(limit))
            rest = rest.dropFirst(limit)
        }
        return found
    }
}

extension FamilyStore {
    /// The families with these keys, in their order, as far as they are there.
    fileprivate func list(_ ids: ArraySlice<ID<Family>>) throws -> [Family] {
        let families = try database.all(
            """
            SELECT \(sql: Self.columns) FROM families AS f
            WHERE f.id IN \(list: ids.map(\.value))
            """,
            Self.family
        )
        let found = Dictionary(uniqueKeysWithValues: families.map { ($0.id, $0) })
        return ids.compactMap { found[$0] }
    }
}
