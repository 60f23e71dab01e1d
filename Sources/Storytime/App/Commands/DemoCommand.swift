import Glibc
import SQLite

extension Command {
    static let demo = Command(
        name: "demo",
        usage: "[--password-stdin] [--without-stories] [--remove]",
        summary:
            "Adds \(DemoBooks.all.count) real picture books, \(DemoStories.all.count) stories to play and "
            + "two made-up families.",
        details: [
            "The books are active, with publishers, ages, languages, descriptions and worldwide",
            "rights. The stories are old rhymes and fables that ffmpeg draws and speaks, which takes",
            "half a minute. They are episodes of one of \(DemoSeries.all.count) made-up series. The families have",
            "three children, who have watched for \(Demo.watchedDays) days; the first one has",
            "\(DemoPhoto.all.count) photos, which ffmpeg draws, too.",
            "A parent of the first one signs in with a password that is printed once.",
            "What already exists is left alone, so you can run it again; deleted categories stay",
            "deleted.",
            "",
            "--password-stdin   gives each family a parent who signs in with the password on the",
            "                   first line of standard input",
            "--without-stories  leaves out the stories to play and the photos",
            "--remove           erases the demo families with their viewing history and photos; the",
            "                   books and stories stay",
        ]
    ) { invocation in
        try invocation.expectOnly(
            options: [],
            flags: ["password-stdin", "without-stories", "remove"]
        )
        let asksForPassword = invocation.hasFlag("password-stdin")
        guard !invocation.hasFlag("remove") else {
            if asksForPassword { throw UsageError("--remove needs no password") }
            return try removeDemo(invocation)
        }
        let typed = asksForPassword ? try readPassword(invocation) : nil
        let database = try prepareDatabase(invocation)
        let demo = Demo(database: database, now: Int(time(nil)))
        let books = try demo.addBooks()
        Console.print(
            books == 0
                ? "The demo books already exist."
                : "Added \(Counted.text(books, "book", "books")) with their categories."
        )
        try addFamilies(demo, typed)
        guard !invocation.hasFlag("without-stories") else { return try addSeries(demo) }
        try addFilms(demo, invocation.configuration)
        // What is watched of them is watched of the series.
        try addSeries(demo)
        try demo.shelveFilms()
        let photos = try demo.addPhotos(invocation.configuration)
        if photos > 0 { Console.print("Added \(Counted.text(photos, "photo", "photos")).") }
    }

    /// Adds the families, and says who signs in how: nobody can look that up later.
    private static func addFamilies(_ demo: Demo, _ typed: String?) throws {
        let password = try typed ?? WrittenCode.make()
        let hash = try PasswordHash(password: password)
        guard try demo.addFamilies(typed == nil ? .first(hash) : .everybody(hash)) > 0 else {
            return Console.print("The demo families already exist.")
        }
        for (index, household) in Demo.households.enumerated() {
            let signsIn = typed != nil || index == 0
            let email = signsIn ? "; \(household.parent.email) signs in" : ""
            let secret = signsIn && typed == nil ? " with the password \(password)" : ""
            Console.print("Added “\(household.name)”\(email)\(secret).")
        }
    }

    /// Adds the films, or says why there are none: the rest of the demo works without them.
    private static func addFilms(_ demo: Demo, _ configuration: Configuration) throws {
        do {
            let films = try demo.addFilms(configuration) { Console.error($0) }
            Console.print(
                films == 0
                    ? "The demo stories already exist."
                    : "Added \(Counted.text(films, "story", "stories")) to play."
            )
        } catch let missing as DemoStudio.Missing {
            Console.print("There are no stories to play: \(missing).")
            Console.print("Once that has changed, run `storytime demo` again to add them.")
        }
    }

    /// After the stories, which are some of their episodes.
    private static func addSeries(_ demo: Demo) throws {
        let series = try demo.addSeries()
        Console.print(
            series == 0 ? "The demo series already exist." : "Added \(series) series with episodes."
        )
    }

    private static func removeDemo(_ invocation: Invocation) throws {
        let database = try prepareDatabase(invocation)
        let removed = try Demo(database: database, now: Int(time(nil))).removeFamilies()
        Console.print("Erased \(Counted.text(removed, "demo family", "demo families")).")
    }
}

/// Fills a catalog for trying things out.
struct Demo {
    let database: Database
    let now: Int
    /// Those that become films.
    var stories = DemoStories.all

    /// Adds the missing books, all of them or none; returns how many there were.
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
                    categories: Set(book.categories.compactMap { byName[Folding.fold($0)] }),
                    details: BookDetails(series: book.series, seriesNumber: book.seriesNumber)
                )
                _ = try books.insert(draft, by: .commandLine)
                added += 1
            }
            try addRights()
            return added
        }
    }

    /// The publisher of that name, created if missing.
    func publisher(_ name: String) throws -> ID<Publisher> {
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
