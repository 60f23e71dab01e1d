import HTTP
import Quill
import Server

/// What a device in Kids Mode asks for to keep the stories that are packed for the journey of the child
/// who watches on it: a list of them, their films, and the shelf that it shows without a network. Its
/// worker (`Public/kids-worker`) does the rest.
enum KidsJourneyPages {
    static let path = "/kids/journey"

    static let routes: [Route] = [
        // How large files are, a disk says.
        get("/kids/journey", for: .child, lane: .worker, manifest),
        post("/kids/journey", for: .child, report),
        get("/kids/journey/shelf", for: .child, shelf),
        get("/kids/kept/{id}/film", for: .child, lane: .worker, film),
    ]

    /// What the worker makes of these is answered by itself, wherever it has it.
    static func keptHref(_ book: ID<Book>, _ name: String) -> String {
        "/kids/kept/\(book)/\(name)"
    }

    /// What is to be kept, and until when. Whatever isn't in it goes.
    static func manifest(_ visit: Visit) throws -> Response {
        let library = try visit.kidsLibrary()
        let stories = try visit.packed(of: library).compactMap { try story($0, library, visit) }
        let manifest = JourneyManifest(child: library.child.id, now: visit.now, stories: stories)
        return Response(json: JSONWriter.bytes { $0.record(manifest) })
    }

    private static func story(_ book: ShelvedBook, _ library: KidsLibrary, _ visit: Visit) throws
        -> JourneyManifest.Story?
    {
        let id = book.item.book
        guard let film = try visit.journeyFilm(of: id),
            let bytes = VideoFolder(visit.site.configuration).size(of: film.file), bytes > 0
        else { return nil }
        let (shelved, asset, playback) = try library.film(of: id, visit)
        let end = try visit.rightsEnd(of: asset, for: .kids(library))
        return JourneyManifest.Story(
            book: id,
            film: film,
            bytes: bytes,
            until: min(visit.now + JourneyStore.keptSeconds, end ?? .max),
            cover: shelved.summary.book.cover.flatMap(JourneyManifest.address),
            story: KidsStory(
                shelved,
                asset,
                playback,
                try visit.seriesCaptions.memory(of: library.child.id, for: id),
                // The next one may not be there.
                following: nil
            )
        )
    }

    /// The film that devices keep, in ranges.
    static func film(_ visit: Visit, _ book: ID<Book>) throws -> Response {
        _ = try visit.kidsLibrary().film(of: book, visit)
        guard let film = try visit.journeyFilm(of: book) else { throw Failure.notFound }
        return try VideoFolder(visit.site.configuration)
            .response(film.file, as: film.mediaType, to: visit.request)
    }

    /// The shelf of what is packed. It has nobody's name, because it stays on the device.
    static func shelf(_ visit: Visit) throws -> Response {
        let library = try visit.kidsLibrary()
        let keepable = try visit.packed(of: library)
        return try visit.page(KidsJourneyPage(child: library.child, stories: keepable))
    }

    /// Takes what a device says that it keeps.
    static func report(_ visit: Visit) throws -> Response {
        let library = try visit.kidsLibrary()
        let device = library.device
        let quota = visit.site.rateLimit.count("device \(device.id)", now: visit.now)
        let wait = quota?.waitSeconds ?? 0
        guard wait == 0 else { throw APIFailure.tooManyRequests(retryAfterSeconds: wait) }
        let sent = try Sent<SentJourneyReport>(visit: visit).read()
        try visit.journeys.note(sent.report, of: device, for: library.child.id)
        return Response(status: 204)
    }
}

extension Visit {
    /// What is packed of a child's library and can be watched and kept today.
    fileprivate func packed(of library: KidsLibrary) throws -> [ShelvedBook] {
        let books = try journeys.packed(by: library.child.id)
        let keepable = try journeys.keepable(among: books)
        return try books.compactMap { book in
            guard keepable.contains(book) else { return nil }
            do {
                return try library.find(book)
            } catch Failure.notFound {
                return nil
            }
        }
    }
}

/// What a device is to keep.
struct JourneyManifest: JSONRecord {
    let child: ID<Child>
    let now: Int
    let stories: [Story]

    struct Story: JSONRecord {
        let book: ID<Book>
        let film: JourneyFilm
        let bytes: Int
        let until: Int
        let cover: String?
        let story: KidsStory

        static let json: [JSONField<Story>] = [
            .integer("book", "The id of the book.") { $0.book.value },
            .text("film", "The address of the film, to be read in ranges.") {
                KidsJourneyPages.keptHref($0.book, "film")
            },
            .text("type", "Its content type.") { $0.film.mediaType },
            .integer("bytes", "Its size.") { $0.bytes },
            .text("version", "What changes with the film: its entity tag.") { $0.film.file },
            .integer("until", "When it is deleted, unless it is listed again.") { $0.until },
            .optionalText("cover", "The address of its cover, if that is here.") { $0.cover },
            .optionalRecord("story", "What the player needs of it.") { $0.story },
        ]
    }

    static let json: [JSONField<JourneyManifest>] = [
        .integer("child", "The id of the child.") { $0.child.value },
        .integer("now", "What time it is here.") { $0.now },
        .list("stories", "The stories, in the order in which they are fetched.") { $0.stories },
    ]

    /// Where the picture of a cover is, in the largest size that shelves use; nil if it is elsewhere,
    /// and the drawn one stands for it.
    static func address(of cover: Book.Cover) -> String? {
        guard case .file(let key, _, _, let isSized) = cover, let name = CoverName(key: key) else {
            return nil
        }
        return (isSized ? name.sized(.large) : name).href
    }
}

/// What a device sends of what it keeps.
struct SentJourneyReport: JSONContent {
    let report: JourneyReport

    init?(_ fields: inout JSONFields) {
        var stories: [ID<Book>: JourneyReport.State] = [:]
        for story in fields.objects("stories", count: 0...JourneyStore.maximumStories) {
            var story = story
            let book: ID<Book>? = story.id("book")
            let state = story.choice("state", JourneyReport.State.self)
            fields.take(story)
            if let book, let state { stories[book] = state }
        }
        let free = fields.integer("free_bytes", 0...(1 << 53), .optional)
        report = JourneyReport(stories: stories, freeBytes: free)
    }

    static let meanings = [
        "stories": "The stories that it is to keep.",
        "stories.book": "The id of the book.",
        "stories.state": "Whether it is there.",
        "free_bytes": "The room that is left.",
    ]

    static let example = #"{"stories": [{"book": 1, "state": "kept"}], "free_bytes": 1000000}"#
}

/// The shelf that a device keeps, shown without a network.
struct KidsJourneyPage: PageForKids, PageWithCovers, PageWithVideo {
    static let template = "family/kids/journey.html"

    let child: Child
    let stories: [ShelvedBook]

    static let fields: [Field<KidsJourneyPage>] = [
        .optionalText("manifest_href") { _ in nil },
        .bool("speaks_titles") { $0.child.settings.speaksTitles },
        .bool("has_reduced_motion") { $0.child.settings.hasReducedMotion },
        .list("stories") { $0.stories.map { KidsTile(shelved: $0, isKept: true) } },
        // Words and the page to read along need the server.
        .record("stage") { KidsStage(child: $0.child, isRead: true) },
    ]
}
