import Received
import Subtitles

/// A track on the workbench: the captions of a video, and how what was edited is saved.
struct Workbench {
    let video: VideoSummary
    let track: CaptionTrack

    static func path(_ video: ID<VideoAsset>, _ track: ID<CaptionTrack>) -> String {
        "\(VideoListAddress.path)/\(video)/captions/\(track)"
    }

    /// The track as the player here shows it, whether or not viewers get it.
    var shown: CaptionTrack {
        var track = track
        (track.isShown, track.isDefault) = (true, true)
        return track
    }

    var path: String { Self.path(track.video, track.id) }

    /// What is good to read, and how long the video is. A video of 12.4 seconds has 12 here.
    var limits: CaptionLimits {
        CaptionLimits(duration: video.asset.durationSeconds.map { MediaTime(seconds: $0) + 1_000 })
    }
}

/// The version of a track that somebody edited.
struct EditBase: Sendable, Equatable {
    /// Of the cues.
    let saved: Int
    /// The version that is knowingly changed though somebody else made it.
    var over: Int?

    init(saved: Int, over: Int? = nil) {
        self.saved = saved
        self.over = over
    }

    /// Nil if a form came without it: it could overwrite anything.
    init?(_ fields: Fields) {
        guard let saved = fields.number("saved") else { return nil }
        self.init(saved: saved, over: fields.number("over"))
    }
}

/// What became of edits that were to be saved.
enum SavedEdits {
    /// With how many cues that somebody else changed meanwhile.
    case saved(CaptionTrack, othersChanges: Int)
    /// Both changed the same cues: what they are now, and what they would be.
    case conflict(CaptionTrack, [CueClash])
    case refused(KeyedCaptions.Refusal)
}

/// A cue that two people changed. Nil is a cue that was deleted.
struct CueClash: Sendable, Equatable {
    /// Its place in the version that both began with, counted from 0.
    let cue: Int
    let theirs: Cue?
    let yours: Cue?

    /// As people read it.
    static func text(_ cue: Cue?) -> String {
        guard let cue else { return "Deleted" }
        return "\(CueTimes.text(cue.start, cue.end))\n\(cue.text)"
    }
}

/// Two times as people read them.
enum CueTimes {
    static func text(_ start: MediaTime, _ end: MediaTime?) -> String {
        CaptionTime.text(start) + " – " + (end.map(CaptionTime.text) ?? "?")
    }
}

extension Visit {
    /// The track of a video on the workbench. One whose cues aren’t here yet has nothing to edit.
    func workbench(_ video: ID<VideoAsset>, _ track: ID<CaptionTrack>) throws -> Workbench {
        let asset = try videos.find(video)
        let track = try captions.find(track, of: video)
        guard asset.deletedAt == nil, track.savedVersion != nil else { throw Failure.notFound }
        return Workbench(video: try videoList.summary(asset), track: track)
    }

    /// Saves edits of one version. What others saved meanwhile stays, if it is about other cues.
    func save(_ edits: CueEdits, of track: ID<CaptionTrack>, since base: EditBase) throws
        -> SavedEdits
    {
        // Whoever is faster three times in a row has a program that saves.
        for _ in 0..<3 {
            do {
                return try saveOnce(edits, try captions.find(track), base)
            } catch CaptionStore.Refusal.changedMeanwhile {
                continue
            }
        }
        return .conflict(try captions.find(track), [])
    }

    private func saveOnce(_ edits: CueEdits, _ track: CaptionTrack, _ base: EditBase) throws
        -> SavedEdits
    {
        let document = try captions.document(of: track)
        var keyed = KeyedCaptions(document)
        var othersChanges = 0
        if track.savedVersion != base.saved {
            guard
                let old = try notFoundAsNil({
                    try captions.document(of: track.id, version: base.saved)
                })
            else { return .conflict(track, []) }
            let changes = document.difference(from: old)
            let clashes = self.clashes(edits, old, document, changes)
            guard clashes.isEmpty || base.over == track.savedVersion else {
                return .conflict(track, clashes)
            }
            keyed = KeyedCaptions(document, since: old, changes)
            othersChanges = changes.count
        }
        do {
            try keyed.apply(edits.edits)
        } catch {
            return .refused(error)
        }
        let saved = try captions.save(
            keyed.captions,
            as: track.id,
            expecting: track.version,
            note: edits.note,
            by: actor
        )
        return .saved(saved, othersChanges: othersChanges)
    }

    /// The cues that these edits change, and somebody else, too.
    private func clashes(
        _ edits: CueEdits,
        _ old: Captions,
        _ new: Captions,
        _ changes: [CueChange]
    ) -> [CueClash] {
        var theirs: [Int: Cue?] = [:]
        for change in changes {
            switch change {
            case .added: break
            case .removed(let index): theirs[index] = .some(nil)
            case .changed(let from, let to): theirs[from] = new.cues[to]
            }
        }
        let touched = Set(edits.edits.flatMap(\.touched)).filter { theirs[$0] != nil }
        guard !touched.isEmpty else { return [] }
        var yours = KeyedCaptions(old)
        try? yours.apply(edits.edits)
        return touched.sorted().map { cue in
            CueClash(
                cue: cue,
                theirs: theirs[cue].flatMap(\.self),
                yours: yours.keys.firstIndex(of: cue).map { yours.captions.cues[$0] }
            )
        }.filter { $0.theirs != $0.yours }
    }

    private func notFoundAsNil<Value>(_ read: () throws -> Value) throws -> Value? {
        do {
            return try read()
        } catch Failure.notFound {
            return nil
        }
    }
}
