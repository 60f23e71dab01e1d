extension Database {
    /// How SQLite plans to answer a statement, step by step: https://sqlite.org/eqp.html. The
    /// statement doesn't run, and its parameters stay empty.
    package func queryPlan(of statement: String) throws -> [String] {
        var sql = SQL(text: "EXPLAIN QUERY PLAN " + statement)
        sql.values = Array(repeating: .null, count: try prepared(sql).parameterCount)
        return try all(sql) { try $0.text(3) }
    }
}
