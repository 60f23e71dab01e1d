import Glibc
import SQLite

extension Command {
    static let demo = Command(
        name: "demo",
        usage: "[--data FOLDER]",
        summary:
            "Adds \(DemoBooks.all.count) real picture books to the catalog, to try things with.",
        details: [
            "Books that are there already are left alone, so it may be run again; categories that",
            "were deleted stay deleted. Those without any rights get worldwide ones.",
        ]
    ) { invocation in
        try invocation.expectNothing()
        let database = try prepareDatabase(invocation.configuration, WriteTurn())
        let added = try Demo(database: database, now: Int(time(nil))).addBooks()
        Console.print(
            added == 0
                ? "The demo's books are there already."
                : "Added \(Counted.text(added, "book", "books")) with their categories."
        )
    }
}

/// Fills a catalog to try things with.
struct Demo {
    let database: Database
    let now: Int

    /// Adds the books that aren't there yet, all of them or none; how many it were.
    func addBooks() throws -> Int {
        try database.write {
            let categories = try CategoryStore(database: database, now: now).all()
            let bySlug = Dictionary(uniqueKeysWithValues: categories.map { ($0.slug, $0.id) })
            let books = BookStore(database: database, now: now)
            var added = 0
            for book in DemoBooks.all where try !isThere(book) {
                let ids = book.categorySlugs.compactMap { bySlug[$0] }
                _ = try books.insert(
                    Book.Draft(title: book.title, author: book.author, categories: Set(ids)),
                    by: .commandLine
                )
                added += 1
            }
            try addRights()
            return added
        }
    }

    private func isThere(_ book: DemoBooks.Book) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM books WHERE title_key = \(Folding.fold(book.title))
                AND author_key = \(Folding.fold(book.author))
            """
        ) { _ in true } ?? false
    }
}
