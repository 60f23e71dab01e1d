import Received
import SQLite

/// Brings the rows of videos in line with what Mux has reported about them. Everything here is
/// part of its caller's transaction.
struct MuxAssets {
    let database: Database
    let now: Int
    let reader: MuxReader

    private var videos: VideoStore { VideoStore(database: database, now: now) }
    private var captions: CaptionTracks { CaptionTracks(database: database, now: now) }

    // MARK: Whose it is

    /// The video that a delivery is about: the one that has the asset, the one whose upload became
    /// it, the one that it was made for, or a new one of the book that it names.
    func asset(for reading: MuxReading) throws -> ID<VideoAsset>? {
        if let known = try known(reading.delivery) { return known.id }
        guard case .asset(let asset) = reading.event.content,
            let name = reading.delivery.muxAssetID
        else { return nil }
        let passthrough = Passthrough(asset.passthrough)
        if let video = passthrough.video, try claim(name, for: video) { return video }
        guard let book = try existing(passthrough.book) else { return nil }
        return try insert(name, for: book, reading.event)
    }

    /// The video that has the asset, or whose upload became it.
    private func known(_ delivery: MuxDelivery) throws -> VideoAsset? {
        if let name = delivery.muxAssetID, let known = try videos.first("mux_asset_id = \(name)") {
            return known
        }
        return try delivery.muxUploadID.flatMap { name in
            try videos.first("mux_upload_id = \(name) AND mux_asset_id IS NULL")
        }
    }

    /// Reads, before the transaction, what `refresh` will combine.
    func prepare(for reading: MuxReading) throws {
        if let known = try known(reading.delivery) {
            _ = try reader.readings(of: known)
        } else if let subject = reading.delivery.subject {
            _ = try reader.readings(about: subject)
        }
    }

    /// Gives the asset to the video that it was made for, unless that video has another one.
    private func claim(_ name: String, for video: ID<VideoAsset>) throws -> Bool {
        try database.execute(
            """
            UPDATE video_assets SET mux_asset_id = \(name)
            WHERE id = \(video.value) AND provider = 'mux' AND mux_asset_id IS NULL
            """
        ) == 1
    }

    private func existing(_ book: ID<Book>?) throws -> ID<Book>? {
        guard let book else { return nil }
        return try database.first("SELECT id FROM books WHERE id = \(book.value)") { _ in book }
    }

    private func insert(_ name: String, for book: ID<Book>, _ event: MuxEvent) throws
        -> ID<VideoAsset>
    {
        let at = event.happenedAt.seconds
        try database.execute(
            """
            INSERT INTO video_assets (book_id, provider, mux_asset_id, passthrough, chosen_at,
                news_at, created_at, updated_at)
            VALUES (\(book.value), 'mux', \(name), \(Passthrough(book: book, video: nil).text),
                \(at), \(at), \(at), \(now))
            """
        )
        return ID(Int(database.lastInsertedID))
    }

    // MARK: How it is

    /// Combines everything that was reported about a video, and writes the result. True if it
    /// differs from before.
    func refresh(_ id: ID<VideoAsset>) throws -> Bool {
        let before = try videos.find(id)
        let readings = try reader.readings(of: before)
        let state = MuxState(readings.map(\.event))
        let after = try state.applied(to: before, book: existing(followed(before, state)))
        if after != before { try write(after) }
        if after.deletedAt != nil { try captions.cues.removeTracks(of: id) }
        let isRetold = try writeCaptions(state, of: after)
        let hasOtherFiles = try writeVersions(state, of: after)
        try MuxCaptions.queue(id, JobStore(database: database, now: now))
        let isTold = try tell(readings, id)
        if after != before {
            for book in Set([before.bookID, after.bookID].compactMap(\.self)) {
                try videos.settle(book)
            }
        }
        return after != before || isRetold || hasOtherFiles || isTold
    }

    /// A video follows the book that Mux keeps for it, until someone here gives it to another.
    private func followed(_ asset: VideoAsset, _ state: MuxState) -> ID<Book>? {
        let told = Passthrough(state.names.passthrough).book
        return asset.bookID == Passthrough(asset.mux.passthrough).book ? told : nil
    }

    // MARK: Writing

    private func write(_ asset: VideoAsset) throws {
        try database.execute(
            """
            UPDATE video_assets SET book_id = \(asset.bookID?.value),
                is_current = \(asset.isCurrent), chosen_at = \(asset.chosenAt),
                status = \(asset.status.rawValue), progress_percent = \(asset.progressPercent),
                duration_seconds = \(asset.durationSeconds), width = \(asset.picture.width),
                height = \(asset.picture.height), resolution = \(asset.picture.resolution),
                aspect_ratio = \(asset.picture.aspectRatio),
                error_code = \(asset.trouble?.code), error = \(asset.trouble?.message),
                mux_asset_id = \(asset.mux.assetID),
                signed_playback_id = \(asset.mux.signedPlaybackID),
                public_playback_id = \(asset.mux.publicPlaybackID),
                mp4_name = \(asset.mux.mp4Name), passthrough = \(asset.mux.passthrough),
                news_at = \(asset.newsAt), deleted_at = \(asset.deletedAt),
                created_at = \(asset.createdAt), version = version + 1, updated_at = \(now)
            WHERE id = \(asset.id.value)
            """
        )
    }

    /// Writes what Mux makes of it in other sizes. True if that differs from before.
    private func writeVersions(_ state: MuxState, of asset: VideoAsset) throws -> Bool {
        let store = VideoVersionStore(database: database, now: now)
        let before = try store.all(of: asset.id)
        var wanted: [VideoSize: MuxRendition] = [:]
        if asset.deletedAt == nil {
            for rendition in state.renditions.values {
                if let size = rendition.size { wanted[size] = rendition }
            }
        }
        for version in before where wanted[version.size] == nil { try store.remove(version.id) }
        for (size, rendition) in wanted { try write(rendition, size, of: asset.id) }
        return try store.all(of: asset.id) != before
    }

    private func write(_ rendition: MuxRendition, _ size: VideoSize, of id: ID<VideoAsset>) throws {
        let status = rendition.versionStatus
        let error: String? =
            switch status {
            case .errored: rendition.error?.text ?? "Mux gave no reason."
            case .skipped: "Mux would have to enlarge the video."
            default: nil
            }
        let name = rendition.id.flatMap { (1...255).contains($0.unicodeScalars.count) ? $0 : nil }
        let bytes = rendition.bytes?.value
        let positive = { (side: Tally?) in side.flatMap { $0 > 0 ? $0.value : nil } }
        try database.execute(
            """
            INSERT INTO video_versions (asset_id, size, status, error, width, height, size_bytes,
                mux_rendition_id, mux_name, created_at, updated_at)
            VALUES (\(id.value), \(size.rawValue), \(status.rawValue), \(error),
                \(positive(rendition.width)), \(positive(rendition.height)), \(bytes), \(name),
                \(rendition.fileName), \(now), \(now))
            ON CONFLICT (asset_id, size) DO UPDATE
            SET status = excluded.status, error = excluded.error, width = excluded.width,
                height = excluded.height, size_bytes = excluded.size_bytes,
                mux_rendition_id = excluded.mux_rendition_id, mux_name = excluded.mux_name,
                updated_at = excluded.updated_at
            WHERE (status, coalesce(error, ''), coalesce(width, 0), coalesce(height, 0),
                    coalesce(size_bytes, -1), coalesce(mux_rendition_id, ''), mux_name)
                <> (excluded.status, coalesce(excluded.error, ''), coalesce(excluded.width, 0),
                    coalesce(excluded.height, 0), coalesce(excluded.size_bytes, -1),
                    coalesce(excluded.mux_rendition_id, ''), excluded.mux_name)
            """
        )
    }

    private func writeCaptions(_ state: MuxState, of asset: VideoAsset) throws -> Bool {
        let before = try videos.captions(of: asset.id).filter { $0.muxTrackID != nil }
        let wanted = asset.deletedAt == nil ? state.captions : []
        for track in before where !wanted.contains(where: { $0.id == track.muxTrackID }) {
            try forget(track)
        }
        for track in wanted {
            try write(track, before.first { $0.muxTrackID == track.id }, of: asset.id)
        }
        return try videos.captions(of: asset.id).filter { $0.muxTrackID != nil } != before
    }

    /// What somebody has edited here stays, without its twin at Mux.
    private func forget(_ track: CaptionTrack) throws {
        guard track.origin == .edited else { return try captions.remove(track) }
        try database.execute(
            "UPDATE caption_tracks SET mux_track_id = NULL WHERE id = \(track.id.value)"
        )
    }

    private func write(_ track: MuxTrack, _ known: CaptionTrack?, of id: ID<VideoAsset>) throws {
        let language =
            track.language.flatMap { $0 != "auto" && (2...35).contains($0.count) ? $0 : nil }
            ?? "und"
        let label = String((track.name ?? "").prefix(200))
        let kind: CaptionTrack.Kind = track.isClosedCaptions == true ? .captions : .subtitles
        let status = track.captionStatus
        let error = status == .errored ? track.error?.text : nil
        guard let known else {
            // Mux gives a name to one track only; one that another video has stays there.
            let isShown = try !captions.isAnyShown(of: id, language, kind)
            try database.execute(
                """
                INSERT INTO caption_tracks (asset_id, language, label, kind, origin, status, error,
                    mux_track_id, is_shown, created_at, updated_at)
                VALUES (\(id.value), \(language), \(label), \(kind.rawValue),
                    \(track.origin.rawValue), \(status.rawValue), \(error), \(track.id),
                    \(isShown), \(now), \(now))
                ON CONFLICT (mux_track_id) DO NOTHING
                """
            )
            return
        }
        // What is said here about a track that was edited here counts more.
        guard known.origin != .edited else { return }
        if known.status != status || known.error != error || known.origin != track.origin {
            try database.execute(
                """
                UPDATE caption_tracks SET status = \(status.rawValue), error = \(error),
                    origin = \(track.origin.rawValue), updated_at = \(now)
                WHERE id = \(known.id.value)
                """
            )
        }
        _ = try captions.describe(known, language, label, kind)
    }

    /// Writes each delivery into the timeline, once, and releases those that waited for the asset.
    private func tell(_ readings: [MuxReading], _ id: ID<VideoAsset>) throws -> Bool {
        let told = Set(
            try database.all(
                """
                SELECT delivery_number FROM video_events
                WHERE delivery_number IN \(list: readings.map(\.delivery.number))
                """
            ) { try $0.int(0) }
        )
        var isTold = false
        for reading in readings where !told.contains(reading.delivery.number) {
            let delivery = reading.delivery
            if reading.verdict == .kept { try release(reading, id) }
            guard let line = reading.event.line else { continue }
            try database.execute(
                """
                INSERT INTO video_events (asset_id, at, kind, text, delivery_number)
                VALUES (\(id.value), \(delivery.happenedAt.seconds), \(line.kind),
                    \(String(line.text.prefix(2000))), \(delivery.number))
                ON CONFLICT (delivery_number) DO NOTHING
                """
            )
            isTold = true
        }
        return isTold
    }

    private func release(_ reading: MuxReading, _ id: ID<VideoAsset>) throws {
        let noted: SQL = "UPDATE webhook_deliveries SET verdict = 'applied', asset_id = \(id.value)"
        guard case .summary = reading.event.content else {
            let effect = reading.event.line?.text ?? "Noted"
            try database.execute(
                """
                \(sql: noted), effect = \(String(effect.prefix(2000)))
                WHERE number = \(reading.delivery.number)
                """
            )
            return
        }
        // With those that it stands for.
        guard let subject = reading.delivery.subject else { return }
        try database.execute(
            """
            \(sql: noted) WHERE \(sql: subject.condition) AND verdict = 'kept'
                AND (number = \(reading.delivery.number) OR length(body) = 0)
            """
        )
    }
}

extension MuxRendition {
    /// Files without a status are of the older kind, and aren't listed before they are ready.
    var versionStatus: VideoVersion.Status {
        switch status {
        case nil, "ready": .ready
        case "preparing": .preparing
        case "skipped": .skipped
        default: .errored
        }
    }
}

extension MuxTrack {
    fileprivate var origin: CaptionTrack.Origin {
        textSource?.hasPrefix("generated") == true ? .generated : .mux
    }
}

extension MuxState {
    /// The video according to this state. `book` is the one that Mux keeps for it, if it still
    /// follows that.
    fileprivate func applied(to before: VideoAsset, book: ID<Book>?) -> VideoAsset {
        var asset = before
        let created = createdAt.map { min($0, before.createdAt) } ?? before.createdAt
        // Nobody has chosen it since it was made.
        if before.chosenAt == before.createdAt { asset.chosenAt = created }
        asset.createdAt = created
        asset.bookID = book ?? before.bookID
        asset.status = status
        asset.trouble = trouble
        asset.progressPercent = progressPercent
        asset.durationSeconds = durationSeconds
        asset.picture = picture
        asset.mux = names
        asset.mux.assetID = names.assetID ?? before.mux.assetID
        asset.mux.uploadID = before.mux.uploadID
        asset.mux.passthrough = names.passthrough ?? before.mux.passthrough
        asset.newsAt = max(newsAt ?? 0, before.newsAt)
        asset.deletedAt = before.deletedAt ?? deletedAt
        if asset.deletedAt != nil || asset.bookID != before.bookID { asset.isCurrent = false }
        return asset
    }
}
