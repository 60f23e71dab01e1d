import SQLite
import Server
import Subtitles

extension CaptionStore {
    // MARK: Changing

    /// Makes a track of captions.
    @discardableResult
    func add(_ new: NewCaptions, to video: VideoAsset, by actor: Actor) throws -> CaptionTrack {
        try add(new, MadeCaptions(new.document, for: video), to: video, by: actor)
    }

    /// Makes a track of captions of which everything was made before, as a part of a larger transaction.
    func add(_ new: NewCaptions, _ made: MadeCaptions, to video: VideoAsset, by actor: Actor) throws
        -> CaptionTrack
    {
        try database.write {
            let language = try language(of: new, video)
            let isShown = try isShown(new, language, video)
            if isShown { try rows.hideOthers(of: video.id, language, new.kind) }
            try database.execute(
                """
                INSERT INTO caption_tracks (asset_id, language, label, kind, origin, status,
                    is_shown, created_at, updated_at)
                VALUES (\(video.id.value), \(language), \(new.label(in: language)),
                    \(new.kind.rawValue),
                    \(new.origin.rawValue), 'ready', \(isShown), \(now), \(now))
                """
            )
            let id = ID<CaptionTrack>(Int(database.lastInsertedID))
            let track = try put(made, as: find(id), video, new.note, by: actor)
            try tell("created", track, video, by: actor)
            return track
        }
    }

    /// Saves a document that was edited since the given version of the track. If nothing in it is
    /// new, there is no new version.
    func save(
        _ document: Captions,
        as id: ID<CaptionTrack>,
        expecting version: Int,
        note: String,
        by actor: Actor
    ) throws -> CaptionTrack {
        let made = try MadeCaptions(document, for: videos.find(expect(id, version).video))
        let (before, after) = try database.write {
            let before = try expect(id, version)
            let original = try self.document(of: before)
            guard original != document else { return (before, before) }
            let video = try videos.find(before.video)
            // What was edited before its cues were here can be restored, too.
            let known =
                try before.savedVersion == nil
                ? put(
                    MadeCaptions(original, for: video),
                    as: before,
                    video,
                    "Imported",
                    by: .program
                ) : before
            try database.execute(
                "UPDATE caption_tracks SET origin = 'edited' WHERE id = \(id.value)"
            )
            let after = try put(made, as: known, video, note, by: actor)
            try tell("changed", after, video, [Change("note", nil, note)], by: actor)
            return (before, after)
        }
        discard(before.fileKey, unlessIn: after)
        return after
    }

    /// Makes an earlier version the newest one.
    func restore(
        _ number: Int,
        of id: ID<CaptionTrack>,
        expecting version: Int,
        by actor: Actor
    ) throws -> CaptionTrack {
        let document = try document(of: id, version: number)
        return try save(
            document,
            as: id,
            expecting: version,
            note: "Restored version \(number)",
            by: actor
        )
    }

    /// Gives the track its first cues, without asking who wanted that: those of a file that was
    /// fetched, or that an earlier version of the program kept. False if it is gone, or has some.
    func fill(_ id: ID<CaptionTrack>, with document: Captions, note: String) throws -> Bool {
        func unfilled() throws -> CaptionTrack? {
            try database.first(
                """
                SELECT \(sql: CaptionTrack.columns) FROM caption_tracks
                WHERE id = \(id.value) AND saved_version IS NULL
                """,
                CaptionTrack.init
            )
        }
        guard let track = try unfilled() else { return false }
        let made = try MadeCaptions(document, for: videos.find(track.video))
        let before = try database.write { () -> CaptionTrack? in
            guard let before = try unfilled() else { return nil }
            let video = try videos.find(before.video)
            _ = try put(made, as: before, video, note, by: .program)
            return before
        }
        if let before { discard(before.fileKey, unlessIn: nil) }
        return before != nil
    }

    /// Changes what is said about the track.
    func describe(
        _ id: ID<CaptionTrack>,
        expecting version: Int,
        language: String,
        label: String,
        kind: CaptionTrack.Kind,
        by actor: Actor
    ) throws -> CaptionTrack {
        try database.write {
            let before = try expect(id, version)
            let after = try rows.describe(before, language, label, kind)
            let changes = [
                Change("language", before.language, after.language),
                Change("label", before.label, after.label),
                Change("kind", before.kind.rawValue, after.kind.rawValue),
            ].filter(\.isReal)
            guard !changes.isEmpty else { return before }
            try tell("changed", after, try videos.find(after.video), changes, by: actor)
            return after
        }
    }

    /// Gives players this track instead of the other one of its language and kind.
    func show(_ id: ID<CaptionTrack>, by actor: Actor) throws {
        try database.write {
            let track = try find(id)
            guard !track.isShown else { return }
            try rows.hideOthers(of: track.video, track.language, track.kind)
            try database.execute(
                """
                UPDATE caption_tracks SET is_shown = 1, version = version + 1, updated_at = \(now)
                WHERE id = \(id.value)
                """
            )
            try tell("showed", track, try videos.find(track.video), by: actor)
        }
    }

    /// Makes players begin with this track, or with none.
    func setDefault(_ isDefault: Bool, _ id: ID<CaptionTrack>, by actor: Actor) throws {
        try database.write {
            let track = try find(id)
            guard track.isDefault != isDefault else { return }
            if isDefault { try show(id, by: actor) }
            try database.execute(
                """
                UPDATE caption_tracks SET is_default = 0
                WHERE asset_id = \(track.video.value) AND is_default = 1
                """
            )
            try database.execute(
                """
                UPDATE caption_tracks SET is_default = \(isDefault), version = version + 1,
                    updated_at = \(now) WHERE id = \(id.value)
                """
            )
            let change = Change("default", isDefault ? "no" : "yes", isDefault ? "yes" : "no")
            try tell("changed", track, try videos.find(track.video), [change], by: actor)
        }
    }

    /// Deletes a track with all its versions. If players had it, they get the newest of those that
    /// are left in its language.
    func delete(_ id: ID<CaptionTrack>, by actor: Actor) throws {
        let track = try database.write {
            let track = try find(id)
            try rows.remove(track)
            try tell("deleted", track, try videos.find(track.video), by: actor)
            return track
        }
        discard(track.fileKey, unlessIn: nil)
    }

    // MARK: Parts of a change, inside its transaction

    private func expect(_ id: ID<CaptionTrack>, _ version: Int) throws -> CaptionTrack {
        let track = try find(id)
        guard track.version == version else { throw Refusal.changedMeanwhile(track) }
        return track
    }

    /// Writes the document as the next version: its row, its cues, its file, and the track.
    private func put(
        _ made: MadeCaptions,
        as track: CaptionTrack,
        _ video: VideoAsset,
        _ note: String,
        by actor: Actor
    ) throws -> CaptionTrack {
        let number = (track.savedVersion ?? 0) + 1
        let document = made.document
        try database.execute(
            """
            INSERT INTO caption_versions (track_id, number, made_at, user_id, user_name, note,
                cue_count, document)
            VALUES (\(track.id.value), \(number), \(now), \(actor.id), \(actor.name),
                \(String(note.prefix(200))), \(document.cues.count),
                \(made.packed))
            """
        )
        try database.execute(
            """
            DELETE FROM caption_versions
            WHERE track_id = \(track.id.value) AND number <= \(number - Self.keptVersions)
            """
        )
        try rows.cues.write(document.cues, of: track)
        let file = try write(made.webVTT, for: video)
        try database.execute(
            """
            UPDATE caption_tracks SET status = 'ready', error = NULL, file_key = \(file),
                format = \(document.format.rawValue), cue_count = \(document.cues.count),
                problem_count = \(made.troubleCount), saved_version = \(number), version = version + 1,
                updated_at = \(now)
            WHERE id = \(track.id.value)
            """
        )
        return try find(track.id)
    }

    /// Writes the file for players, in the transaction that names it in a row.
    private func write(_ text: [UInt8], for video: VideoAsset) throws -> String {
        let name = "\(video.id)-\(Base64URL.encode(try Random.bytes(12)))-captions.vtt"
        try NotSaved.unless(into: folder.path) {
            try Folder.make(folder.path)
            try DurableFile.write(text, to: folder.path(of: name))
        }
        return name
    }

    /// Removes a file that no row names any more. As a part of a larger transaction, that is not
    /// certain yet, and the cleaner does it.
    private func discard(_ file: String?, unlessIn track: CaptionTrack?) {
        guard let file, file != track?.fileKey, !database.isWriting else { return }
        folder.remove(file)
    }

    /// Whether players get new captions. Forced ones never take the place of others.
    private func isShown(_ new: NewCaptions, _ language: String, _ video: VideoAsset) throws -> Bool
    {
        if new.isForced { return try !rows.isAnyShown(of: video.id, language, new.kind) }
        return try new.takesPlace || !rows.isWholeShown(of: video.id, language, new.kind)
    }

    private func language(of new: NewCaptions, _ video: VideoAsset) throws -> String {
        if let language = new.language { return language }
        if let tag = new.document.language.flatMap({ LanguageTag($0) }) { return tag.text }
        return try videos.spokenLanguage(of: video) ?? "und"
    }

    /// Writes the change into the audit log and the timeline of the video, whose next version this is.
    private func tell(
        _ action: String,
        _ track: CaptionTrack,
        _ video: VideoAsset,
        _ changes: [Change] = [],
        by actor: Actor
    ) throws {
        let verb =
            switch action {
            case "created": "added"
            case "showed": "now shown in players"
            case "deleted": "removed"
            default: action
            }
        try videos.tell(video.id, "captions", "\(track.fullName) \(verb)", by: actor)
        try AuditLog(database, now).write(actor, action, track.subject(of: video), changes)
        try database.execute(
            """
            UPDATE video_assets SET version = version + 1, updated_at = \(now)
            WHERE id = \(video.id.value)
            """
        )
    }
}

/// What is made of a document when it is saved, before the transaction: all others who write wait for that.
struct MadeCaptions {
    let document: Captions
    let packed: [UInt8]
    let webVTT: [UInt8]
    let troubleCount: Int

    init(_ document: Captions, for video: VideoAsset) throws {
        self.document = document
        packed = try CaptionDocument.pack(document)
        webVTT = CaptionDocument.webVTT(document, seconds: video.durationSeconds)
        troubleCount = CaptionDocument.troubleCount(document, seconds: video.durationSeconds)
    }
}

extension CaptionTrack {
    func subject(of video: VideoAsset) -> Subject {
        Subject(.captions, id.value, "\(fullName) (\(video.subject.label))")
    }
}
