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
    /// When Mux made it, or the time of the first event about it; nil without any.
    private(set) var createdAt: Int?
    private(set) var newsAt: Int?
    private(set) var deletedAt: Int?
    /// Whether there is an asset, and not only the upload that it will come from.
    private var isAsset = false

    init(_ events: [MuxEvent]) {
        var seen: Set<String> = []
        let inOrder = events.filter { seen.insert($0.id).inserted }.sorted {
            ($0.happenedAt.microseconds, $0.id) < ($1.happenedAt.microseconds, $1.id)
        }
        for event in inOrder { take(event) }
        createdAt =
            events.compactMap(\.assetCreatedAt).min() ?? events.map(\.happenedAt.seconds).min()
        if status != .errored { trouble = nil }
        names.mp4Name = bestFile
    }

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

    /// The texts of the video.
    var captions: [MuxTrack] {
        Array(
            tracks.values.filter(\.isCaptions).sorted { $0.id < $1.id }.prefix(Self.mostCaptions)
        )
    }

    /// Whether both say the same about the asset, whenever that was reported.
    func says(theSameAs other: MuxState) -> Bool {
        var (one, two) = (self, other)
        one.newsAt = nil
        two.newsAt = nil
        return one == two
    }

    var hasCaptions: Bool { captions.contains { $0.captionStatus == .ready } }

    private mutating func take(_ event: MuxEvent) {
        newsAt = event.happenedAt.seconds
        switch event.content {
        case .asset(let asset): take(asset, event)
        case .track(let track): take(track, as: event.type.split(separator: ".").last ?? "")
        case .rendition(let rendition):
            take(rendition, as: event.type.split(separator: ".").last ?? "")
        case .upload(let upload): take(upload, event)
        case .gone, .none: break
        }
        // Later events are history, and don't bring it back.
        if event.isDeletion, deletedAt == nil { deletedAt = event.happenedAt.seconds }
    }

    private mutating func take(_ asset: MuxAsset, _ event: MuxEvent) {
        if !isAsset {
            // The state of the upload no longer matters.
            isAsset = true
            status = .waiting
            trouble = nil
        }
        names.assetID = asset.id
        names.passthrough = asset.passthrough ?? names.passthrough
        if let ids = asset.playbackIDs {
            names.signedPlaybackID = ids.first { $0.policy == "signed" }?.id
            names.publicPlaybackID = ids.first { $0.policy == "public" }?.id
        }
        if let duration = asset.duration, (0..<1e9).contains(duration) {
            durationSeconds = Int(clamping: duration.rounded())
        }
        if let progress = asset.progress?.progress, (0...100).contains(progress) {
            progressPercent = Int(clamping: progress)
        }
        picture.aspectRatio = asset.aspectRatio ?? picture.aspectRatio
        picture.resolution = asset.resolution ?? picture.resolution
        // An answer without files says that there are none; an event may just not name them.
        if let all = asset.renditions ?? (event.isAnswer ? [] : nil) { takeAll(all) }
        if let all = asset.tracks { takeAll(all) }
        if let errors = asset.errors { trouble = errors.trouble }
        advance(to: asset.status.flatMap(VideoAsset.Status.init) ?? event.impliedStatus)
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
        for track in all {
            let known = before[track.id]
            let isOlder = track.status == "preparing" && known.map { $0.status != nil } == true
            tracks[track.id] = isOlder ? known : track
            if track.type == "video" {
                picture.width = track.width.flatMap { $0 > 0 ? $0.value : nil } ?? picture.width
                picture.height = track.height.flatMap { $0 > 0 ? $0.value : nil } ?? picture.height
            }
        }
    }

    /// The last word of the event's type says what became of the track, if the track doesn't.
    private mutating func take(_ track: MuxTrack, as word: Substring) {
        var track = track
        track.status = track.status ?? (word == "created" ? "preparing" : String(word))
        guard word != "deleted", track.status != "deleted" else { return tracks[track.id] = nil }
        let isOlder = track.status == "preparing" && tracks[track.id] != nil
        if !isOlder { tracks[track.id] = track }
    }

    /// All files of the asset, as with its tracks.
    private mutating func takeAll(_ all: [MuxRendition]) {
        let before = renditions
        renditions = [:]
        for rendition in all {
            guard let name = rendition.fileName else { continue }
            renditions[name] = Self.later(before[name], rendition)
        }
    }

    /// The last word of the event's type says what became of the file; its content may say how it was
    /// before that.
    private mutating func take(_ rendition: MuxRendition, as word: Substring) {
        guard let name = rendition.fileName else { return }
        guard word != "deleted" else { return renditions[name] = nil }
        var rendition = rendition
        rendition.status = word == "created" ? "preparing" : String(word)
        renditions[name] = Self.later(renditions[name], rendition)
    }

    /// Of the same file, "preparing" is never news after anything else.
    private static func later(_ known: MuxRendition?, _ told: MuxRendition) -> MuxRendition {
        guard let known, told.status == "preparing", known.id == told.id else { return told }
        return known
    }

    /// An upload matters until there is an asset.
    private mutating func take(_ upload: MuxUpload, _ event: MuxEvent) {
        names.uploadID = upload.id
        guard !isAsset else { return }
        names.assetID = upload.assetID ?? names.assetID
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

    fileprivate var assetCreatedAt: Int? {
        guard case .asset(let asset) = content else { return nil }
        return asset.createdAt?.seconds
    }
}

extension MuxTrouble {
    var trouble: VideoAsset.Trouble? {
        let code = type.flatMap { $0.isEmpty ? nil : String($0.prefix(100)) }
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
