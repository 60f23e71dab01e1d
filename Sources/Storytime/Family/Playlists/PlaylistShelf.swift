import SQLite

/// What a child has of a playlist that was given to them, as their parents are told.
struct PlaylistShelf: Sendable {
    let child: Child
    /// How many of its stories are on the child's shelf now.
    let shown: Int
    /// What the family could add to the child's library: what the child may see and doesn't have.
    let missing: [ID<Book>]

    init(_ child: Child, of playlist: Playlist, on shelf: FamilyShelf) throws {
        self.child = child
        let own = shelf.visibleBooks(for: child.id)
        let books = try shelf.database.all(
            """
            SELECT b.id, EXISTS (SELECT 1 FROM library_items AS l
                WHERE l.child_id = \(child.id.value) AND l.book_id = b.id)
            FROM playlist_items AS i CROSS JOIN books AS b ON b.id = i.book_id
            CROSS JOIN video_assets AS v ON v.book_id = b.id AND v.is_current = 1
            WHERE i.playlist_id = \(playlist.id.value) AND i.removed_at IS NULL
                AND \(sql: shelf.films.condition) AND \(sql: own.watchable)
            ORDER BY i.position, i.id
            """
        ) { (id: ID<Book>(try $0.int(0)), isHeld: try $0.bool(1)) }
        shown = books.count(where: \.isHeld)
        missing = books.filter { !$0.isHeld }.map(\.id)
    }
}

/// The playlists that a child has as shelves in Kids Mode: of each the stories that the child may watch
/// now, in its order. What is at an address is never there.
struct KidsPlaylists {
    /// A shelf is looked through sideways; what is beyond is on a page of its own.
    static let mostOnShelf = 12

    let library: KidsLibrary

    private var child: ID<Child> { library.child.id }

    /// A playlist with the beginning of its stories, and whether there are more.
    typealias Shelf = (id: ID<Playlist>, name: String, stories: [ShelvedBook], hasMore: Bool)

    /// Those that have any story, by name.
    func shelves() throws -> [Shelf] {
        let lists = try library.shelf.database.all(
            "SELECT p.id, p.name \(sql: given) ORDER BY p.name_key, p.id"
        ) { (ID<Playlist>(try $0.int(0)), try $0.text(1)) }
        return try lists.map { id, name in
            let found = try stories(of: id, limit: Self.mostOnShelf + 1, offset: 0)
            return (
                id, name, Array(found.prefix(Self.mostOnShelf)), found.count > Self.mostOnShelf
            )
        }.filter { !$0.stories.isEmpty }
    }

    /// A part of one of them, and whether there is more; not found if it isn't the child's, or has
    /// nothing to watch.
    func page(of id: ID<Playlist>, _ number: Int) throws -> (
        name: String, stories: [ShelvedBook], hasMore: Bool
    ) {
        let name = try library.shelf.database.first(
            "SELECT p.name \(sql: given) AND p.id = \(id.value)"
        ) { try $0.text(0) }
        guard let name else { throw Failure.notFound }
        let size = KidsLibrary.perPage
        let found = try stories(of: id, limit: size + 1, offset: (number - 1) * size)
        guard number > 1 || !found.isEmpty else { throw Failure.notFound }
        return (name, Array(found.prefix(size)), found.count > size)
    }

    /// Of the family's lists and its parents' own, those that the child was given.
    private var given: SQL {
        let family = library.shelf.family.value
        return """
            FROM playlist_children AS g CROSS JOIN playlists AS p ON p.id = g.playlist_id
            LEFT JOIN users AS u ON u.id = p.user_id
            WHERE g.child_id = \(child.value) AND p.removed_at IS NULL
                AND (p.family_id = \(family) OR u.family_id = \(family))
            """
    }

    private func stories(of id: ID<Playlist>, limit: Int, offset: Int) throws -> [ShelvedBook] {
        let list = LibraryList(
            database: library.shelf.database,
            shelf: library.shelf,
            child: child,
            isForChild: true
        )
        return try list.read(
            """
            SELECT l.id, i.position, i.id AS item
            FROM playlist_items AS i INDEXED BY playlist_items_in_order
            CROSS JOIN library_items AS l ON l.child_id = \(child.value) AND l.book_id = i.book_id
            CROSS JOIN books AS b ON b.id = i.book_id
            CROSS JOIN video_assets AS v ON v.book_id = b.id AND v.is_current = 1
            WHERE i.playlist_id = \(id.value) AND i.removed_at IS NULL
                AND \(sql: library.shelf.films.condition)
                AND \(sql: library.shelf.visibleBooks(for: child).watchable)
            ORDER BY i.position, i.id LIMIT \(limit) OFFSET \(offset)
            """,
            "m.position, m.item"
        )
    }
}
