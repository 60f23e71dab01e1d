import Glibc
import SQLite
import Server

/// The films of the demo: short stories of our own making, so that there is something to play.
extension Demo {
    /// Makes the films that are missing, each with its book; returns how many. A book that somebody
    /// has deleted stays deleted.
    func addFilms(_ configuration: Configuration, tell: (String) -> Void) throws -> Int {
        let missing = try stories.filter { try book(of: $0) == nil }
        guard !missing.isEmpty else { return 0 }
        let studio = try DemoStudio(missing, configuration)
        if !studio.hasFont { tell("There is no font, so the films have no titles.") }
        for start in stride(from: 0, to: missing.count, by: DemoStudio.filmsAtOnce) {
            let stories = missing[start...].prefix(DemoStudio.filmsAtOnce)
            for (index, story) in zip(stories.indices, stories) {
                tell("Making story \(index + 1) of \(missing.count): “\(story.title)”")
            }
            for film in try studio.make(Array(stories)) { try add(film, configuration) }
        }
        return missing.count
    }

    /// The films that can be watched.
    func films() throws -> [ID<Book>] {
        try stories.compactMap { try book(of: $0) }.filter { id in
            try database.first(
                """
                SELECT 1 FROM books AS b CROSS JOIN video_assets AS a ON a.book_id = b.id
                WHERE b.id = \(id.value) AND b.deleted_at IS NULL AND a.is_current = 1
                    AND a.status = 'ready'
                """
            ) { _ in true } ?? false
        }
    }

    /// Its book, which may be in the bin.
    private func book(of story: DemoStory) throws -> ID<Book>? {
        try database.first(
            """
            SELECT id FROM books WHERE title_key = \(Folding.fold(story.title))
                AND author_key = \(Folding.fold(story.author)) ORDER BY id LIMIT 1
            """
        ) { ID<Book>(try $0.int(0)) }
    }

    /// Adds a book with its film, as if someone had brought both: all of it or nothing.
    private func add(_ film: DemoStudio.Film, _ configuration: Configuration) throws {
        let story = film.story
        let videos = VideoStore(database: database, now: now)
        let folder = VideoFolder(configuration)
        try database.write {
            let book = try insert(story)
            let draft = VideoAsset.Draft(
                provider: .local,
                bookID: book.id,
                source: "\(Slug.suggested(for: story.title, fallback: "story")).mp4"
            )
            let asset = try videos.insert(draft, by: .commandLine)
            try videos.begin(asset.id)
            let files = try film.video.named(for: asset.id)
            for file in files.all { try DurableFile.sync(file.path) }
            _ = try videos.keepTexts(of: film.video, as: asset.id, in: folder)
            _ = try videos.publish(film.video, files, as: asset.id)
            try folder.take(files.all)
            let covers = CoverStore(
                database: database,
                now: now,
                folder: CoverFolder(configuration)
            )
            let version = try BookStore(database: database, now: now).find(book.id).version
            let jobs = JobStore(database: database, now: now)
            _ = try covers.update(
                book.id,
                version: version,
                .picture(film.cover),
                by: .commandLine
            ) { try CoverSizing.queue($0, configuration, jobs) }
        }
    }

    private func insert(_ story: DemoStory) throws -> Book {
        let categories = try CategoryStore(database: database, now: now).all()
        let book = try BookStore(database: database, now: now).insert(
            Book.Draft(
                title: story.title,
                author: story.author,
                description: story.description,
                ages: DemoStory.ages,
                language: DemoStory.language,
                publisher: try publisher(DemoStory.publisher),
                status: .active,
                categories: Set(
                    categories.filter { story.categories.contains($0.name) }.map(\.id)
                )
            ),
            by: .commandLine
        )
        try addRights(to: [book.id])
        return book
    }
}
