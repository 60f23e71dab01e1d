import SQLite

@testable import Storytime

/// What parents open and make playlists of, to try things with.
extension Console {
    /// A story that a parent opened, and their playlist with it: each is the first of its kind.
    func keepForReading(_ book: Book, by user: ID<User>) throws {
        try database.execute(
            """
            INSERT INTO kept_words (family_id, term, term_key, created_at, created_by)
            SELECT family_id, 'lantern', 'lantern', \(time.now), name FROM users
            WHERE id = \(user.value)
            """
        )
        try WatchHistory(database: database, now: time.now).opened(.book(book.id), by: user)
        try database.execute(
            """
            INSERT INTO playlists (user_id, name, name_key, created_at, updated_at)
            VALUES (\(user.value), 'Travels', 'travels', \(time.now), \(time.now))
            """
        )
        try database.execute(
            """
            INSERT INTO playlist_items (playlist_id, book_id, position, added_at)
            VALUES (\(database.lastInsertedID), \(book.id.value), 1, \(time.now))
            """
        )
    }
}
