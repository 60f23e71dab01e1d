import HTTP
import Quill
import Server

/// Reading along in Kids Mode, for children whose parents allow it: the film, and the line that is
/// said in large letters. Nothing here changes anything but what is watched.
enum KidsReadingPages {
    static let routes: [Route] = [
        get("/kids/read/{id}", for: .child, lane: .worker, show),
        get("/kids/read/{id}/cues/{file}", for: .child, lane: .worker, cues),
    ]

    static func href(_ book: ID<Book>) -> String { "/kids/read/\(book)" }

    static func show(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let (library, tracks) = try visit.kidsReading(id)
        let (shelved, asset, playback) = try library.film(of: id, visit)
        guard
            let track = ReadingTracks.first(
                of: try tracks.all(),
                named: nil,
                language: shelved.summary.book.language
            )
        else { throw Failure.notFound }
        return try visit.page(
            KidsReadingPage(
                child: library.child,
                story: KidsStory(
                    shelved,
                    asset,
                    playback,
                    nil,
                    following: nil,
                    // What was just played is not known here yet.
                    at: visit.query().moment
                ),
                book: id,
                track: track,
                speed: try visit.reading.speed(of: .child(library.child.id), in: id)
            )
        )
    }

    static func cues(_ visit: Visit, _ id: ID<Book>, _ file: ReadingLinesFile) throws -> Response {
        try visit.lines(of: file.track, visit.kidsReading(id).tracks)
    }
}

extension Visit {
    /// What a child reads along; not found where parents don't allow it, or there is nothing to play.
    fileprivate func kidsReading(_ id: ID<Book>) throws -> (
        library: KidsLibrary, tracks: ReadingTracks
    ) {
        let library = try kidsLibrary()
        guard library.child.settings.mayReadAlong else { throw Failure.notFound }
        let (_, asset, _) = try library.film(of: id, self)
        return (library, ReadingTracks(of: asset, id, for: library.device.family.id, self))
    }
}

/// A story to read along, for a child.
struct KidsReadingPage: PageForKids, PageWithVideo {
    static let template = "family/reading/kids.html"

    let child: Child
    let story: KidsStory
    let book: ID<Book>
    let track: ReadingTrack
    /// What was chosen for the child, by a parent who read along.
    let speed: ReadingSpeed

    static let fields: [Field<KidsReadingPage>] = [
        .optionalText("manifest_href") { "/kids/manifest/\($0.child.id)" },
        .bool("has_reduced_motion") { $0.child.settings.hasReducedMotion },
        .text("title") { $0.story.shelved.summary.book.title },
        .record("stage") { KidsStage(child: $0.child, story: $0.story, isRead: true) },
        .text("cues_href") { page in
            "\(KidsReadingPages.href(page.book))/cues/\(page.track.name).json"
        },
        .text("language") { $0.track.language },
        .text("speed") { $0.speed.text },
    ]
}
