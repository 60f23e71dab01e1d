import Received

/// The state of an asset at Mux: a function of everything that was reported about it, and of
/// nothing else.
///
/// Events arrive twice, late, and in any order. They are combined in the order in which they
/// happened by Mux's clock, then by their ids, so that it makes no difference how they arrived. In
/// that order, a status only moves forward: an asset that is ready never goes back to preparing,
/// and a deleted one stays deleted.
struct MuxState: Sendable, Equatable {
    private(set) var status = VideoAsset.Status.waiting
    private(set) var trouble: VideoAsset.Trouble?
    private(set) var progressPercent: Int?
    private(set) var durationSeconds: Int?
    private(set) var picture = VideoAsset.Picture()
    private(set) var names = VideoAsset.MuxNames()
    /// By their ids.
    private(set) var tracks: [String: MuxTrack] = [:]
    /// The MP4 files of the video, by their names.
    private(set) var renditions: [String: MuxRendition] = [:]
    private(set) var newsAt: Int?
    private(set) var deletedAt: Int?
    /// When Mux made it, as far as it said so, and the time of the first event about it.
    private var madeAt: Int?
    private var firstAt: Int?
    /// Whether there is an asset, and not only the upload that it will come from.
    private var isAsset = false
    /// Whether all tracks and all files were listed once: what isn't among them is gone.
    private var hasAllTracks = false
    private var hasAllRenditions = false

    init(_ events: [MuxEvent]) {
        take(events)
        if status != .errored { trouble = nil }
        names.mp4Name = bestFile
    }

    /// When Mux made it, or the time of the first event about it; nil without any.
    var createdAt: Int? { madeAt ?? firstAt }

    /// The largest of those that are ready.
    private var bestFile: String? {
        renditions.filter { $0.value.status == "ready" }.max { one, other in
            (one.value.size?.shortSide ?? 0, one.key) < (
                other.value.size?.shortSide ?? 0, other.key
            )
        }?.key
    }

    /// More languages than any video has; each is a row, and a line of the video’s page.
    private static let mostCaptions = 100

    /// More than any video has, with its picture and its sounds. What is beyond that isn't taken, so that
    /// a state has a size.
    static let mostTracks = 2 * mostCaptions
    static let mostRenditions = 50

    /// The texts of the video.
    var captions: [MuxTrack] {
        Array(
            tracks.values.filter(\.isCaptions).sorted { $0.id < $1.id }.prefix(Self.mostCaptions)
        )
    }

    /// Whether both say the same about the asset, whenever that was reported.
    func says(theSameAs other: MuxState) -> Bool {
        timeless == other.timeless
    }

    private var timeless: MuxState {
        var state = self
        state.newsAt = nil
        state.firstAt = nil
        state.hasAllTracks = false
        state.hasAllRenditions = false
        return state
    }

    var hasCaptions: Bool { captions.contains { $0.captionStatus == .ready } }

    private mutating func take(_ events: [MuxEvent]) {
        var seen: Set<String> = []
        let inOrder = events.filter { seen.insert($0.id).inserted }.sorted {
            ($0.happenedAt.microseconds, $0.id) < ($1.happenedAt.microseconds, $1.id)
        }
        for event in inOrder { take(event) }
    }

    private mutating func take(_ event: MuxEvent) {
        newsAt = event.happenedAt.seconds
        firstAt = [firstAt, event.firstAt].compactMap(\.self).min()
        madeAt = [madeAt, event.assetMadeAt].compactMap(\.self).min()
        switch event.content {
        case .asset(let asset): take(asset, event)
        case .track(let track): take(track, as: event.type.split(separator: ".").last ?? "")
        case .rendition(let rendition):
            take(rendition, as: event.type.split(separator: ".").last ?? "")
        case .upload(let upload): take(upload, event)
        case .summary(let summary): take(summary)
        case .gone, .none: break
        }
        // Later events are history, and don't bring it back.
        if event.isDeletion, deletedAt == nil { deletedAt = event.happenedAt.seconds }
    }

    private mutating func take(_ asset: MuxAsset, _ event: MuxEvent) {
        becomeAsset()
        names.assetID = MuxName.text(asset.id) ?? names.assetID
        names.passthrough = MuxName.passthrough(asset.passthrough) ?? names.passthrough
        if let ids = asset.playbackIDs {
            names.signedPlaybackID = MuxName.text(ids.first { $0.policy == "signed" }?.id)
            names.publicPlaybackID = MuxName.text(ids.first { $0.policy == "public" }?.id)
        }
        if let duration = asset.duration, (0..<1e9).contains(duration) {
            durationSeconds = Int(clamping: duration.rounded())
        }
        if let progress = asset.progress?.progress, (0...100).contains(progress) {
            progressPercent = Int(clamping: progress)
        }
        picture.aspectRatio = MuxName.text(asset.aspectRatio, upTo: 40) ?? picture.aspectRatio
        picture.resolution = MuxName.text(asset.resolution, upTo: 40) ?? picture.resolution
        // An answer without files says that there are none; an event may just not name them.
        if let all = asset.renditions ?? (event.isAnswer ? [] : nil) { takeAll(all) }
        if let all = asset.tracks { takeAll(all) }
        if let errors = asset.errors { trouble = errors.trouble }
        advance(to: asset.status.flatMap(VideoAsset.Status.init) ?? event.impliedStatus)
    }

    private mutating func becomeAsset() {
        guard !isAsset else { return }
        // The state of the upload no longer matters.
        isAsset = true
        status = .waiting
        trouble = nil
    }

    private mutating func advance(to next: VideoAsset.Status?) {
        guard let next, next.isSettled || !status.isSettled else { return }
        if status == .preparing && next == .waiting { return }
        status = next
        guard next == .errored, trouble == nil else { return }
        trouble = VideoAsset.Trouble(code: nil, message: "Mux could not prepare it.")
    }

    /// All tracks of the asset. One that was reported as ready stays so: the two reports came at
    /// the same time.
    private mutating func takeAll(_ all: [MuxTrack]) {
        let before = tracks
        tracks = [:]
        hasAllTracks = true
        for track in all {
            if track.type == "video" {
                picture.width = track.width.flatMap { $0 > 0 ? $0.value : nil } ?? picture.width
                picture.height = track.height.flatMap { $0 > 0 ? $0.value : nil } ?? picture.height
            }
            let known = before[track.id]
            let isOlder = track.status == "preparing" && known.map { $0.status != nil } == true
            keep(isOlder ? known ?? track : track)
        }
    }

    private mutating func keep(_ track: MuxTrack) {
        guard tracks.count < Self.mostTracks || tracks[track.id] != nil else { return }
        if let track = track.bounded { tracks[track.id] = track }
    }

    /// The last word of the event's type says what became of the track, if the track doesn't.
    private mutating func take(_ track: MuxTrack, as word: Substring) {
        var track = track
        track.status = track.status ?? (word == "created" ? "preparing" : String(word))
        guard word != "deleted", track.status != "deleted" else { return tracks[track.id] = nil }
        let isOlder = track.status == "preparing" && tracks[track.id] != nil
        if !isOlder { keep(track) }
    }

    /// All files of the asset, as with its tracks.
    private mutating func takeAll(_ all: [MuxRendition]) {
        let before = renditions
        renditions = [:]
        hasAllRenditions = true
        for rendition in all {
            guard let name = rendition.fileName else { continue }
            keep(Self.later(before[name], rendition), name)
        }
    }

    private mutating func keep(_ rendition: MuxRendition, _ name: String) {
        guard renditions.count < Self.mostRenditions || renditions[name] != nil else { return }
        renditions[name] = rendition.bounded
    }

    /// The last word of the event's type says what became of the file; its content may say how it was
    /// before that.
    private mutating func take(_ rendition: MuxRendition, as word: Substring) {
        guard let name = rendition.fileName else { return }
        guard word != "deleted" else { return renditions[name] = nil }
        var rendition = rendition
        rendition.status = word == "created" ? "preparing" : String(word)
        keep(Self.later(renditions[name], rendition), name)
    }

    /// Of the same file, "preparing" is never news after anything else.
    private static func later(_ known: MuxRendition?, _ told: MuxRendition) -> MuxRendition {
        guard let known, told.status == "preparing", known.id == told.id else { return told }
        return known
    }

    /// An upload matters until there is an asset.
    private mutating func take(_ upload: MuxUpload, _ event: MuxEvent) {
        names.uploadID = MuxName.text(upload.id) ?? names.uploadID
        guard !isAsset else { return }
        names.assetID = MuxName.text(upload.assetID) ?? names.assetID
        guard names.assetID == nil else { return advance(to: .preparing) }
        switch upload.status ?? String(event.type.split(separator: ".").last ?? "") {
        case "errored":
            trouble = upload.error?.trouble
            advance(to: .errored)
        case "cancelled":
            trouble = .init(code: "upload_cancelled", message: "The upload was canceled.")
            advance(to: .errored)
        case "timed_out":
            trouble = .init(code: "upload_timed_out", message: "Nothing was uploaded in time.")
            advance(to: .errored)
        default: break
        }
    }

    // MARK: Summing up

    /// What some events come to, as an event that stands for them.
    static func summary(of events: [MuxEvent]) -> MuxSummary {
        var state = MuxState([])
        state.take(events)
        return state.summary
    }

    private var summary: MuxSummary {
        MuxSummary(
            isAsset: isAsset,
            status: status.rawValue,
            errorCode: trouble?.code,
            error: trouble?.message,
            progress: progressPercent.map { Tally(clamping: $0) },
            duration: durationSeconds.map { Tally(clamping: $0) },
            width: picture.width.map { Tally(clamping: $0) },
            height: picture.height.map { Tally(clamping: $0) },
            aspectRatio: picture.aspectRatio,
            resolution: picture.resolution,
            assetID: names.assetID,
            uploadID: names.uploadID,
            passthrough: names.passthrough,
            signedPlaybackID: names.signedPlaybackID,
            publicPlaybackID: names.publicPlaybackID,
            hasAllTracks: hasAllTracks,
            tracks: tracks.values.sorted { $0.id < $1.id },
            hasAllRenditions: hasAllRenditions,
            renditions: renditions.sorted { $0.key < $1.key }.map(\.value),
            madeAt: madeAt.map { Tally(clamping: $0) },
            firstAt: firstAt.map { Tally(clamping: $0) },
            deletedAt: deletedAt.map { Tally(clamping: $0) }
        )
    }

    /// Nothing may be known before it, or what came too late to be summed up.
    private mutating func take(_ summary: MuxSummary) {
        deletedAt = deletedAt ?? summary.deletedAt?.value
        names.uploadID = summary.uploadID ?? names.uploadID
        if summary.hasAllTracks {
            tracks = [:]
            hasAllTracks = true
        }
        for track in summary.tracks { keep(track) }
        if summary.hasAllRenditions {
            renditions = [:]
            hasAllRenditions = true
        }
        for rendition in summary.renditions {
            if let name = rendition.fileName { keep(rendition, name) }
        }
        // That of the upload doesn't matter to an asset.
        guard summary.isAsset || !isAsset else { return }
        if summary.isAsset { becomeAsset() }
        takeRest(summary)
    }

    private mutating func takeRest(_ summary: MuxSummary) {
        names.assetID = summary.assetID ?? names.assetID
        names.passthrough = summary.passthrough ?? names.passthrough
        if summary.signedPlaybackID != nil || summary.publicPlaybackID != nil {
            names.signedPlaybackID = summary.signedPlaybackID
            names.publicPlaybackID = summary.publicPlaybackID
        }
        durationSeconds = summary.duration?.value ?? durationSeconds
        progressPercent = summary.progress?.value ?? progressPercent
        picture.width = summary.width?.value ?? picture.width
        picture.height = summary.height?.value ?? picture.height
        picture.aspectRatio = summary.aspectRatio ?? picture.aspectRatio
        picture.resolution = summary.resolution ?? picture.resolution
        if let error = summary.error {
            trouble = VideoAsset.Trouble(code: summary.errorCode, message: error)
        }
        advance(to: VideoAsset.Status(rawValue: summary.status))
    }
}

extension MuxEvent {
    /// The status that its type implies, if its content doesn't say.
    fileprivate var impliedStatus: VideoAsset.Status? {
        switch type {
        case "video.asset.created": .preparing
        case "video.asset.ready": .ready
        case "video.asset.errored": .errored
        default: nil
        }
    }

    fileprivate var assetMadeAt: Int? {
        switch content {
        case .asset(let asset): asset.createdAt?.seconds
        case .summary(let summary): summary.madeAt?.value
        default: nil
        }
    }

    /// When the first thing happened that it tells of.
    fileprivate var firstAt: Int? {
        if case .summary(let summary) = content {
            summary.firstAt?.value
        } else {
            happenedAt.seconds
        }
    }
}

extension MuxTrouble {
    var trouble: VideoAsset.Trouble? {
        let code = type.flatMap { $0.isEmpty ? nil : MuxName.cut($0, to: 100) }
        return text.map { VideoAsset.Trouble(code: code, message: $0) }
    }
}

extension MuxTrack {
    /// No status means ready: only texts have a status at all, and not in old events.
    var captionStatus: CaptionTrack.Status {
        switch status {
        case nil, "ready": .ready
        case "preparing": .preparing
        default: .errored
        }
    }
}
