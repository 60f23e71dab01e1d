/// Where what is kept of a video of ours is found: the addresses that pages write, and the files behind
/// them.
struct VideoMedia: Sendable, Equatable {
    private let id: ID<VideoAsset>
    private let files: VideoAsset.Files
    /// What its addresses carry for players that show nothing else.
    private let pass: FilmPass?

    /// Nil for a video that Mux keeps, and for one that was deleted.
    init?(_ asset: VideoAsset, _ pass: FilmPass? = nil) {
        guard asset.provider == .local, asset.deletedAt == nil else { return nil }
        id = asset.id
        files = asset.files
        self.pass = pass
    }

    // MARK: Addresses

    /// The video itself; nil while there is none.
    var video: (href: String, mediaType: String)? {
        container.map { (href(.video($0)), $0.mediaType) }
    }
    var poster: String? { files.poster.map { _ in href(.poster) } }
    /// The WebVTT of the storyboard, which refers to its picture.
    var storyboard: String? { files.storyboard.map { _ in href(.storyboardTimes) } }

    func captions(_ track: CaptionTrack) -> String? {
        track.fileKey.map { _ in href(.captions(track.id)) }
    }

    private func href(_ name: VideoFileName) -> String {
        pass.map { "/media/films/\(id)/\(name)?pass=\($0.text)" } ?? "/media/videos/\(id)/\(name)"
    }

    private var container: VideoContainer? {
        files.video.flatMap { key in VideoContainer.allCases.first { key.hasSuffix(".\($0)") } }
    }

    // MARK: Files

    /// The name in the folder of videos; nil where there is no such file. `tracks` are the video's.
    func file(_ name: VideoFileName, tracks: @autoclosure () throws -> [CaptionTrack]) rethrows
        -> String?
    {
        switch name {
        case .video(let wanted): wanted == container ? files.video : nil
        case .poster: files.poster
        case .storyboard: files.storyboard
        case .storyboardTimes: files.storyboard.map(VideoFolder.storyboardTimes)
        case .captions(let id): try tracks().first { $0.id == id }?.fileKey
        }
    }
}
