import HTTP

/// What a browser needs to play a video, wherever it is kept: its addresses, its texts, and a few
/// pictures of it.
struct Playback: Sendable, Equatable {
    /// One form of the video; a browser takes the first that it can play.
    struct Source: Sendable, Equatable {
        let href: String
        let type: String

        static let streamType = "application/vnd.apple.mpegurl"
        var isStream: Bool { type == Self.streamType }
    }

    struct Track: Sendable, Equatable {
        let href: String
        let kind: CaptionTrack.Kind
        let language: String
        let label: String
        /// Whether players begin with it.
        var isDefault = false

        /// Whether it is on another server.
        var isElsewhere: Bool { !href.hasPrefix("/") }
    }

    /// A moment of the video: a picture, or a part of one that shows many.
    struct Frame: Sendable, Equatable {
        let seconds: Int
        let href: String
        var part: PicturePart?
    }

    /// The best one first.
    var sources: [Source]
    let poster: String?
    var tracks: [Track]
    let frames: [Frame]
    /// When the addresses stop working; nil if they don't.
    let expiresAt: Int?
    /// Where the files are that Mux made of it; nil for a video of this server.
    var files: FileAddresses?
    /// The pass in the addresses of files on this server.
    private(set) var pass: FilmPass?

    /// The addresses of files at Mux, signed if necessary: with the token of the video.
    struct FileAddresses: Sendable, Equatable {
        let start: String
        /// Empty, or from the question mark on.
        let query: String

        func href(_ name: String) -> String {
            start + PercentEncoding.encodeComponent(name) + query
        }

        /// An address from which a browser saves the file under a name, to which Mux adds the ending.
        func saving(_ name: String, as title: String) -> String {
            href(name) + (query.isEmpty ? "?" : "&")
                + PercentEncoding.encodeQuery([(name: "download", value: title)])
        }
    }

    /// As many as fit below a player in a row or two.
    static let mostFrames = 12

    /// Nil if it can't be played, for whatever reason. It isn't available after `notAfter`, the
    /// end of the rights. Moments are signed one by one, so they are left out if nobody looks at
    /// them. With a pass, it is in the addresses of files on this server.
    init?(
        _ asset: VideoAsset,
        _ tracks: [CaptionTrack],
        _ configuration: Configuration,
        now: Int,
        notAfter: Int?,
        hasFrames: Bool = true,
        pass: FilmPass? = nil
    ) throws {
        guard asset.status == .ready, asset.deletedAt == nil, notAfter.map({ $0 > now }) ?? true
        else { return nil }
        let tracks = tracks.filter { $0.status == .ready && $0.isShown }
        let made =
            switch asset.provider {
            case .local:
                Self.local(asset, tracks, hasFrames ? VideoFolder(configuration) : nil, pass)
            case .mux:
                try Self.mux(
                    asset,
                    tracks,
                    configuration.mux,
                    now,
                    notAfter,
                    hasFrames ? Self.moments(of: asset.durationSeconds ?? 0) : [],
                    pass
                )
            }
        guard let made else { return nil }
        self = made
        self.pass = pass
    }

    private init(
        sources: [Source],
        poster: String?,
        tracks: [Track],
        frames: [Frame],
        expiresAt: Int?,
        files: FileAddresses? = nil
    ) {
        self.sources = sources
        self.poster = poster
        self.tracks = tracks
        self.frames = frames
        self.expiresAt = expiresAt
        self.files = files
    }

    /// Moments are read from the folder, if it is given.
    private static func local(
        _ asset: VideoAsset,
        _ tracks: [CaptionTrack],
        _ folder: VideoFolder?,
        _ pass: FilmPass?
    ) -> Playback? {
        guard let media = VideoMedia(asset, pass), let video = media.video else { return nil }
        return Playback(
            sources: [Source(href: video.href, type: video.mediaType)],
            poster: media.poster,
            tracks: tracks.compactMap { track in
                media.captions(track).map { Track(track, at: $0) }
            },
            frames: folder.map { frames(asset, media, $0) } ?? [],
            expiresAt: pass?.expiresAt
        )
    }

    /// The storyboard's parts, as many as are shown, from all over the video.
    private static func frames(_ asset: VideoAsset, _ media: VideoMedia, _ folder: VideoFolder)
        -> [Frame]
    {
        guard let times = media.storyboard, let picture = asset.files.storyboard,
            let text = try? Folder.text(folder.path(of: VideoFolder.storyboardTimes(picture)))
        else { return [] }
        let base = times.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        // Where the film ends nobody wants to begin.
        let end = max(asset.durationSeconds ?? .max, 1)
        let frames = StoryboardTimes(text).frames.filter { $0.seconds < end }
        let step = max(1, (frames.count + mostFrames - 1) / mostFrames)
        return stride(from: 0, to: frames.count, by: step).map { index in
            let frame = frames[index]
            let href = (base + [Substring(frame.picture)]).joined(separator: "/")
            return Frame(seconds: frame.seconds, href: href, part: frame.part)
        }
    }

    private static func mux(
        _ asset: VideoAsset,
        _ tracks: [CaptionTrack],
        _ settings: MuxSettings,
        _ now: Int,
        _ notAfter: Int?,
        _ moments: [Int],
        _ pass: FilmPass?
    ) throws -> Playback? {
        let links = try MuxPlayback.links(
            to: asset,
            settings,
            now: now,
            notAfter: notAfter,
            pictures: moments
        )
        guard let links else { return nil }
        let media = VideoMedia(asset, pass)
        let hls = Source(href: links.hls, type: Source.streamType)
        let mp4 = links.mp4.map { Source(href: $0, type: "video/mp4") }
        return Playback(
            sources: [hls] + [mp4].compactMap(\.self),
            poster: asset.files.chosenPoster == nil ? links.poster : media?.poster,
            tracks: tracks.compactMap { track in
                let href = media?.captions(track) ?? track.muxTrackID.map(links.captions)
                return href.map { Track(track, at: $0) }
            },
            frames: links.pictures.map { Frame(seconds: $0.seconds, href: $0.href) },
            // Where Mux's own addresses never end, those of the captions here do.
            expiresAt: links.expiresAt ?? pass?.expiresAt,
            files: links.files
        )
    }

    /// The middles of equal parts of a video.
    private static func moments(of seconds: Int) -> [Int] {
        let count = min(mostFrames, seconds)
        return (0..<count).map { (2 * $0 + 1) * seconds / (2 * count) }
    }
}

extension Playback.Track {
    fileprivate init(_ track: CaptionTrack, at href: String) {
        self.init(
            href: href,
            kind: track.kind,
            language: track.language,
            label: track.name,
            isDefault: track.isDefault
        )
    }
}

extension Visit {
    /// When the rights to a video's book end for good, for admins: they can watch a video before
    /// its first window opens, but never after the last one.
    private func lastRightsEnd(of asset: VideoAsset) throws -> Int? {
        try asset.bookID.flatMap {
            RightsStanding.lastEnd(
                of: try rightsStore.windows(of: $0),
                in: site.configuration.timeZone
            )
        }
    }

    /// Whether the rights to the video's book are over for admins.
    func hasRightsEnded(_ asset: VideoAsset) throws -> Bool {
        try lastRightsEnd(of: asset).map { $0 <= now } ?? false
    }

    /// What plays a video on admins' pages; nil if it can't be played.
    func playbackForKeepers(of asset: VideoAsset, _ tracks: [CaptionTrack]) throws -> Playback? {
        try Playback(
            asset,
            tracks,
            site.configuration,
            now: now,
            notAfter: try lastRightsEnd(of: asset)
        )
    }
}
