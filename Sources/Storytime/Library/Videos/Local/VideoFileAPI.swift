import HTTP
import Server

/// Videos for this server, sent by programs as a whole.
enum VideoFileAPI {
    private static let operation = Operations(.videos, for: .admin, scope: .writeCatalog)

    static let routes = [
        operation(
            .post,
            "/api/v1/books/{book_id}/video_files",
            "createVideoFile",
            "Upload a video",
            "Adds a video stored on this server to a book. The body of the request is "
                + "the file itself. It is prepared in the background; read the video "
                + "again to see its progress.",
            lane: .slow,
            bodyLimit: .video,
            create
        )
    ]

    static func create(_ visit: Visit, _ sent: Sent<SentFile<VideoFile>>, _ id: ID<Book>) throws
        -> Created<VideoAssetAnswer>
    {
        guard try visit.books.find(id).deletedAt == nil, let user = visit.session?.user.id else {
            throw Failure.notFound
        }
        let sent = try sent.read()
        guard sent.upload.size > 0 else {
            throw APIFailure.badFile("The file is empty.")
        }
        guard VideoUploadPages.complaint(about: sent.upload.size, visit) == nil else {
            throw Failure.tooLarge(limit: visit.site.configuration.videoLimitBytes)
        }
        let name = sent.query.name
        let asset = try NewVideoPages.keep(sent.upload, named: name, of: user, for: id, visit)
        return Created(
            record: try visit.adminAnswer(asset.id),
            location: "/api/v1/video_assets/\(asset.id)"
        )
    }
}

/// A video that a program sends. What it really is, is found out when it is prepared.
struct VideoFile: SentFileKind {
    let name: String

    static let contentType = "application/octet-stream"

    static func takes(_ type: String) -> Bool { type == contentType || type.hasPrefix("video/") }

    init?(_ query: inout QueryFields) {
        let name = query.text("name", upTo: Import.maximumNameLength)
        self.name = VideoUploadPages.shownName(name ?? "")
    }

    static let meanings = ["name": "The file’s name, for display."]
}
