import HTTP
import Quill
import Received
import Server

/// Videos at addresses with the words that a family brought for them: for parents alone, and nobody's
/// viewing.
enum WebVideoPages {
    static let routes: [Route] = [
        // On a worker: captions are unpacked.
        get("/watch/web/{id}", for: .parent, lane: .worker, show),
        get("/watch/web/{id}/film", for: .parent, film),
        get("/watch/web/{id}/picture", for: .parent, picture),
        get("/watch/web/{id}/cues/{file}", for: .parent, lane: .worker, cues),
        post("/watch/web/{id}/place", for: .parent, keepPlace),
        post("/watch/web/{id}/speed", for: .parent, keepSpeed),
        post("/watch/web/{id}/remove", for: .parent, remove),
        post("/watch/web/{id}/restore", for: .parent, restore),
    ]

    static func href(_ id: ID<WebVideo>) -> String { "/watch/web/\(id)" }

    static func show(_ visit: Visit, _ id: ID<WebVideo>) throws -> Response {
        let video = try visit.webVideo(id)
        guard video.kind != .youTube || visit.site.configuration.addresses.allowsYouTube else {
            return try visit.redirect(
                to: OpenPages.path,
                notice: Flash(
                    .info,
                    "Videos on YouTube can’t be opened here. The person who runs this server can allow them."
                )
            )
        }
        try visit.noteOpened(.web(id))
        let reading = try reading(visit, video)
        guard video.kind == .youTube else { return try visit.page(WebVideoPage(watch: reading)) }
        guard let key = YouTubeAddress.id(of: video.url) else { throw Failure.notFound }
        return try visit.page(
            YouTubePage(watch: reading, key: key, origin: visit.origin?.description ?? "")
        )
    }

    private static func reading(_ visit: Visit, _ video: WebVideo) throws -> WebReading {
        guard let user = visit.session?.user.id else { throw Failure.notSignedIn }
        let query = try visit.query()
        let texts = visit.tracks(of: video)
        let tracks = try texts.all()
        let name = { (field: String) in
            query.text(field).flatMap { TrackName(pathSegment: $0[...]) }
        }
        let track = ReadingTracks.first(of: tracks, named: name("track"), language: nil)
        let second = tracks.first { $0.name == name("second") && $0 != track }
        let shown = try track.map { try texts.lines(of: $0) } ?? LinesOnPage([])
        let left = try visit.webVideos.place(of: user, in: video.id)
        let place = LibraryItem.place(left.seconds, in: video.seconds)
        return WebReading(
            video: video,
            tracks: tracks,
            track: track,
            second: second,
            shown: shown,
            seconds: try second.map {
                ReadingLine.pair(shown.lines, with: try texts.lines(of: $0).lines)
            } ?? [],
            start: query.moment ?? place,
            speed: left.speed,
            steps: try PlaylistSteps(.web(video.id), visit, visit.family()),
            tools: try visit.readingTools()
        )
    }

    /// Where the film is, at an address of ours that stays, as a story's has.
    static func film(_ visit: Visit, _ id: ID<WebVideo>) throws -> Response {
        let video = try visit.webVideo(id)
        guard video.kind != .youTube else { throw Failure.notFound }
        return Response(status: 302, headers: ["Location": video.url])
    }

    static func picture(_ visit: Visit, _ id: ID<WebVideo>) throws -> Response {
        let video = try visit.webVideo(id)
        guard let picture = try visit.webVideos.picture(of: video.id) else {
            throw Failure.notFound
        }
        return ImageFile.response(picture.format, picture.bytes)
    }

    static func cues(_ visit: Visit, _ id: ID<WebVideo>, _ file: ReadingLinesFile) throws
        -> Response
    {
        let texts = visit.tracks(of: try visit.webVideo(id))
        guard let track = try texts.all().first(where: { $0.name == file.track }) else {
            throw Failure.notFound
        }
        return try visit.tagged(
            ReadingLines(track: track, lines: texts.lines(of: track).lines).json
        )
    }

    // MARK: What is kept

    static func keepPlace(_ visit: Visit, _ id: ID<WebVideo>) throws -> Response {
        let video = try visit.webVideo(id)
        guard let typed = try visit.fields().decimal("seconds"),
            (0...Double(UsageEvent.maximumPositionSeconds)).contains(typed)
        else { throw Failure.badRequest("“seconds” must be a place in the video.") }
        guard let user = visit.session?.user.id else { throw Failure.notSignedIn }
        try visit.webVideos.setPlace(
            min(Int(clamping: typed), video.seconds ?? .max),
            of: user,
            in: id
        )
        return Response(status: 204)
    }

    static func keepSpeed(_ visit: Visit, _ id: ID<WebVideo>) throws -> Response {
        let video = try visit.webVideo(id)
        guard let speed = try visit.fields().text("speed").flatMap(ReadingSpeed.init) else {
            throw Failure.badRequest("“speed” must be a number from 0.5 to 2, in quarters.")
        }
        guard let user = visit.session?.user.id else { throw Failure.notSignedIn }
        try visit.webVideos.setSpeed(speed, of: user, in: video.id)
        return Response(status: 204)
    }

    // MARK: Removing

    static func remove(_ visit: Visit, _ id: ID<WebVideo>) throws -> Response {
        let video = try visit.webVideos.remove(id, of: visit.family().family.id)
        return try visit.redirect(
            to: OpenPages.path,
            notice: Flash(.good, "“\(video.title)” removed.", undo: "\(href(id))/restore")
        )
    }

    static func restore(_ visit: Visit, _ id: ID<WebVideo>) throws -> Response {
        let isBack = try visit.webVideos.restore(id, of: visit.family().family.id)
        return try visit.redirect(
            to: OpenPages.path,
            notice: isBack
                ? Flash(.good, "The video is back.")
                : Flash(.info, "It’s too late to bring this video back.")
        )
    }
}
