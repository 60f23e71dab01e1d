/// The addresses of the files of a video that are on this server, and the files behind them. Of a
/// video at Mux these are its captions.
struct VideoMedia: Sendable, Equatable {
    private let id: ID<VideoAsset>
    private let files: VideoAsset.Files
    /// The pass in its addresses, for players that send nothing else.
    private let pass: FilmPass?

    /// Nil for a deleted video.
    init?(_ asset: VideoAsset, _ pass: FilmPass? = nil) {
        guard asset.deletedAt == nil else { return nil }
        id = asset.id
        files = asset.files
        self.pass = pass
    }

    // MARK: Addresses

    /// The video itself; nil while there is none.
    var video: (href: String, mediaType: String)? {
        container.map { (href(.video($0)), $0.mediaType) }
    }
    var poster: String? { files.shownPoster.map { _ in href(.poster) } }
    /// The WebVTT of the storyboard, which refers to its picture.
    var storyboard: String? { files.storyboard.map { _ in href(.storyboardTimes) } }

    func captions(_ track: CaptionTrack) -> String? {
        track.fileKey.map { _ in href(.captions(track.id)) }
    }

    func version(_ version: VideoVersion) -> String? {
        version.fileKey.map { _ in href(.version(version.size)) }
    }

    private func href(_ name: VideoFileName) -> String {
        pass.map { "/media/films/\(id)/\(name)?pass=\($0.text)" } ?? "/media/videos/\(id)/\(name)"
    }

    private var container: VideoContainer? {
        files.video.flatMap { key in VideoContainer.allCases.first { key.hasSuffix(".\($0)") } }
    }

    // MARK: Files

    /// The video itself, by its name in the folder of videos; nil while there is none.
    var film: (file: String, mediaType: String)? {
        guard let file = files.video, let container else { return nil }
        return (file, container.mediaType)
    }

    /// The name in the folder of videos; nil if there is no such file. `tracks` and
    /// `versions` are the video's.
    func file(
        _ name: VideoFileName,
        tracks: @autoclosure () throws -> [CaptionTrack],
        versions: @autoclosure () throws -> [VideoVersion] = []
    ) rethrows -> String? {
        switch name {
        case .video(let wanted): wanted == container ? files.video : nil
        case .poster: files.shownPoster
        case .storyboard: files.storyboard
        case .storyboardTimes: files.storyboard.map(VideoFolder.storyboardTimes)
        case .captions(let id): try tracks().first { $0.id == id }?.fileKey
        case .version(let size): try versions().first { $0.size == size }?.fileKey
        }
    }
}
