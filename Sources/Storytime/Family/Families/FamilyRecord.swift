import SQLite

extension Family: KeptRecord {
    static let kind = Subject.Kind.family
    static let table: SQL = "present_families AS f"
    static let columns: SQL = """
        f.id, f.name, f.territory, f.time_zone, f.language, f.usage_retention_days,
            f.parent_count, f.child_count, f.version, f.created_at, f.updated_at
        """

    static let audited: [AuditedField<Family>] = [
        AuditedField("name") { $0.name },
        AuditedField("territory") { $0.territory },
        AuditedField("time_zone") { $0.timeZone },
        AuditedField("language") { $0.language },
        AuditedField("events_kept_for_days") { $0.usageRetentionDays.map { String($0) } },
    ]

    init(_ row: Row) throws {
        self.init(
            id: ID(try row.int(0)),
            name: try row.text(1),
            territory: try row.text(2),
            timeZone: try row.text(3),
            language: try row.textOrNil(4),
            usageRetentionDays: try row.intOrNil(5),
            parentCount: try row.int(6),
            childCount: try row.int(7),
            version: try row.int(8),
            createdAt: try row.int(9),
            updatedAt: try row.int(10)
        )
    }

    /// The address of a family's own page, an admin's.
    static func href(_ id: ID<Family>) -> String { "\(FamilyOrder.path)/\(id)" }

    var href: String { Self.href(id) }

    static let csv: [CSVColumn<Family>] = [
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
}
