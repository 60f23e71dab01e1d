import SQLite

/// Something that parents can fill, and how much of it there may be: one line of “Space and limits” on a
/// family's page. Each feature lists its own (`Feature.allowances`).
struct Allowance: Sendable {
    /// As the line begins: “Words”.
    let title: String
    /// What there is so much of: “words”.
    let noun: String
    let limit: Int
    /// Whether each parent may have so many, rather than the family.
    var isOfParent = false
    /// The tables that it keeps from growing.
    let tables: [String]
    /// What to do when no more fits, as a sentence.
    let remedy: String
    /// A statement with one number: how many there are, or of the parent who has the most of them. It reads
    /// an index.
    let count: @Sendable (ID<Family>) -> SQL

    /// What somebody is told who wants one more.
    var refusal: String {
        let owner = isOfParent ? "You" : "A family"
        return "\(owner) can have at most \(Counted.number(limit)) \(noun). \(remedy)"
    }

    func used(by family: ID<Family>, in database: Database) throws -> Int {
        try database.first(count(family)) { try $0.int(0) } ?? 0
    }

    /// How many of a table a parent of the family has, of the one who has the most.
    static func mostOfParent(_ table: SQL, where condition: SQL = "1")
        -> @Sendable (ID<Family>) -> SQL
    {
        { family in
            """
            SELECT coalesce(max(amount), 0) FROM (
                SELECT (SELECT count(*) FROM \(sql: table)
                    WHERE user_id = u.id AND \(sql: condition)) AS amount
                FROM users AS u WHERE u.family_id = \(family.value))
            """
        }
    }
}

/// Files of a family, or what takes as much room in the database: a part of its share of the disk.
struct FamilyFiles: Sendable {
    let tables: [String]
    /// A statement with the number of their bytes.
    let bytes: @Sendable (ID<Family>) -> SQL
}
