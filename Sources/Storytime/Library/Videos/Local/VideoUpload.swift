/// A video that arrives in parts, and can be continued after any interruption.
struct VideoUpload: Sendable, Equatable {
    let key: VideoUploadKey
    /// Nil for one of many, which waits for its book when it is whole (`WaitingFileStore`).
    let book: ID<Book>?
    /// The person who began it; for everybody else it doesn't exist.
    let user: ID<User>
    let source: Source
    /// When a part of it last arrived.
    let newsAt: Int

    /// The file that it comes from, by which the same one is recognized.
    struct Source: Sendable, Equatable {
        /// Only to be shown.
        let name: String
        let size: Int
        /// When it was last changed, in milliseconds since 1970; nil for one that comes as a
        /// whole, and can't be continued.
        let modified: Int?
    }

    /// The name of its file, in the folder of videos.
    var fileName: String { VideoFolder.uploadPrefix + key.text }
    var href: String { "/admin/video_uploads/\(key)" }
}

/// The secret name of an upload: 18 random bytes, base64url.
struct VideoUploadKey: PathParameter, Hashable, Sendable, CustomStringConvertible {
    private static let byteCount = 18

    let text: String

    /// A new one.
    init() throws {
        text = Base64URL.encode(try Random.bytes(Self.byteCount))
    }

    init?(pathSegment: Substring) {
        guard Base64URL.decode(pathSegment)?.count == Self.byteCount else { return nil }
        text = String(pathSegment)
    }

    var description: String { text }
}
