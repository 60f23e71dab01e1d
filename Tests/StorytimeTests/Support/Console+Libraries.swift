import SQLite
import Server
import Testing

@testable import Storytime

/// Libraries and stories to try things with.
extension Console {
    var libraries: LibraryStore { LibraryStore(database: database, now: time.now) }

    func shelf(of family: ID<Family>) throws -> FamilyShelf {
        let family = try families.find(family)
        return FamilyShelf(
            family: family.id,
            rights: try .of(family.territory, family.today(time.now).iso),
            timeZone: family.timeZone,
            database: database
        )
    }

    /// A book that everybody may see today.
    @discardableResult
    func addStory(
        _ title: String,
        by author: String = "",
        ages: AgeRange = AgeRange(),
        in categories: [Category] = [],
        from publisher: Publisher? = nil,
        language: String? = nil
    ) throws -> Book {
        let book = try books.insert(
            .init(
                title: title,
                author: author,
                ages: ages,
                language: language,
                publisher: publisher?.id,
                status: .active,
                categories: Set(categories.map(\.id))
            ),
            by: .commandLine
        )
        try addWindow(book.id)
        return book
    }

    func endRights(_ book: ID<Book>) throws {
        try database.execute("DELETE FROM rights_windows WHERE book_id = \(book.value)")
    }

    @discardableResult
    func addToLibrary(_ books: [ID<Book>], of child: Child) throws -> LibraryChange? {
        try libraries.add(books, to: child.id, of: shelf(of: child.family), by: .commandLine)
    }

    /// A video that can be played.
    func addReadyVideo(_ book: ID<Book>, seconds: Int?, hasCaptions: Bool = false) throws {
        try database.write {
            try database.execute(
                """
                INSERT INTO video_assets (book_id, provider, is_current, chosen_at, status,
                    duration_seconds, has_captions, news_at, created_at, updated_at)
                VALUES (\(book.value), 'local', 1, \(time.now), 'ready', \(seconds),
                    \(hasCaptions), \(time.now), \(time.now), \(time.now))
                """
            )
            try BookIndex(database: database).refresh("SELECT \(book.value)")
        }
    }

    /// A child watches a story up to a place.
    func play(_ book: ID<Book>, by child: Child, until seconds: Int?) throws {
        try database.execute(
            """
            UPDATE library_items
            SET last_position_seconds = \(seconds), last_played_at = \(time.now)
            WHERE child_id = \(child.id.value) AND book_id = \(book.value)
            """
        )
    }

    /// The titles of a library, in an order.
    func library(of child: Child, _ sort: LibrarySort = .added) throws -> [String] {
        let list = LibraryList(
            database: database,
            shelf: try shelf(of: child.family),
            child: child.id
        )
        return try list.page(sort, limit: 100, offset: 0).map(\.summary.book.title)
    }

    func continued(by child: Child) throws -> [String] {
        let list = LibraryList(
            database: database,
            shelf: try shelf(of: child.family),
            child: child.id
        )
        return try list.continued(now: time.now).map(\.summary.book.title)
    }
}

extension Console {
    /// Gives a book a picture for its cover.
    func keepCover(of book: Book) throws -> CoverName {
        let image = try ImageFile(Pictures.first(.png))
        let covers = CoverStore(
            database: database,
            now: time.now,
            folder: CoverFolder(site.configuration)
        )
        _ = try covers.update(book.id, version: book.version, .picture(image), by: .commandLine)
        return try CoverName(image)
    }

    /// The same under a name that a test chose, in every size, whatever is in it.
    func keepCover(of book: Book, named name: CoverName) throws {
        let folder = CoverFolder(site.configuration)
        try Program.makeDataFolders(site.configuration)
        try Folder.make(folder.path)
        for name in [name] + CoverSize.allCases.map(name.sized) {
            try DurableFile.write(Array(book.title.utf8), to: folder.path(of: name))
        }
        try database.execute(
            """
            UPDATE books SET cover_key = \(name.description), cover_width = 2, cover_height = 3
            WHERE id = \(book.id.value)
            """
        )
    }

    /// Gives a book a video that is kept here, with everything that is made of one. What is in the
    /// files nobody asks.
    @discardableResult
    func keepFilm(of book: Book, _ status: VideoAsset.Status = .ready) throws -> VideoAsset {
        try Program.makeDataFolders(site.configuration)
        let id = try addAsset(status, of: book, by: .local, seconds: 340).id
        let names = ["v.mp4", "p.webp", "s.webp", "s.vtt", "c.vtt"].map { "\(id)-\($0)" }
        for name in names {
            try DurableFile.write(Array("Once upon a time".utf8), to: videoFolder.path(of: name))
        }
        try database.execute(
            """
            UPDATE video_assets SET file_key = \(names[0]), poster_key = \(names[1]),
                storyboard_key = \(names[2]) WHERE id = \(id.value)
            """
        )
        try addCaptions(to: id)
        try database.execute(
            """
            UPDATE caption_tracks SET file_key = \(names[4]), mux_track_id = NULL
            WHERE asset_id = \(id.value)
            """
        )
        return try videos.find(id)
    }

    /// The addresses of all that is made of such a video.
    func files(of film: VideoAsset) throws -> [String] {
        let captions = try videos.captions(of: film.id).map { VideoFileName.captions($0.id) }
        let names = [.video(.mp4), .poster, .storyboard, .storyboardTimes] + captions
        return names.map { "/media/videos/\(film.id)/\($0)" }
    }
}
