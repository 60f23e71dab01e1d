import Quill
import SQLite

/// The columns of a list among which people choose, besides the one that names the record.
protocol ListColumn: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The list's name in the database.
    static var list: String { get }
    /// The list's path.
    static var path: String { get }
    /// What people call its records: "books".
    static var plural: String { get }
    /// Those that are shown to whoever has chosen none.
    static var usual: [Self] { get }
    var label: String { get }
}

/// Which columns each person sees, in which order.
struct ColumnStore {
    let database: Database

    func chosen<Column: ListColumn>(by user: ID<User>) throws -> [Column] {
        let text = try database.first(
            """
            SELECT columns FROM list_columns
            WHERE user_id = \(user.value) AND list = \(Column.list)
            """
        ) { try $0.text(0) }
        guard let text else { return Column.usual }
        // A column that a later version no longer has is left out.
        return text.split(separator: ",").compactMap { Column(rawValue: String($0)) }
    }

    /// Nil: the usual ones.
    func choose<Column: ListColumn>(_ columns: [Column]?, by user: ID<User>) throws {
        try database.write {
            guard let columns, columns != Column.usual else {
                try database.execute(
                    """
                    DELETE FROM list_columns
                    WHERE user_id = \(user.value) AND list = \(Column.list)
                    """
                )
                return
            }
            let text = columns.map(\.rawValue).joined(separator: ",")
            try database.execute(
                """
                INSERT INTO list_columns (user_id, list, columns)
                VALUES (\(user.value), \(Column.list), \(text))
                ON CONFLICT (user_id, list) DO UPDATE SET columns = excluded.columns
                """
            )
        }
    }
}

extension Visit {
    var columns: ColumnStore { ColumnStore(database: database) }

    /// The columns of a list that this visitor wants to see.
    func chosenColumns<Column: ListColumn>() throws -> [Column] {
        guard let user = session?.user.id else { return Column.usual }
        return try columns.chosen(by: user)
    }
}
