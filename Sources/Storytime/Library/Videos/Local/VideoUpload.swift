/// A video that comes in parts, and can be gone on with after whatever interrupted it.
struct VideoUpload: Sendable, Equatable {
    let key: VideoUploadKey
    let book: ID<Book>
    /// Whoever began it; to everybody else it isn't there.
    let user: ID<User>
    let source: Source
    /// When something of it came last.
    let newsAt: Int

    /// The file that it comes from, by which the same one is recognised.
    struct Source: Sendable, Equatable {
        /// To be shown and nothing else.
        let name: String
        let size: Int
        /// When it was changed last, in milliseconds since 1970; nil for one that comes as a whole, and is
        /// not gone on with.
        let modified: Int?
    }

    /// The name of its file, in the folder of videos.
    var fileName: String { VideoFolder.uploadPrefix + key.text }
    var href: String { "/admin/video_uploads/\(key)" }
}

/// The secret by which an upload is named: 18 random bytes, base64url.
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
