/// The schema of a database as SQL text, always the same for the same schema: it is kept in the
/// repository beside the migrations, so that a review sees their result.
package enum SchemaDump {
    /// Each table with its indexes and triggers, by name, then the views. What SQLite creates on
    /// its own is left out: automatic indexes, statistics, and the shadow tables of FTS5.
    package static func text(_ database: Database) throws -> String {
        let sql: SQL = """
            SELECT sql
            FROM sqlite_schema AS object
            WHERE sql IS NOT NULL
                AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                AND NOT EXISTS (
                    SELECT 1 FROM pragma_table_list
                    WHERE schema = 'main' AND type = 'shadow' AND name = object.tbl_name
                )
            ORDER BY type = 'view', tbl_name, type = 'trigger', type = 'index', name
            """
        let statements = try database.all(sql) { try $0.text(0) }
        return statements.map { $0 + ";\n" }.joined(separator: "\n")
    }
}
