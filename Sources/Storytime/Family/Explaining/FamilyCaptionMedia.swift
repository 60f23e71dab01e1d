import HTTP
import Server

/// A family's own captions as players load them, those of Kids Mode too.
enum FamilyCaptionMedia {
    static let routes: [Route] = [
        // It is read and written anew for each player, which takes longer than a page.
        get("/media/stories/{book}/captions/{id}", for: .signedIn, lane: .worker, file)
            .sharedWithChildren()
    ]

    static func href(_ book: ID<Book>, _ id: ID<FamilyCaptions>) -> String {
        "/media/stories/\(book)/captions/\(id)"
    }

    /// The track of the family that looks, of a story that it may watch.
    static func file(_ visit: Visit, _ book: ID<Book>, _ id: ID<FamilyCaptions>) throws -> Response
    {
        let viewer = try visit.viewer()
        guard let family = viewer.family, let video = try visit.videos.current(of: book),
            try viewer.mayWatch(video)
        else { throw Failure.notFound }
        let track = try visit.familyCaptions.find(id, of: family, in: .story(book))
        return Response(
            headers: Headers([
                ("Content-Type", "text/vtt; charset=utf-8"),
                ("Cache-Control", "private, no-cache"),
            ]),
            body: .bytes(
                CaptionDocument.webVTT(
                    try visit.familyCaptions.document(track.id),
                    seconds: video.durationSeconds
                )
            )
        )
    }
}

extension Visit {
    /// What a family brought for the story that a video belongs to.
    func familyTracks(of video: VideoAsset, for viewer: Viewer) throws -> [Playback.Track] {
        guard let family = viewer.family, let book = video.bookID else { return [] }
        return try familyCaptions.list(of: .story(book), family).map { track in
            Playback.Track(
                href: FamilyCaptionMedia.href(book, track.id),
                kind: .subtitles,
                language: track.language,
                label: track.name
            )
        }
    }
}
