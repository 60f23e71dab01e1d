import Glibc
import SQLite

extension Command {
    static let demo = Command(
        name: "demo",
        usage: "[--password-stdin] [--remove]",
        summary:
            "Adds \(DemoBooks.all.count) real picture books and two made-up families, to try things with.",
        details: [
            "The books are active, with publishers, ages, languages, descriptions and worldwide",
            "rights. The families have three children, who have watched for \(Demo.watchedDays) days.",
            "Existing books and families are left alone, so you can run it again; deleted",
            "categories stay deleted.",
            "",
            "--password-stdin  gives each family a parent who signs in with the password on the",
            "                  first line of standard input; without it, an admin invites them",
            "--remove          erases the demo families and their viewing history; the books stay",
        ]
    ) { invocation in
        try invocation.expectOnly(options: [], flags: ["password-stdin", "remove"])
        let asksForPassword = invocation.hasFlag("password-stdin")
        guard !invocation.hasFlag("remove") else {
            if asksForPassword { throw UsageError("--remove needs no password") }
            return try removeDemo(invocation)
        }
        let password =
            asksForPassword ? try PasswordHash(password: readPassword(invocation)) : nil
        let database = try prepareDatabase(invocation)
        let demo = Demo(database: database, now: Int(time(nil)))
        let books = try demo.addBooks()
        Console.print(
            books == 0
                ? "The demo books already exist."
                : "Added \(Counted.text(books, "book", "books")) with their categories."
        )
        guard try demo.addFamilies(password: password) > 0 else {
            return Console.print("The demo families already exist.")
        }
        for household in Demo.households {
            let signsIn = password == nil ? "" : "; \(household.parent.email) signs in"
            Console.print("Added “\(household.name)”\(signsIn).")
        }
    }

    private static func removeDemo(_ invocation: Invocation) throws {
        let database = try prepareDatabase(invocation)
        let removed = try Demo(database: database, now: Int(time(nil))).removeFamilies()
        Console.print("Erased \(Counted.text(removed, "demo family", "demo families")).")
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
