import HTTP
import Received
import SQLite
import Server
import Subtitles

/// The workbench: the video of a track beside its cues.
enum WorkbenchPages {
    static let routes = [
        // On a worker: addresses at Mux are signed.
        get("/admin/video_assets/{id}/captions/{id}", lane: .worker, show),
        post("/admin/video_assets/{id}/captions/{id}/edits", save),
    ]

    static let perPage = 100

    static func show(_ visit: Visit, _ video: ID<VideoAsset>, _ track: ID<CaptionTrack>) throws
        -> Response
    {
        let bench = try visit.workbench(video, track)
        let query = try visit.query()
        // Links to one cue lead to the page that it is on now.
        let wanted = try query.text("cue").flatMap { ID<CaptionCue>(pathSegment: $0[...]) }
            .flatMap { try visit.captions.cue($0, of: track) }
        let number = wanted.map { $0.position / perPage + 1 }
        let pagination = Pagination(
            page: try number ?? visit.pageNumber(),
            perPage: perPage,
            total: bench.track.cueCount
        )
        // With the one behind, for what is wrong between two.
        let cues = try visit.captions.cues(
            of: track,
            from: pagination.offset,
            limit: perPage + 1
        )
        let tracks = try visit.captions.tracks(of: video).filter { $0.savedVersion != nil }
        let beside = query.text("beside").flatMap { ID<CaptionTrack>(pathSegment: $0[...]) }
            .flatMap { id in tracks.first { $0.id == id && id != track } }
        let shown = Array(cues.prefix(perPage))
        return try visit.page(
            WorkbenchPage(
                bench: bench,
                rows: try rows(
                    visit,
                    bench,
                    shown,
                    previous: try previous(visit, track, pagination.offset),
                    next: cues.dropFirst(perPage).first,
                    beside
                ),
                target: wanted?.id,
                pagination: pagination,
                others: tracks.filter { $0.id != track },
                beside: beside,
                player: try visit.playbackForKeepers(of: bench.video.asset, [bench.shown]).map {
                    PlayerView(playback: $0)
                },
                publishing: try visit.publishing(bench)
            )
        )
    }

    /// The last cue of the page before.
    private static func previous(_ visit: Visit, _ track: ID<CaptionTrack>, _ offset: Int) throws
        -> CaptionCue?
    {
        guard offset > 0 else { return nil }
        return try visit.captions.cues(of: track, from: offset - 1, limit: 1).first
    }

    private static func rows(
        _ visit: Visit,
        _ bench: Workbench,
        _ cues: [CaptionCue],
        previous: CaptionCue?,
        next: CaptionCue?,
        _ beside: CaptionTrack?
    ) throws -> [CueRow] {
        let others = try beside.map { track in
            try visit.captions.cues(
                of: track.id,
                from: cues.first?.start ?? 0,
                until: next?.start ?? .max,
                limit: 2 * perPage
            )
        }
        let followers = cues.dropFirst() + [next].compactMap(\.self)
        var place = (others ?? [])[...]
        return cues.enumerated().map { index, cue in
            let follower = index < followers.count ? followers[followers.startIndex + index] : nil
            // What begins before the next one does belongs to this one.
            let same = place.prefix { $0.start < follower?.start ?? .max }
            place = place.dropFirst(same.count)
            return CueRow(
                cue: cue,
                previous: index == 0 ? previous : nil,
                next: follower,
                bench: bench,
                beside: others == nil ? nil : same.map(\.text).joined(separator: "\n")
            )
        }
    }

    // MARK: Saving

    /// What a script sends: all edits since the version that it shows.
    static func save(_ visit: Visit, _ video: ID<VideoAsset>, _ track: ID<CaptionTrack>) throws
        -> Response
    {
        let bench = try visit.workbench(video, track)
        let fields = try visit.fields()
        guard let base = EditBase(fields), let edits = CueEdits(json: fields.text("edits") ?? "")
        else { throw Failure.badRequest("The edits are not in a form that can be read.") }
        let result = try visit.save(edits, of: bench.track.id, since: base)
        var json = JSONWriter()
        switch result {
        case .saved(let track, let othersChanges):
            let other =
                othersChanges > 0
                ? try visit.lastEditor(of: bench.track.subject(of: bench.video.asset)) : nil
            json.object { json in
                json.member("message", saved(track, othersChanges, other))
                json.name("saved")
                json.integer(track.savedVersion ?? 0)
                json.name("merged")
                json.bool(othersChanges > 0)
            }
            return Response(json: json.bytes)
        case .conflict(let track, let clashes):
            let other = try visit.lastEditor(of: track.subject(of: bench.video.asset))
            json.object { json in
                json.member("message", Self.conflict(other))
                json.name("saved")
                json.integer(track.savedVersion ?? 0)
                json.name("clashes")
                json.list { json in
                    for clash in clashes {
                        json.object { json in
                            json.member("name", "Cue \(clash.cue + 1)")
                            json.member("theirs", CueClash.text(clash.theirs))
                            json.member("yours", CueClash.text(clash.yours))
                        }
                    }
                }
            }
            return Response(status: 409, json: json.bytes)
        case .refused(let refusal):
            json.object { json in json.member("message", refusal.message) }
            return Response(status: 422, json: json.bytes)
        }
    }

    /// The notice after saving. The last one who saved before this visit isn’t always known.
    static func saved(
        _ track: CaptionTrack,
        _ othersChanges: Int,
        _ other: Conflict.Other?
    ) -> String {
        let version = "Saved as version \(track.savedVersion ?? 0)."
        guard othersChanges > 0 else { return version }
        let whose = other?.isSelf == false ? "somebody else" : "another tab"
        let changes = Counted.text(othersChanges, "cue", "cues")
        return
            "\(version) It includes changes to \(changes) that were saved from \(whose) meanwhile."
    }

    private static func conflict(_ other: Conflict.Other) -> String {
        let who =
            other.isSelf
            ? "You saved these captions in another tab" : "\(other.name) saved these captions"
        return
            "\(who) \(other.whenText), while you were editing. Your changes aren’t saved yet, and nothing is lost."
    }
}

extension CaptionStore {
    /// A cue of the track; nil if it is gone.
    func cue(_ id: ID<CaptionCue>, of track: ID<CaptionTrack>) throws -> CaptionCue? {
        try database.first(
            """
            SELECT \(sql: CaptionCue.columns) FROM caption_cues
            WHERE id = \(id.value) AND track_id = \(track.value)
            """,
            CaptionCue.init
        )
    }

    /// The cues that begin in a span of time.
    func cues(of track: ID<CaptionTrack>, from start: MediaTime, until end: MediaTime, limit: Int)
        throws
        -> [CaptionCue]
    {
        try database.all(
            """
            SELECT \(sql: CaptionCue.columns) FROM caption_cues INDEXED BY caption_cues_in_time
            WHERE track_id = \(track.value) AND start_ms >= \(start.milliseconds)
                AND start_ms < \(end.milliseconds)
            ORDER BY start_ms, position LIMIT \(limit)
            """,
            CaptionCue.init
        )
    }
}
