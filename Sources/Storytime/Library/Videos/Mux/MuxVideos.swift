import SQLite

/// What people do with videos at Mux: every call to its API, and how its answer is handled here.
///
/// An answer is kept and applied like a webhook, so that it makes no difference which of the two
/// comes first. No transaction is open during a call.
struct MuxVideos {
    let database: Database
    let client: MuxClient
    let now: Int

    var videos: VideoStore { VideoStore(database: database, now: now) }

    // MARK: Making

    /// Has Mux fetch the video from its source. If the call fails, the video has failed, and may
    /// be tried again.
    func create(_ id: ID<VideoAsset>, captions: [MuxClient.Captions] = []) throws {
        let asset = try videos.find(id)
        var wish = try wish(for: asset)
        wish.url = asset.source
        wish.captions = captions
        do {
            try take(try client.createAsset(wish))
        } catch let error as MuxError {
            try videos.fail(id, VideoAsset.Trouble(code: "mux_refused", message: error.description))
            throw error
        }
    }

    /// Gets an address to which a browser may upload the video, from pages of that origin.
    func startUpload(_ id: ID<VideoAsset>, from origin: Origin) throws -> UploadPlace {
        let asset = try videos.find(id)
        let answer = try client.createUpload(wish(for: asset), from: origin)
        guard let place = answer.value.url.flatMap(UploadPlace.init) else {
            throw MuxError(status: nil, "Mux gave no address to upload to.")
        }
        try database.execute(
            "UPDATE video_assets SET mux_upload_id = \(answer.value.id) WHERE id = \(id.value)"
        )
        // With the address anybody could upload: everything of the answer is kept but that.
        let body = "{\"data\":{\"id\":\(JSONText.quoted(answer.value.id)),\"status\":\"waiting\"}}"
        try keep(.upload, Array(body.utf8), answer.at, of: nil)
        return place
    }

    /// Where a browser sends a file.
    struct UploadPlace: Sendable, Equatable {
        let url: String
        let origin: Origin

        init?(_ url: String) {
            let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, let origin = Origin("\(parts[0])//\(parts[2])"),
                origin.isSecure || origin.isLoopback
            else { return nil }
            self.url = url
            self.origin = origin
        }
    }

    private func wish(for asset: VideoAsset) throws -> MuxClient.Wish {
        let book = try asset.bookID.map { try BookStore(database: database, now: now).find($0) }
        return MuxClient.Wish(
            title: book?.title ?? asset.source ?? "Video \(asset.id)",
            passthrough: Passthrough(book: asset.bookID, video: asset.id).text
        )
    }

    // MARK: Captions, deleting

    func addCaptions(_ captions: MuxClient.Captions, to asset: VideoAsset) throws {
        guard let name = asset.mux.assetID else { throw Failure.notFound }
        _ = try client.createTrack(captions, of: name)
        try check(asset.id)
    }

    /// Has Mux listen to the video and write down what it hears. The track comes when it is ready, like
    /// any other of Mux’s.
    func generateCaptions(_ language: LanguageTag, for asset: VideoAsset, by actor: Actor) throws {
        guard let name = asset.mux.assetID else { throw Failure.notFound }
        guard
            let sound = try client.asset(name).value.tracks?.first(where: { $0.type == "audio" })
        else { throw MuxError(status: 422, "This video has no sound.") }
        let label = language.name ?? language.text
        try client.generateSubtitles(language.language, label, from: sound.id, of: name)
        try videos.tell(asset.id, "captions", "Transcribing in \(label) requested", by: actor)
        try check(asset.id)
    }

    /// If Mux no longer has them, they count as deleted.
    func deleteCaptions(_ track: CaptionTrack, of asset: VideoAsset) throws {
        guard let name = asset.mux.assetID, let track = track.muxTrackID else {
            throw Failure.notFound
        }
        do {
            try client.deleteTrack(track, of: name)
        } catch  where error.status == 404 {
            // That is what was wanted.
        }
        try check(asset.id)
    }

    // MARK: Files in several sizes

    /// What Mux can be asked for: the highest size, or single ones that make the video smaller, but
    /// never both.
    static func sizes(for asset: VideoAsset, beside versions: [VideoVersion]) -> [VideoSize] {
        guard asset.status == .ready, asset.deletedAt == nil, asset.mux.assetID != nil else {
            return []
        }
        let hasHighest = versions.contains { $0.size == .highest }
        let hasSingle = versions.contains { $0.size != .highest }
        return VideoSize.askedOfMux.filter { size in
            guard size != .highest else { return !hasSingle }
            let isKnown = asset.picture.width != nil && asset.picture.height != nil
            return !hasHighest && (!isKnown || size.fits(asset.picture))
        }
    }

    /// Has Mux make the video in another size. It comes when it is ready, like captions.
    func addVersion(_ size: VideoSize, to asset: VideoAsset, by actor: Actor) throws {
        guard let name = asset.mux.assetID else { throw Failure.notFound }
        let versions = try VideoVersionStore(database: database, now: now).all(of: asset.id)
        guard !versions.contains(where: { $0.size == size }) else { return }
        guard Self.sizes(for: asset, beside: versions).contains(size) else {
            throw LocalVideos.Refusal(
                description: "Mux can’t make \(size.label) beside the sizes that it has."
            )
        }
        try client.createRendition(size.rawValue, of: name)
        try tell(size, "requested", of: asset, Change("size", nil, size.rawValue), by: actor)
        try check(asset.id)
    }

    /// If Mux no longer has it, it counts as deleted.
    func deleteVersion(_ version: VideoVersion, of asset: VideoAsset, by actor: Actor) throws {
        guard let name = asset.mux.assetID, let rendition = version.muxRenditionID else {
            throw Failure.notFound
        }
        do {
            try client.deleteRendition(rendition, of: name)
        } catch  where error.status == 404 {
            // That is what was wanted.
        }
        let change = Change("size", version.size.rawValue, nil)
        try tell(version.size, "deleted", of: asset, change, by: actor)
        try check(asset.id)
    }

    /// Mux makes no failed file again: it is deleted, and asked for once more.
    func retryVersion(_ id: ID<VideoVersion>, of asset: VideoAsset, by actor: Actor) throws {
        let store = VideoVersionStore(database: database, now: now)
        let version = try store.find(id, of: asset.id)
        guard version.status == .errored else {
            throw LocalVideos.Refusal(description: "Only failed sizes can be tried again.")
        }
        try deleteVersion(version, of: asset, by: actor)
        try addVersion(version.size, to: try videos.find(asset.id), by: actor)
    }

    private func tell(
        _ size: VideoSize,
        _ word: String,
        of asset: VideoAsset,
        _ change: Change,
        by actor: Actor
    ) throws {
        try database.write {
            try videos.tell(asset.id, "version", "\(size.label) \(word) at Mux", by: actor)
            try AuditLog(database, now).write(actor, "changed", asset.subject, [change])
        }
    }

    /// Deletes it at Mux and here. If Mux no longer has it, it counts as deleted.
    func delete(_ id: ID<VideoAsset>, by actor: Actor) throws {
        let asset = try videos.find(id)
        do {
            if let name = asset.mux.assetID { try client.deleteAsset(name) }
        } catch  where error.status == 404 {
            // That is what was wanted.
        }
        try videos.delete(id, by: actor)
    }

    // MARK: Checking

    /// Asks Mux for the status of a video, and corrects ours.
    func check(_ id: ID<VideoAsset>) throws {
        let asset = try videos.find(id)
        do {
            if let name = asset.mux.assetID {
                try take(try client.asset(name))
            } else if let upload = asset.mux.uploadID {
                let answer = try client.upload(upload)
                try keep(.upload, answer.body, answer.at, of: answer.value.assetID)
                if let name = answer.value.assetID { try take(try client.asset(name)) }
            }
        } catch let error as MuxError where error.status == 404 {
            guard let name = asset.mux.assetID else { throw error }
            try keep(.gone, Array("{}".utf8), nil, of: name)
        }
    }

    /// The result of a check of everything.
    struct Report: Sendable, Equatable {
        /// Assets that Mux listed, and videos here that it was asked about.
        var listed = 0
        var asked = 0
    }

    /// A list that never ends isn't Mux's: 100,000 assets.
    private static let pageLimit = 1000

    /// Asks Mux about everything, which makes up for messages that never came. To be run once an
    /// hour.
    ///
    /// Lists have the state of every asset, 100 in a call. Mux is only asked about single assets
    /// if they differ, if they are in progress here, or if no list had them.
    ///
    /// `beat` is called again and again; an error that it throws ends the check.
    @discardableResult
    func checkAll(beat: () throws -> Void = {}) throws -> Report {
        try MuxInbox(database: database, now: now).applyUnfinished()
        guard client.canCall else { return Report() }
        var report = Report()
        var seen: Set<String> = []
        var cursor: String?
        for _ in 0..<Self.pageLimit {
            try beat()
            let page = try client.assets(after: cursor)
            for listed in page.assets where seen.insert(listed.id).inserted {
                report.listed += 1
                guard try differs(listed) else { continue }
                report.asked += 1
                try beat()
                try take(try client.asset(listed.id))
            }
            cursor = page.nextCursor
            if cursor == nil { break }
        }
        // If the list was cut off, unlisted videos may still exist: Mux is asked about each.
        for id in try unlisted(seen) {
            report.asked += 1
            try beat()
            try check(id)
        }
        return report
    }

    /// Whether a listed asset differs from what is known here. An asset that is unknown here only
    /// matters if it names a book.
    private func differs(_ listed: MuxAsset) throws -> Bool {
        guard let known = try videos.first("mux_asset_id = \(listed.id)") else {
            return Passthrough(listed.passthrough) != Passthrough(nil)
        }
        let state = MuxState(
            [MuxEvent(listed, at: MuxMoment(microseconds: now * 1_000_000))]
        )
        return try known.status != state.status || known.durationSeconds != state.durationSeconds
            || hasCaptionsAtMux(known.id) != state.hasCaptions
            || known.mux.signedPlaybackID != state.names.signedPlaybackID
            || known.mux.publicPlaybackID != state.names.publicPlaybackID
            || files(of: known.id) != files(state)
    }

    /// Each size with what became of it, here and there.
    private func files(of id: ID<VideoAsset>) throws -> Set<String> {
        let versions = try VideoVersionStore(database: database, now: now).all(of: id)
        return Set(versions.map { "\($0.size.rawValue) \($0.status.rawValue)" })
    }

    private func files(_ state: MuxState) -> Set<String> {
        Set(
            state.renditions.values.compactMap { rendition in
                rendition.size.map { "\($0.rawValue) \(rendition.versionStatus.rawValue)" }
            }
        )
    }

    /// Captions that somebody brought here are none of Mux’s.
    private func hasCaptionsAtMux(_ id: ID<VideoAsset>) throws -> Bool {
        try videos.captions(of: id).contains { $0.muxTrackID != nil && $0.status == .ready }
    }

    /// Videos at Mux that were missing in a list of everything there.
    private func unlisted(_ seen: Set<String>) throws -> [ID<VideoAsset>] {
        try database.all(
            """
            SELECT id, mux_asset_id FROM video_assets
            WHERE provider = 'mux' AND deleted_at IS NULL
                AND (mux_asset_id IS NOT NULL OR mux_upload_id IS NOT NULL AND status = 'waiting')
            ORDER BY news_at, id
            """
        ) { (id: ID<VideoAsset>(try $0.int(0)), name: try $0.textOrNil(1)) }
        .filter { row in row.name.map { !seen.contains($0) } ?? true }.map(\.id)
    }

    // MARK: Answers

    func take(_ answer: MuxClient.Answer<MuxAsset>) throws {
        guard answer.body.count <= MuxDelivery.maximumBytes else {
            throw MuxError(
                status: nil,
                "Mux sent more than \(ByteCount.text(MuxDelivery.maximumBytes)) about this video, which "
                    + "is more than can be kept."
            )
        }
        try keep(.asset, answer.body, answer.at, of: answer.value.id)
    }

    /// Keeps an answer and applies it. One that says nothing new about a known video is not kept:
    /// the hourly check would fill the database with them.
    private func keep(
        _ kind: MuxEvent.Answer,
        _ body: [UInt8],
        _ at: MuxMoment?,
        of name: String?
    ) throws {
        let known = try name.flatMap { try videos.first("mux_asset_id = \($0)") }
        let events = try known.map {
            try MuxReader(database).readings(of: $0).map(\.event)
        }
        let event = MuxEvent(
            id: "answer:" + Base64URL.encode(try Random.bytes(16)),
            type: kind.rawValue,
            happenedAt: Self.moment(
                at ?? MuxMoment(microseconds: now * 1_000_000),
                behind: events ?? []
            ),
            body: body
        )
        if let events, MuxState(events).says(theSameAs: MuxState(events + [event])) { return }
        let inbox = MuxInbox(database: database, now: now)
        try inbox.apply(try inbox.keep(event, of: name, body))
    }

    /// Mux dates its answers to the second. Of two in the same second, the later one counts as
    /// later.
    private static func moment(_ moment: MuxMoment, behind events: [MuxEvent]) -> MuxMoment {
        let last = events.filter { MuxEvent.Answer(rawValue: $0.type) != nil }
            .map(\.happenedAt.microseconds).max()
        guard let last, (0..<1_000_000).contains(last - moment.microseconds) else { return moment }
        return MuxMoment(microseconds: last + 1)
    }
}
