import SQLite

extension Slug {
    /// The slug that a name suggests, or the first numbered one that no row of the table has,
    /// except for the row that is about to get it. Inside a write transaction nobody else can take
    /// it meanwhile.
    static func free(
        for name: String,
        fallback: String,
        in table: SQL,
        except id: Int?,
        _ database: Database
    ) throws -> String {
        let slug = suggested(for: name, fallback: fallback)
        // Texts that begin with it and a hyphen are between that and the next character, a full
        // stop.
        let taken = try database.all(
            """
            SELECT slug FROM \(sql: table)
            WHERE id <> \(id ?? 0)
                AND (slug = \(slug) OR (slug > \(slug + "-") AND slug < \(slug + ".")))
            """
        ) { try $0.text(0) }
        return unique(slug, among: Set(taken))
    }
}
