import HTTP
import SQLite
import Server

/// Videos, for admins' programs.
enum VideoAPI {
    private static let operation = Operations(
        .videos,
        for: .admin,
        reads: .readCatalog,
        writes: .writeCatalog
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/video_assets",
            "listVideoAssets",
            "List videos",
            "Returns videos, stored here or at Mux, with their status.",
            index
        ),
        operation(
            .get,
            "/api/v1/video_assets/{video_asset_id}",
            "showVideoAsset",
            "Get a video",
            "Returns a video with its status and, in `diagnosis`, why its book can’t be "
                + "watched. Deleted videos can be read, too; see `deleted_at`.",
            show
        ),
        operation(
            .delete,
            "/api/v1/video_assets/{video_asset_id}",
            "deleteVideoAsset",
            "Delete a video",
            "Deletes a video, also at Mux if it is stored there. Its record stays "
                + "readable, marked as deleted.",
            lane: .outgoing,
            refuses: [.changedMeanwhile],
            delete
        ),
        operation(
            .post,
            "/api/v1/books/{book_id}/video_assets",
            "createVideoAsset",
            "Add a video at Mux",
            "Adds a video to a book: Mux fetches it from an address (`video_address`), or "
                + "it already exists at Mux (`mux_asset`). Send one of the two. It replaces "
                + "the book’s current video as soon as it is ready.",
            lane: .outgoing,
            refuses: [.conflict],
            create
        ),
        operation(
            .post,
            "/api/v1/video_assets/{video_asset_id}/retry",
            "retryVideoAsset",
            "Try a failed video again",
            "Restarts a failed video. At Mux, this creates a new "
                + "video, which is returned.",
            lane: .outgoing,
            refuses: [.conflict],
            retry
        ),
        operation(
            .post,
            "/api/v1/video_assets/{video_asset_id}/cancel",
            "cancelVideoAsset",
            "Cancel a video",
            "Stops preparing a video.",
            lane: .outgoing,
            refuses: [.conflict],
            cancel
        ),
        operation(
            .post,
            "/api/v1/video_assets/{video_asset_id}/choose",
            "chooseVideoAsset",
            "Choose a book’s video",
            "Makes a ready video the one its book plays. The previous one stays "
                + "and can be chosen again.",
            refuses: [.conflict],
            choose
        ),
        operation(
            .post,
            "/api/v1/video_assets/{video_asset_id}/check",
            "checkVideoAsset",
            "Check a video at Mux",
            "Asks Mux for a video’s status and updates it. Usually Mux reports it by "
                + "itself; this helps if a message got lost.",
            lane: .outgoing,
            refuses: [.conflict],
            check
        ),
    ]

    static func index(_ visit: Visit, _ sent: Sent<VideoListQuery>) throws
        -> ListPage<VideoAssetAnswer>
    {
        let query = try sent.read()
        var request = query.request
        request.filter.spellings = try VideoSearch(database: visit.database)
            .spellings(for: request.filter)
        let slice = try visit.videoList.slice(request)
        // A page of the console shows the last page instead of one past it.
        let rows = query.page.page > slice.pagination.pageCount ? [] : slice.rows
        return ListPage(
            records: try visit.adminAnswers(rows),
            query: query.page,
            total: slice.pagination.total,
            edges: rows.first.flatMap { first in
                rows.last.map { (first.asset.id.value, $0.asset.id.value) }
            }
        )
    }

    static func show(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Details<VideoAssetAnswer> {
        Details(record: try visit.adminAnswer(id))
    }

    // MARK: What is done with one

    /// One that is already deleted stays so.
    static func delete(_ visit: Visit, _ id: ID<VideoAsset>) throws -> NoContent {
        let answer = try visit.adminAnswer(id)
        try visit.expectMatch(Details(record: answer))
        guard answer.asset.deletedAt == nil else { return NoContent() }
        try asking { try visit.videoActions.delete(id, by: visit.actor) }
        return NoContent()
    }

    static func retry(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Details<VideoAssetAnswer> {
        guard VideoActions.canRetry(try visit.videos.find(id)) else {
            throw Failure.conflict(
                "Only failed videos can be tried again, if the file is still here or there is an address."
            )
        }
        return try show(visit, asking { try visit.videoActions.retry(id, by: visit.actor) })
    }

    static func cancel(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Details<VideoAssetAnswer> {
        guard VideoActions.canCancel(try visit.videos.find(id)) else {
            throw Failure.conflict("This video isn’t being prepared, or can’t be stopped.")
        }
        try asking { try visit.videoActions.cancel(id, by: visit.actor) }
        return try show(visit, id)
    }

    static func choose(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Details<VideoAssetAnswer> {
        let asset = try visit.videos.find(id)
        guard !asset.isCurrent else { return try show(visit, id) }
        guard VideoView.canChoose(asset), let book = asset.bookID else {
            throw Failure.conflict("Only a ready video that belongs to a book can be chosen.")
        }
        try visit.videos.choose(id, for: book, by: visit.actor)
        return try show(visit, id)
    }

    static func check(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Details<VideoAssetAnswer> {
        guard try visit.videos.find(id).provider == .mux else {
            throw Failure.conflict("This video isn’t stored at Mux.")
        }
        try asking { try visit.muxVideos.check(id) }
        return try show(visit, id)
    }

    // MARK: Adding one

    static func create(_ visit: Visit, _ sent: Sent<NewVideo>, _ id: ID<Book>) throws
        -> Created<VideoAssetAnswer>
    {
        guard try visit.books.find(id).deletedAt == nil else { throw Failure.notFound }
        let new = try sent.read()
        guard visit.muxClient.canCall else {
            throw Failure.conflict(MuxError.notConfigured.description)
        }
        let asset = try new.isAsset ? link(visit, new, id) : fetch(visit, new, id)
        return Created(
            record: try visit.adminAnswer(asset),
            location: "/api/v1/video_assets/\(asset)"
        )
    }

    /// Has Mux fetch it.
    private static func fetch(_ visit: Visit, _ new: NewVideo, _ book: ID<Book>) throws
        -> ID<VideoAsset>
    {
        var form = MuxForm(address: new.members.fields())
        guard let address = form.address.value else { throw new.members.refusal(form.errors) }
        let draft = VideoAsset.Draft(provider: .mux, bookID: book, source: address)
        let asset = try visit.videos.insert(draft, by: visit.actor).id
        do {
            try visit.muxVideos.makeNew(asset, by: visit.actor)
            return asset
        } catch let error as MuxError where error.isAboutTheRequest {
            form.address.reject(error.description)
            throw new.members.refusal(form.errors)
        } catch let error as MuxError {
            throw APIFailure.muxFailed(error.description)
        }
    }

    /// Makes an existing asset at Mux the book's video.
    private static func link(_ visit: Visit, _ new: NewVideo, _ book: ID<Book>) throws
        -> ID<VideoAsset>
    {
        var form = MuxForm(asset: new.members.fields())
        guard let name = form.asset.value else { throw new.members.refusal(form.errors) }
        do {
            return try visit.muxVideos.link(name, to: book, by: visit.actor).id
        } catch let error as MuxError where error.isAboutTheRequest {
            form.asset.reject(error.description)
        } catch let error as MuxError {
            throw APIFailure.muxFailed(error.description)
        } catch let refusal as MuxVideos.Refusal {
            form.asset.reject(refusal.description)
        }
        throw new.members.refusal(form.errors)
    }

    /// Turns refusals by Mux, or by this server, into answers.
    private static func asking<Result>(_ act: () throws -> Result) throws -> Result {
        do {
            return try act()
        } catch let error as MuxError {
            throw APIFailure.muxFailed(error.description)
        } catch let refusal as LocalVideos.Refusal {
            throw Failure.conflict(refusal.description)
        }
    }
}
