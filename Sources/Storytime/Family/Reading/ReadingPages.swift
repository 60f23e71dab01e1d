import HTTP
import Quill
import Received
import Server

/// Reading along, for parents: a story with its words beside it, with a child or by themselves.
enum ReadingPages {
    static let path = "/watch"

    static let routes = [
        // On workers: addresses at Mux are signed, files opened, documents unpacked.
        get("/watch/{book}", for: .parent, lane: .worker, show),
        get("/watch/{book}/film", for: .parent, lane: .worker, film),
        get("/watch/{book}/cues/{file}", for: .parent, lane: .worker, cues),
        get("/watch/{book}/print", for: .parent, lane: .worker, printed),
        post("/watch/{book}/place", for: .parent, keepPlace),
        post("/watch/{book}/speed", for: .parent, keepSpeed),
    ]

    static func href(_ book: ID<Book>) -> String { "\(path)/\(book)" }

    static func show(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let story = try visit.story(id)
        let query = try visit.query()
        let texts = visit.tracks(of: story)
        let tracks = try texts.all()
        let track = ReadingTracks.first(
            of: tracks,
            named: query.text("track").flatMap { TrackName(pathSegment: $0[...]) },
            language: story.book.language
        )
        let second = second(query, of: tracks, beside: track)
        let shown = try track.map { try texts.plainLines(of: $0) } ?? LinesOnPage([])
        let company = try company(visit, story, query)
        try visit.noteOpened(.book(id))
        return try visit.page(
            ReadingPage(
                story: story,
                tracks: tracks,
                track: track,
                second: second,
                shown: shown,
                seconds: try second.map {
                    ReadingLine.pair(shown.lines, with: try texts.plainLines(of: $0).lines)
                } ?? [],
                company: company,
                speed: try visit.reading.speed(of: company.reader, in: id),
                tools: try visit.readingTools(),
                forms: try VideoChoice.list(
                    story.asset,
                    visit.videoVersions.all(of: story.asset.id)
                ),
                form: query.text("size").flatMap { VideoForm(pathSegment: $0[...]) },
                saves: visit.site.configuration.saving.isOn,
                explains: visit.site.configuration.chat.isOn,
                steps: try PlaylistSteps(.book(id), visit, story.scope)
            )
        )
    }

    /// The text beneath each line, if one was asked for.
    private static func second(
        _ query: Fields,
        of tracks: [ReadingTrack],
        beside first: ReadingTrack?
    )
        -> ReadingTrack?
    {
        let name = query.text("second").flatMap { TrackName(pathSegment: $0[...]) }
        return tracks.first { $0.name == name && $0 != first }
    }

    private static func company(_ visit: Visit, _ story: ReadingStory, _ query: Fields) throws
        -> ReadingCompany
    {
        guard let user = visit.session?.user else { throw Failure.notFound }
        let children = try visit.children.list(of: story.scope.family.id)
        let chosen = query.text("child").flatMap { ID<Child>(pathSegment: $0[...]) }
        let child = children.first { $0.id == chosen }
        var isKept = false
        var place: Int?
        if let child {
            let shelved = try LibraryList(
                database: visit.database,
                shelf: visit.shelf(of: story.scope.family),
                child: child.id
            ).find(story.book.id)
            isKept = shelved != nil
            place = shelved?.place
        } else {
            let left = try visit.reading.place(of: user.id, in: story.book.id)
            place = LibraryItem(book: story.book.id, addedAt: 0, position: left)
                .place(in: story.asset.durationSeconds)
        }
        return ReadingCompany(
            children: children,
            child: child,
            user: user.id,
            isKept: isKept,
            start: query.moment ?? (query.text("start") == "beginning" ? nil : place)
        )
    }

    /// The film at one address that stays, as in Kids Mode.
    static func film(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let story = try visit.story(id)
        let form = try visit.query().text("size").flatMap { VideoForm(pathSegment: $0[...]) }
        return try visit.film(of: story.asset, story.playback, as: form)
    }

    static func cues(_ visit: Visit, _ id: ID<Book>, _ file: ReadingLinesFile) throws -> Response {
        let story = try visit.story(id)
        return try visit.lines(of: file.track, visit.tracks(of: story))
    }

    // MARK: What is kept

    /// Where whoever watches is now. A child's place counts like one that a player saved; of a story
    /// that the child doesn't have, none is kept.
    static func keepPlace(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let story = try visit.story(id)
        let fields = try visit.fields()
        guard let typed = fields.decimal("seconds"),
            (0...Double(UsageEvent.maximumPositionSeconds)).contains(typed)
        else { throw Failure.badRequest("“seconds” must be a place in the story.") }
        let seconds = min(Int(clamping: typed), story.asset.durationSeconds ?? .max)
        switch try reader(visit, story, fields) {
        case .parent(let user): try visit.reading.setPlace(seconds, of: user, in: id)
        case .child(let child):
            do {
                _ = try visit.libraries.setPosition(
                    seconds,
                    of: id,
                    by: child,
                    of: story.scope.family.id,
                    recordedMS: nil
                )
            } catch Failure.notFound {
                // Nobody put it into the child's library.
            }
        }
        return Response(status: 204)
    }

    static func keepSpeed(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let story = try visit.story(id)
        let fields = try visit.fields()
        guard let speed = fields.text("speed").flatMap(ReadingSpeed.init) else {
            throw Failure.badRequest("“speed” must be a number from 0.5 to 2, in quarters.")
        }
        try visit.reading.setSpeed(speed, of: try reader(visit, story, fields), in: id)
        return Response(status: 204)
    }

    private static func reader(_ visit: Visit, _ story: ReadingStory, _ fields: Fields) throws
        -> Reader
    {
        guard let user = visit.session?.user else { throw Failure.notFound }
        guard let text = fields.text("child"), !text.isEmpty else { return .parent(user.id) }
        guard let child = ID<Child>(pathSegment: text[...]) else { throw Failure.notFound }
        return .child(try visit.children.find(child, of: story.scope.family.id).id)
    }

    // MARK: Paper

    static func printed(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let story = try visit.story(id)
        let query = try visit.query()
        let texts = visit.tracks(of: story)
        let tracks = try texts.all()
        var way = ReadingWay(id, query)
        let track = ReadingTracks.first(
            of: tracks,
            named: way.track,
            language: story.book.language
        )
        let second = second(query, of: tracks, beside: track)
        (way.track, way.second) = (track?.name, second?.name)
        let shown = try track.map { try texts.plainLines(of: $0) } ?? LinesOnPage([])
        let passages = ReadingPassage.list(shown.lines)
        return try visit.page(
            ReadingPrintPage(
                story: story,
                track: track,
                second: second,
                passages: passages,
                seconds: try second.map {
                    ReadingPassage.pair(passages, with: try texts.plainLines(of: $0).lines)
                } ?? [],
                remark: shown.remark,
                way: way,
                pictures: try visit.pictures(of: story.asset, at: passages.map(\.middle))
            )
        )
    }
}

/// A story that a parent reads along, and that their family may watch today.
struct ReadingStory: Sendable {
    let scope: FamilyScope
    let book: Book
    let asset: VideoAsset
    let playback: Playback
}

extension Visit {
    /// The story of a parent's page; not found where the family can't watch it now.
    func story(_ id: ID<Book>) throws -> ReadingStory {
        let scope = try family()
        let shelf = shelf(of: scope.family)
        guard let book = try shelf.findIfAny(id), try shelf.mayWatch(id),
            let asset = try videos.current(of: id),
            let playback = try playback(
                of: asset,
                videos.captions(of: asset.id),
                for: .family(shelf),
                hasFrames: false
            )
        else { throw Failure.notFound }
        return ReadingStory(
            scope: scope,
            book: book,
            asset: asset,
            playback: playback.filesFirst
        )
    }

    /// What the family can read of it.
    func tracks(of story: ReadingStory) -> ReadingTracks {
        ReadingTracks(of: story.asset, story.book.id, for: story.scope.family.id, self)
    }

    /// A film at an address of ours: a file in ranges, or the way to Mux with a fresh token.
    ///
    /// In a form that somebody chose, if it is still there: otherwise as usual, because a film that goes
    /// on is worth more than its size.
    func film(of asset: VideoAsset, _ playback: Playback, as form: VideoForm? = nil) throws
        -> Response
    {
        let source = try query().number("source")
        let chosen =
            try source == nil
            ? form.flatMap { form in try choices(of: asset).first { $0.form == form } } : nil
        let folder = VideoFolder(site.configuration)
        if let file = chosen?.file, folder.size(of: file.name) != nil {
            return try folder.response(file.name, as: file.mediaType, to: request)
        }
        if let film = VideoMedia(asset)?.film {
            return try folder.response(film.file, as: film.mediaType, to: request)
        }
        if let name = chosen?.muxName, let files = playback.files {
            return Response(status: 302, headers: ["Location": files.href(name)])
        }
        if chosen?.form == .stream, let stream = playback.sources.first(where: \.isStream) {
            return Response(status: 302, headers: ["Location": stream.href])
        }
        let number = source ?? 0
        guard playback.sources.indices.contains(number) else { throw Failure.notFound }
        return Response(status: 302, headers: ["Location": playback.sources[number].href])
    }

    /// A text’s lines as JSON, which a browser asks for again only when they have changed.
    func lines(of name: TrackName, _ tracks: ReadingTracks) throws -> Response {
        guard let track = try tracks.all().first(where: { $0.name == name }) else {
            throw Failure.notFound
        }
        return try tagged(ReadingLines(track: track, lines: tracks.lines(of: track).lines).json)
    }
}
