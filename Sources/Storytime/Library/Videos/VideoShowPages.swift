import HTTP
import Quill
import Server

/// The page of one video, and the actions on it.
enum VideoShowPages {
    static let routes = [
        // On a worker: addresses at Mux are signed one by one.
        get("/admin/video_assets/{id}", lane: .worker, show),
        get("/admin/video_assets/{id}/poster", lane: .worker, poster),
        post("/admin/video_assets/{id}/check", lane: .outgoing, check),
        post("/admin/video_assets/{id}/retry", lane: .outgoing, retry),
        post("/admin/video_assets/{id}/cancel", lane: .outgoing, cancel),
        post("/admin/video_assets/{id}/choose", choose),
        get("/admin/video_assets/{id}/delete", askToDelete),
        post("/admin/video_assets/{id}/delete", lane: .outgoing, delete),
        post("/admin/video_assets/{id}/captions", lane: .outgoing, addCaptions),
        post("/admin/video_assets/{id}/captions/{id}/delete", lane: .outgoing, deleteCaptions),
    ]

    private static let eventsPerPage = 25

    static func show(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        try visit.page(try page(visit, try visit.videos.find(id)))
    }

    /// The address of its poster. Pages with many posters use this address: each one at Mux is
    /// only signed when a browser asks for it.
    static func poster(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        let asset = try visit.videos.find(id)
        guard let poster = try visit.playbackForKeepers(of: asset, [])?.poster else {
            throw Failure.notFound
        }
        return try visit.redirect(to: poster)
    }

    // MARK: What is done with it

    /// Asks Mux for its status.
    static func check(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        try asking(visit, id) { asset in
            guard asset.provider == .mux else { throw Failure.notFound }
            try visit.muxVideos.check(id)
            let checked = try visit.videos.find(id)
            let status = checked.deletedAt == nil ? checked.status.label : "deleted"
            return (id, "Checked with Mux: \(status.lowercased()).")
        }
    }

    static func retry(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        try asking(visit, id) { asset in
            guard VideoActions.canRetry(asset) else { return (id, nil) }
            return (try visit.videoActions.retry(id, by: visit.actor), "Trying the video again.")
        }
    }

    static func cancel(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        try asking(visit, id) { asset in
            guard VideoActions.canCancel(asset) else { return (id, nil) }
            try visit.videoActions.cancel(id, by: visit.actor)
            return (id, "Canceled.")
        }
    }

    /// Goes back to an older video of the book.
    static func choose(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        let asset = try visit.videos.find(id)
        guard VideoView.canChoose(asset), let book = asset.bookID else {
            return try noneOfThose(visit, asset)
        }
        try visit.videos.choose(id, for: book, by: visit.actor)
        let notice = Flash(.good, "This is now the book’s video.")
        return try visit.redirect(to: asset.href, notice: notice)
    }

    static func askToDelete(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        let asset = try visit.videos.find(id)
        guard asset.deletedAt == nil else { return try noneOfThose(visit, asset) }
        return try visit.page(
            VideoDeletePage(
                summary: try visit.videoList.summary(asset),
                hasCaptions: try !visit.captions.tracks(of: id).isEmpty,
                hasVersions: try !visit.videoVersions.all(of: id).isEmpty,
                address: VideoListAddress(of: try visit.query())
            )
        )
    }

    static func delete(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        let fields = try visit.fields()
        let asset = try visit.videos.find(id)
        guard asset.deletedAt == nil else { return try noneOfThose(visit, asset) }
        do {
            try visit.videoActions.delete(id, by: visit.actor)
        } catch let error as MuxError {
            return try visit.redirect(to: asset.href, notice: Flash(.bad, error.description))
        }
        let isOfBook = fields.text("from") == "book"
        let book = asset.bookID.flatMap { isOfBook ? "\(BookListAddress.path)/\($0)" : nil }
        return try visit.redirect(
            to: book ?? VideoListAddress(of: fields).href,
            notice: Flash(.good, "Video deleted.")
        )
    }

    // MARK: Captions

    static func addCaptions(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        let asset = try visit.videos.find(id)
        var form = CaptionForm(try visit.fields())
        guard VideoView.takesCaptions(asset) else { return try noneOfThose(visit, asset) }
        guard let captions = form.captions else {
            return try visit.page(try page(visit, asset, captions: form), status: 422)
        }
        do {
            try visit.muxVideos.addCaptions(captions, to: asset)
            try visit.videos.tell(
                id,
                "captions",
                "\(CaptionTrack.fullName(captions.name, .captions)) added",
                by: visit.actor
            )
            let notice = Flash(.good, "Mux is fetching the captions.")
            return try visit.redirect(to: asset.href + "#captions", notice: notice)
        } catch let error as MuxError {
            form.address.reject(error.description)
            return try visit.page(try page(visit, asset, captions: form), status: 422)
        }
    }

    static func deleteCaptions(_ visit: Visit, _ id: ID<VideoAsset>, _ track: ID<CaptionTrack>)
        throws -> Response
    {
        try asking(visit, id) { asset in
            let tracks = try visit.videos.captions(of: id)
            guard let track = tracks.first(where: { $0.id == track }),
                VideoCaptionRow.canDelete(track, of: asset)
            else { return (id, nil) }
            try visit.delete(track)
            return (id, "\(track.fullName) deleted.")
        }
    }

    // MARK: Parts

    /// Does something with a video, and redirects to the resulting video. A refusal, here or by
    /// Mux, becomes the notice.
    private static func asking(
        _ visit: Visit,
        _ id: ID<VideoAsset>,
        _ act: (VideoAsset) throws -> (id: ID<VideoAsset>, done: String?)
    ) throws -> Response {
        let asset = try visit.videos.find(id)
        do {
            let result = try act(asset)
            guard let done = result.done else { return try noneOfThose(visit, asset) }
            let href = "\(VideoListAddress.path)/\(result.id)"
            return try visit.redirect(to: href, notice: Flash(.good, done))
        } catch let error as MuxError {
            return try visit.redirect(to: asset.href, notice: Flash(.bad, error.description))
        } catch let refusal as LocalVideos.Refusal {
            return try visit.redirect(to: asset.href, notice: Flash(.bad, refusal.description))
        }
    }

    /// Somebody else was faster, or the button was pressed twice.
    private static func noneOfThose(_ visit: Visit, _ asset: VideoAsset) throws -> Response {
        let notice = Flash(.info, "The video has changed, so this is no longer possible.")
        return try visit.redirect(to: asset.href, notice: notice)
    }

    static func page(
        _ visit: Visit,
        _ asset: VideoAsset,
        captions form: CaptionForm = CaptionForm(),
        transcribe: TranscribeForm? = nil,
        poster: PosterForm? = nil
    ) throws -> VideoShowPage {
        let tracks = try visit.videos.captions(of: asset.id)
        let older = try visit.query().number("older")
        let summary = try visit.videoList.summary(asset)
        let events = try visit.videos.events(of: asset.id, before: older, limit: eventsPerPage + 1)
        return VideoShowPage(
            video: VideoView(
                summary: summary,
                contents: try visit.videos.contents(of: asset.id),
                canCall: visit.muxClient.canCall,
                canSign: visit.site.configuration.mux.canSign,
                hasRightsEnded: try visit.hasRightsEnded(asset),
                hasSource: try visit.localVideos.source(of: asset.id) != nil,
                now: visit.now,
                times: visit.times
            ),
            player: try visit.playbackForKeepers(of: asset, tracks).map {
                PlayerView(playback: $0, startsAt: try visit.query().moment)
            },
            sizes: try VideoSizesView(visit, asset),
            tracks: try tracks.map { track in
                VideoCaptionRow(
                    track: track,
                    video: asset,
                    progress: track.status == .preparing
                        ? try TranscribingDesk(visit.captions).progress(of: track.id) : nil
                )
            },
            form: form,
            transcribe: transcribe ?? TranscribeForm(summary.book?.book),
            transcribing: TranscribeOffer(asset, visit),
            poster: poster ?? PosterForm(asset),
            address: VideoListAddress(of: try visit.query()),
            events: events.prefix(eventsPerPage).map {
                VideoEventRow(event: $0, now: visit.now, times: visit.times)
            },
            isNewest: older == nil,
            older: events.count > eventsPerPage ? events[eventsPerPage - 1].id : nil
        )
    }
}

extension Visit {
    var muxVideos: MuxVideos { MuxVideos(database: database, client: muxClient, now: now) }
}
