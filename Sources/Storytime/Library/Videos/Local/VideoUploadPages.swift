import HTTP
import Received
import Server

/// Videos that a script sends in parts, so that an interruption costs a part and not the whole:
/// the idea of tus.io and of "Resumable Uploads for HTTP" (draft-ietf-httpbis-resumable-upload).
///
/// An upload begins with the name, size and age of a file; beginning it again with the same ones
/// continues where it stopped. A part says where it belongs, and is on the disk when it is
/// answered. The end of it makes the video. Answers are JSON, for the scripts of `Public/uploading`.
enum VideoUploadPages {
    static let routes = [
        post("/admin/books/{id}/video/uploads", lane: .slow, begin),
        // Looking at a file, and writing to one.
        get("/admin/video_uploads/{key}", lane: .worker, show),
        patch("/admin/video_uploads/{key}", bodyLimit: .upload(maximumPartBytes), append),
        post("/admin/video_uploads/{key}/finish", finish),
        post("/admin/video_uploads/{key}/cancel", cancel),
    ]

    /// A part is written twice, first as it arrives; none needs to be so large.
    static let maximumPartBytes = 64 << 20
    private static let offsetName = "Upload-Offset"
    private static let lengthName = "Upload-Length"

    static func begin(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        guard try visit.books.find(id).deletedAt == nil else { throw Failure.notFound }
        return try begin(visit, for: id)
    }

    /// Begins an upload, or goes on with one, for a book or for one that is found later.
    static func begin(_ visit: Visit, for book: ID<Book>?) throws -> Response {
        let fields = try visit.fields()
        guard let user = visit.session?.user.id,
            let size = fields.number("size"), size > 0,
            let modified = fields.number("modified")
        else { throw Failure.badRequest("Choose a video that is not empty.") }
        if let complaint = complaint(about: size, visit) { throw Failure.badRequest(complaint) }
        let source = VideoUpload.Source(
            name: shownName(fields.text("name") ?? ""),
            size: size,
            modified: modified
        )
        if book == nil, let refusal = try visit.waitingFiles.refusal(of: source) {
            guard refusal == .full else { throw Failure.badRequest(refusal.words) }
            return isFull(refusal.words)
        }
        let upload = try visit.videoUploads.begin(source, for: book, by: user)
        return try state(of: upload, visit, status: 201, ["Location": upload.href])
    }

    static func show(_ visit: Visit, _ key: VideoUploadKey) throws -> Response {
        try state(of: upload(visit, key), visit)
    }

    static func append(_ visit: Visit, _ key: VideoUploadKey) throws -> Response {
        let upload = try upload(visit, key)
        guard
            let offset = visit.request.headers[offsetName].flatMap({ ReceivedNumber.integer($0) }),
            offset >= 0
        else { throw Failure.badRequest("A part must say in \(offsetName) where it belongs.") }
        do {
            let end = try visit.videoUploads.append(visit.content(), at: offset, to: upload)
            return Response(status: 204, headers: [offsetName: String(end)])
        } catch let refusal as VideoUploadStore.Refusal {
            return try refuse(refusal, of: upload)
        }
    }

    static func finish(_ visit: Visit, _ key: VideoUploadKey) throws -> Response {
        let upload = try upload(visit, key)
        let store = visit.videoUploads
        guard let book = upload.book else {
            do {
                try visit.waitingFiles.keep(upload, store)
                visit.site.vitals.jobBell.ring()
            } catch let refusal as VideoUploadStore.Refusal {
                return try refuse(refusal, of: upload)
            }
            return Response(status: 201, headers: ["Location": ManyVideosPages.path])
        }
        do {
            try visit.localVideos.add(
                { try store.finish(upload) },
                named: upload.source.name,
                to: book,
                by: visit.actor
            )
        } catch let refusal as VideoUploadStore.Refusal {
            return try refuse(refusal, of: upload)
        }
        let location = NewVideoPages.bookHref(book)
        var response = try visit.redirect(
            to: location,
            notice: NewVideoPages.notice(upload.source.name)
        )
        // A script redirects the browser: `fetch` would show the notice to nobody.
        response.status = 201
        return response
    }

    static func cancel(_ visit: Visit, _ key: VideoUploadKey) throws -> Response {
        try visit.videoUploads.remove(upload(visit, key))
        return Response(status: 204)
    }

    // MARK: Parts

    /// A file's name as it was sent, only to be shown.
    static func shownName(_ text: String) -> String { UploadedFile.shownName(text, or: "video") }

    /// Why a file of that size can't be accepted; nil if it can.
    static func complaint(about size: Int, _ visit: Visit) -> String? {
        let limit = visit.site.configuration.videoLimitBytes
        guard size > limit else { return nil }
        return "Choose a smaller file: at most \(ByteCount.text(limit)). This one has "
            + "\(ByteCount.text(size)). You can put larger ones into the inbox on the server."
    }

    /// Says that the same file may be sent again later.
    private static func isFull(_ words: String) -> Response {
        var json = JSONWriter()
        json.object {
            $0.name("error")
            $0.object {
                $0.member("code", "no_space")
                $0.member("message", words)
            }
        }
        return Response(status: 507, json: json.bytes)
    }

    private static func upload(_ visit: Visit, _ key: VideoUploadKey) throws -> VideoUpload {
        guard let user = visit.session?.user.id else { throw Failure.notFound }
        return try visit.videoUploads.find(key, of: user)
    }

    private static func state(
        of upload: VideoUpload,
        _ visit: Visit,
        status: Status = 200,
        _ more: Headers = [:]
    ) throws -> Response {
        let offset = try visit.videoUploads.offset(of: upload)
        var headers = more
        headers.add("Content-Type", "application/json")
        headers.add(offsetName, String(offset))
        headers.add(lengthName, String(upload.source.size))
        let json =
            "{\"href\":\(JSONText.quoted(upload.href)),\"offset\":\(offset),"
            + "\"size\":\(upload.source.size)}"
        return Response(status: status, headers: headers, body: .bytes(Array(json.utf8)))
    }

    /// Says where the next part belongs, if that is known.
    private static func refuse(_ refusal: VideoUploadStore.Refusal, of upload: VideoUpload) throws
        -> Response
    {
        switch refusal {
        case .elsewhere(let offset), .unfinished(let offset):
            Response(status: 409, headers: [offsetName: String(offset)])
        case .busy: throw Failure.conflict("Another part of this video is being uploaded.")
        case .tooMuch: throw Failure.tooLarge(limit: upload.source.size)
        }
    }
}

extension Visit {
    var videoUploads: VideoUploadStore {
        VideoUploadStore(
            database: database,
            now: now,
            folder: VideoFolder(site.configuration),
            disk: site.vitals.disk
        )
    }
}
