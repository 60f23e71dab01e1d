import Glibc
import SQLite

extension Command {
    static let demo = Command(
        name: "demo",
        usage: "[--data FOLDER]",
        summary:
            "Adds \(DemoBooks.all.count) real picture books to the catalog, to try things with.",
        details: [
            "They are active, with publishers, ages, languages, descriptions and worldwide rights.",
            "Books that are there already are left alone, so it may be run again; categories that",
            "were deleted stay deleted.",
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
            let byName = Dictionary(
                uniqueKeysWithValues: categories.map { (Folding.fold($0.name), $0.id) }
            )
            let books = BookStore(database: database, now: now)
            var added = 0
            for book in DemoBooks.all where try !isThere(book) {
                let draft = Book.Draft(
                    title: book.title,
                    author: book.author,
                    description: book.description,
                    ages: book.ages,
                    language: book.language,
                    publisher: try publisher(book.publisher),
                    status: book.status,
                    categories: Set(book.categories.compactMap { byName[Folding.fold($0)] })
                )
                _ = try books.insert(draft, by: .commandLine)
                added += 1
            }
            try addRights()
            return added
        }
    }

    /// The publisher of that name, made where there is none.
    private func publisher(_ name: String) throws -> ID<Publisher> {
        let publishers = PublisherStore(database: database, now: now)
        let found = try publishers.find(named: name)
        return try found?.id ?? publishers.insert(.init(name: name), by: .commandLine).id
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
