import Quill
import SQLite

/// What refers to books and is removed with them for good, in words, for the question beforehand.
///
/// A feature that refers to books adds its lines here. In the bin itself books keep everything.
struct BookReferences {
    let database: Database

    /// What is removed with one book.
    func of(_ book: Book) throws -> [ReferenceLine] {
        let categories = try BookStore(database: database, now: 0).categories(of: book.id)
        var lines: [String] = []
        if !categories.isEmpty {
            let names = categories.map(\.name).joined(separator: ", ")
            lines.append(
                "Its place in \(Counted.text(categories.count, "category", "categories")): \(names)"
            )
        }
        let windows = try number(
            "SELECT count(*) FROM rights_windows WHERE book_id = \(book.id.value)"
        )
        if windows > 0 {
            lines.append("Its " + Counted.text(windows, "rights window", "rights windows"))
        }
        let videos: SQL =
            "SELECT count(*) FROM video_assets AS v WHERE v.book_id = \(book.id.value)"
        if let line = try line(ofVideos: videos, "Its") { lines.append(line) }
        let libraries = try number(
            "SELECT count(*) FROM library_items WHERE book_id = \(book.id.value)"
        )
        if libraries > 0 {
            lines.append("Its place in " + Counted.text(libraries, "library", "libraries"))
        }
        switch book.cover {
        case .file: lines.append("Its cover picture")
        case .address: lines.append("The address of its cover (the picture stays)")
        case nil: break
        }
        return lines.map { ReferenceLine(text: $0) }
    }

    /// What is removed with everything in the bin.
    func ofBin() throws -> [ReferenceLine] {
        let links = try number(
            """
            SELECT coalesce(sum(category_count), 0) FROM books WHERE deleted_at IS NOT NULL
            """
        )
        let covers = try number(
            """
            SELECT count(DISTINCT cover_key) FROM books
            WHERE deleted_at IS NOT NULL AND cover_key IS NOT NULL
            """
        )
        let windows = try number(
            """
            SELECT count(*) FROM books AS b CROSS JOIN rights_windows AS w ON w.book_id = b.id
            WHERE b.deleted_at IS NOT NULL
            """
        )
        let libraries = try number(
            """
            SELECT count(*) FROM books AS b CROSS JOIN library_items AS i ON i.book_id = b.id
            WHERE b.deleted_at IS NOT NULL
            """
        )
        var lines: [String] = []
        if links > 0 {
            lines.append("Their " + Counted.text(links, "place", "places") + " in categories")
        }
        if windows > 0 {
            lines.append("Their " + Counted.text(windows, "rights window", "rights windows"))
        }
        let videos: SQL = """
            SELECT count(*) FROM books AS b CROSS JOIN video_assets AS v ON v.book_id = b.id
            WHERE b.deleted_at IS NOT NULL
            """
        if let line = try line(ofVideos: videos, "Their") { lines.append(line) }
        if libraries > 0 {
            lines.append("Their " + Counted.text(libraries, "place", "places") + " in libraries")
        }
        if covers > 0 {
            lines.append(Counted.text(covers, "cover picture", "cover pictures"))
        }
        return lines.map { ReferenceLine(text: $0) }
    }

    /// Files on this server are removed with their book; Mux keeps its own.
    private func line(ofVideos videos: SQL, _ whose: String) throws -> String? {
        let count = try number(
            "\(sql: videos) AND v.provider = 'local' AND v.deleted_at IS NULL"
        )
        guard count > 0 else { return nil }
        return "\(whose) \(Counted.text(count, "video", "videos")) on this server"
    }

    private func number(_ sql: SQL) throws -> Int {
        try database.first(sql) { try $0.int(0) } ?? 0
    }
}

/// One thing that is removed with a book.
struct ReferenceLine: Record, Equatable {
    let text: String

    static let fields: [Field<ReferenceLine>] = [.text("text") { $0.text }]
}
