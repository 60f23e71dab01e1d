import SQLite

/// A story to try reading along with: one of the family's that has captions, if possible with the times
/// of their words.
struct DemoVideo {
    /// Whole documents are read to find the times of words.
    private static let mostLookedAt = 8

    private let visit: Visit
    private let scope: FamilyScope
    private let shelf: FamilyShelf

    init(_ visit: Visit, _ scope: FamilyScope) {
        self.visit = visit
        self.scope = scope
        shelf = visit.shelf(of: scope.family)
    }

    /// Nil if no story has captions.
    func find() throws -> ID<Book>? {
        var first: ID<Book>?
        for book in try candidates() {
            guard let asset = try visit.videos.current(of: book) else { continue }
            let tracks = ReadingTracks(of: asset, book, for: scope.family.id, visit)
            guard let track = try tracks.all().first else { continue }
            if try tracks.lines(of: track).lines.contains(where: { !$0.pieces.isEmpty }) {
                return book
            }
            first = first ?? book
        }
        return first
    }

    private func candidates() throws -> [ID<Book>] {
        try shelf.database.all(
            """
            SELECT v.book_id
            FROM video_assets AS v INDEXED BY video_assets_playing
            CROSS JOIN books AS b ON b.id = v.book_id
            WHERE v.is_current = 1 AND \(sql: shelf.films.condition)
                AND v.has_captions = 1 AND \(sql: shelf.watchable)
            ORDER BY v.book_id LIMIT \(Self.mostLookedAt)
            """
        ) { ID(try $0.int(0)) }
    }
}
