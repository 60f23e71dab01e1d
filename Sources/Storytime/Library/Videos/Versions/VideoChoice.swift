/// A form in which one video is to be had: what people choose in the player, and what they save.
struct VideoChoice: Sendable, Equatable {
    let form: VideoForm
    /// "720p"
    let label: String
    /// Nil where nobody says.
    let bytes: Int?
    /// Our file, with its type; nil at Mux.
    var file: VideoFile?
    /// Its name at Mux; nil for a file of ours, and for a stream.
    var muxName: String?

    /// A file in the folder of videos.
    struct VideoFile: Sendable, Equatable {
        let name: String
        let mediaType: String
        /// The ending of a file's name.
        let ending: String
    }

    /// A stream is no file.
    var isFile: Bool { file != nil || muxName != nil }

    /// "720p, 8 MB"
    var text: String {
        [label, bytes.map(ByteCount.text)].compactMap(\.self).joined(separator: ", ")
    }

    /// The forms of a video that can be played now, the largest first.
    static func list(_ asset: VideoAsset, _ versions: [VideoVersion]) -> [VideoChoice] {
        guard asset.status == .ready, asset.deletedAt == nil else { return [] }
        let ready = versions.filter { $0.status == .ready }
        return asset.provider == .local ? local(asset, ready) : mux(asset, ready)
    }

    private static func local(_ asset: VideoAsset, _ versions: [VideoVersion]) -> [VideoChoice] {
        guard let film = VideoMedia(asset)?.film else { return [] }
        let size = asset.picture.resolution.map { " (\($0))" } ?? ""
        let original = VideoChoice(
            form: .original,
            label: "Original\(size)",
            bytes: asset.picture.sizeBytes,
            file: VideoFile(
                name: film.file,
                mediaType: film.mediaType,
                ending: String(film.mediaType.split(separator: "/").last ?? "mp4")
            )
        )
        return [original]
            + versions.compactMap { version in
                version.fileKey.map {
                    VideoChoice(
                        form: .size(version.size),
                        label: version.size.label,
                        bytes: version.sizeBytes,
                        file: VideoFile(name: $0, mediaType: "video/mp4", ending: "mp4")
                    )
                }
            }
    }

    private static func mux(_ asset: VideoAsset, _ versions: [VideoVersion]) -> [VideoChoice] {
        var files = versions.compactMap { version in
            version.muxName.map {
                VideoChoice(
                    form: .size(version.size),
                    label: label(version),
                    bytes: version.sizeBytes,
                    muxName: $0
                )
            }
        }
        // What was made before its size was kept, or at Mux by other means.
        if let name = asset.mux.mp4Name, !files.contains(where: { $0.muxName == name }) {
            files.insert(
                VideoChoice(form: .size(.highest), label: "File", bytes: nil, muxName: name),
                at: 0
            )
        }
        return [VideoChoice(form: .stream, label: "Stream", bytes: nil)] + files
    }

    /// The highest size, in numbers if they are known.
    private static func label(_ version: VideoVersion) -> String {
        guard version.size == .highest, let width = version.width, let height = version.height
        else {
            return version.size.label
        }
        return "\(version.size.label) (\(min(width, height))p)"
    }
}

extension Visit {
    func choices(of asset: VideoAsset) throws -> [VideoChoice] {
        VideoChoice.list(asset, try videoVersions.all(of: asset.id))
    }
}
