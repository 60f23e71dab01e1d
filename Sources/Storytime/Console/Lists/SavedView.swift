import HTTP
import SQLite

/// A list with filters and an order that somebody gave a name. Its owner sees it in the navigation, and
/// so do all admins if it is shared.
struct SavedView: Sendable, Equatable {
    static let maximumNameLength = 60
    /// More are no help in a navigation.
    static let maximumPerPerson = 30

    let id: ID<SavedView>
    let owner: ID<User>
    let ownerName: String
    let path: String
    /// Without "?".
    let query: String
    let name: String
    let isShared: Bool

    var href: String { query.isEmpty ? path : path + "?" + query }
}

/// Keeps the saved views.
struct SavedViewStore {
    enum Refusal: Error, Equatable {
        /// The person has a view of that name for that list.
        case isTaken
        case tooMany
    }

    let database: Database
    let now: Int

    private static let columns: SQL = """
        v.id, v.user_id, u.name, v.path, v.query, v.name, v.is_shared
        """

    /// A person's own and those that others share, by name.
    func list(for user: ID<User>) throws -> [SavedView] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM saved_views AS v JOIN users AS u ON u.id = v.user_id
            WHERE v.user_id = \(user.value)
                OR v.is_shared = 1 AND v.id IN (SELECT id FROM saved_views WHERE is_shared = 1)
            ORDER BY v.path, v.name_key, v.id LIMIT 100
            """,
            Self.view
        )
    }

    /// One that this person may change: their own.
    func find(_ id: ID<SavedView>, of user: ID<User>) throws -> SavedView {
        let found = try database.first(
            """
            SELECT \(sql: Self.columns) FROM saved_views AS v JOIN users AS u ON u.id = v.user_id
            WHERE v.id = \(id.value) AND v.user_id = \(user.value)
            """,
            Self.view
        )
        guard let found else { throw Failure.notFound }
        return found
    }

    func insert(_ name: String, path: String, query: String, isShared: Bool, by user: ID<User>)
        throws
    {
        try database.write {
            let count = try database.first(
                "SELECT count(*) FROM saved_views WHERE user_id = \(user.value)"
            ) { try $0.int(0) }
            guard (count ?? 0) < SavedView.maximumPerPerson else { throw Refusal.tooMany }
            try refusing {
                try database.execute(
                    """
                    INSERT INTO saved_views
                        (user_id, path, query, name, name_key, is_shared, created_at)
                    VALUES (\(user.value), \(path), \(query), \(name), \(Folding.fold(name)),
                        \(isShared), \(now))
                    """
                )
            }
        }
    }

    func update(_ view: SavedView, name: String, isShared: Bool) throws {
        try database.write {
            try refusing {
                try database.execute(
                    """
                    UPDATE saved_views SET name = \(name), name_key = \(Folding.fold(name)),
                        is_shared = \(isShared) WHERE id = \(view.id.value)
                    """
                )
            }
        }
    }

    func delete(_ view: SavedView) throws {
        try database.write {
            try database.execute("DELETE FROM saved_views WHERE id = \(view.id.value)")
        }
    }

    private func refusing(_ change: () throws -> Void) throws {
        do {
            try change()
        } catch let error as SQLiteError where error.isUniqueViolation {
            throw Refusal.isTaken
        }
    }

    private static func view(_ row: Row) throws -> SavedView {
        SavedView(
            id: ID(try row.int(0)),
            owner: ID(try row.int(1)),
            ownerName: try row.text(2),
            path: try row.text(3),
            query: try row.text(4),
            name: try row.text(5),
            isShared: try row.bool(6)
        )
    }
}

extension Visit {
    var savedViews: SavedViewStore { SavedViewStore(database: database, now: now) }
}
