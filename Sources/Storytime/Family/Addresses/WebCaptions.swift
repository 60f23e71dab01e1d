import Server
import Subtitles

/// The texts that a family brought for a video at an address. There are no others.
struct WebVideoTexts: FilmTexts {
    let own: FamilyCaptionStore
    let video: WebVideo

    var family: ID<Family> { video.family }
    var place: CaptionPlace { .web(video.id) }
    var filmSeconds: Int? { video.seconds }

    func all() throws -> [ReadingTrack] { try own.tracks(of: place, family) }

    func find(_ name: TrackName) throws -> ReadingTrack {
        guard case .own(let id) = name else { throw Failure.notFound }
        return ReadingTrack(try own.find(id, of: family, in: place))
    }

    func document(_ name: TrackName) throws -> Captions {
        guard case .own(let id) = name else { throw Failure.notFound }
        return try own.document(id)
    }

    /// The lines of one of them in the order of time.
    func lines(of track: ReadingTrack) throws -> LinesOnPage {
        let cues = try document(track.name).cues
        return LinesOnPage(
            ReadingLine.list(cues, numbers: cues.indices.map { $0 + 1 }, seconds: filmSeconds)
        )
    }
}

/// Captions of a family's own for videos at addresses: the same pages as those for stories.
enum WebCaptionPages {
    static let routes: [Route] = [
        get("/watch/web/{id}/captions", for: .parent) { (visit: Visit, id: ID<WebVideo>) in
            try FamilyCaptionPages.index(visit, visit.captionHome(of: id))
        },
        post(
            "/watch/web/{id}/captions",
            for: .parent,
            lane: .slow,
            bodyLimit: FamilyCaptionPages.bodyLimit
        ) { (visit: Visit, id: ID<WebVideo>) in
            try FamilyCaptionPages.create(visit, visit.captionHome(of: id))
        },
        // A file is read once more for each look at it.
        get("/watch/web/{id}/captions/import/{number}", for: .parent, lane: .slow) {
            (visit: Visit, id: ID<WebVideo>, number: ID<CaptionDraft>) in
            try FamilyCaptionPages.preview(visit, visit.captionHome(of: id), number)
        }
        .reading(CaptionDraft.kind, removedBy: "discard"),
        post("/watch/web/{id}/captions/import/{number}", for: .parent, lane: .slow) {
            (visit: Visit, id: ID<WebVideo>, number: ID<CaptionDraft>) in
            try FamilyCaptionPages.save(visit, visit.captionHome(of: id), number)
        }
        .reading(CaptionDraft.kind, removedBy: "discard"),
        post("/watch/web/{id}/captions/import/{number}/discard", for: .parent) {
            (visit: Visit, id: ID<WebVideo>, number: ID<CaptionDraft>) in
            try FamilyCaptionPages.discard(visit, visit.captionHome(of: id), number)
        },
        get("/watch/web/{id}/captions/{file}", for: .parent, lane: .slow) {
            (visit: Visit, id: ID<WebVideo>, file: CaptionFileName) in
            try FamilyCaptionPages.export(visit.captionHome(of: id), file)
        }
        .reading("captions"),
        post("/watch/web/{id}/captions/{track}/remove", for: .parent) {
            (visit: Visit, id: ID<WebVideo>, track: ID<FamilyCaptions>) in
            try FamilyCaptionPages.remove(visit, visit.captionHome(of: id), track)
        },
        post("/watch/web/{id}/captions/{track}/restore", for: .parent) {
            (visit: Visit, id: ID<WebVideo>, track: ID<FamilyCaptions>) in
            try FamilyCaptionPages.restore(visit, visit.captionHome(of: id), track)
        },
    ]

    static func path(_ id: ID<WebVideo>) -> String { WebVideoPages.href(id) + "/captions" }
}

extension Visit {
    func tracks(of video: WebVideo) -> WebVideoTexts {
        WebVideoTexts(own: familyCaptions, video: video)
    }

    /// A video at an address of this parent’s family; otherwise it doesn’t exist.
    func captionHome(of id: ID<WebVideo>) throws -> CaptionHome {
        let video = try webVideo(id)
        let query = try query()
        let pairs = ["track", "second"].compactMap { name in
            query.text(name).flatMap { TrackName(pathSegment: $0[...]) }
                .map { (name: name, value: "\($0)") }
        }
        return CaptionHome(
            texts: tracks(of: video),
            way: CaptionWay(
                title: video.title,
                noun: "video",
                path: WebCaptionPages.path(id),
                watchPath: video.href,
                pairs: pairs
            )
        )
    }
}
