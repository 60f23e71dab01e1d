import HTTP
import Server

/// The page on which a book gets a video on this server: from the admin's computer, or from the
/// server's inbox.
enum NewVideoPages {
    static let routes = [
        // The inbox is a folder, and a disk may be slow.
        get("/admin/books/{id}/video/new", lane: .worker, new),
        post("/admin/books/{id}/video/new", bodyLimit: .video, create),
        post("/admin/books/{id}/video/inbox", take),
    ]

    static func new(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        try visit.page(try page(visit, id))
    }

    /// A form with the whole file, as a browser without scripts sends it. The content is already
    /// in a file; it becomes an upload like any other, so that nothing of it is left, whatever
    /// happens.
    static func create(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        var page = try page(visit, id)
        guard let user = visit.session?.user.id, let file = try visit.upload("video"), file.size > 0
        else {
            page.fileError = "Choose a video that is not empty."
            return try visit.page(page, status: visit.formStatus)
        }
        let name = VideoUploadPages.shownName(file.fileName)
        if let complaint = VideoUploadPages.complaint(about: file.size, visit) {
            page.fileError = complaint
            return try visit.page(page, status: visit.formStatus)
        }
        try keep(file, named: name, of: user, for: id, visit)
        return try visit.redirect(to: bookHref(id), notice: notice(name))
    }

    /// Makes an upload from a file that came as a whole, and a video from that.
    @discardableResult
    static func keep(
        _ file: Upload,
        named name: String,
        of user: ID<User>,
        for book: ID<Book>,
        _ visit: Visit
    ) throws -> VideoAsset {
        let store = visit.videoUploads
        let source = VideoUpload.Source(name: name, size: file.size, modified: nil)
        let upload = try store.begin(source, for: book, by: user)
        do {
            _ = try store.append(file, at: 0, to: upload)
            return try visit.localVideos
                .add({ try store.finish(upload) }, named: name, to: book, by: visit.actor)
        } catch {
            try store.remove(upload)
            throw error
        }
    }

    static func take(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let name = try visit.fields().text("file") ?? ""
        let (inbox, videos) = (Inbox(visit.site.configuration), visit.localVideos)
        do {
            let source = { () throws -> LocalVideos.Source in
                guard inbox.file(name) != nil else {
                    throw LocalVideos.Refusal(
                        description: "Choose a file from the inbox."
                    )
                }
                guard try !videos.namesInUse().contains(name) else {
                    throw LocalVideos.Refusal(
                        description: "A video is already being made from this file."
                    )
                }
                return .inbox(name)
            }
            let spoken = try visit.videos.spokenLanguage(of: id)
            let captions = inbox.newCaptions(beside: name, spoken: spoken)
            try videos.add(source, named: name, to: id, captions: captions.read, by: visit.actor)
            let notice = notice("Preparing “\(name)” for playback…", without: captions.unreadable)
            return try visit.redirect(to: bookHref(id), notice: notice)
        } catch let refusal as LocalVideos.Refusal {
            var page = try page(visit, id)
            page.inboxError = refusal.description
            return try visit.page(page, status: visit.formStatus)
        }
    }

    // MARK: Parts

    static func bookHref(_ id: ID<Book>) -> String { "\(BookListAddress.path)/\(id)" }

    /// What is said once a video has been uploaded.
    static func notice(_ name: String) -> Flash {
        notice("“\(name)” uploaded. Preparing it for playback…", without: [])
    }

    private static func notice(_ done: String, without unreadable: [String]) -> Flash {
        guard let word = BesideCaptions.word(on: unreadable) else { return Flash(.good, done) }
        return Flash(.info, "\(done) \(word)")
    }

    private static func page(_ visit: Visit, _ id: ID<Book>) throws -> NewVideoPage {
        let book = try visit.books.find(id)
        guard book.deletedAt == nil else { throw Failure.notFound }
        let used = try visit.localVideos.namesInUse()
        let latest = try visit.videos.all(of: id).first { $0.deletedAt == nil }
        let muxHref = bookHref(id) + "/video/mux"
        let inbox = Inbox(visit.site.configuration).contents()
        return NewVideoPage(
            book: book,
            latest: latest.map { LatestVideo(asset: $0) },
            inbox: inbox.videos.filter { !used.contains($0.name) }.map { file in
                InboxRow(
                    file: file,
                    captions: inbox.captions(beside: file.name),
                    times: visit.times,
                    now: visit.now
                )
            },
            others: inbox.otherWords,
            limit: visit.site.configuration.videoLimitBytes,
            missingProgram: visit.site.configuration.missingVideoProgram,
            muxHref: visit.site.router.allowedMethods(path: muxHref).isEmpty ? nil : muxHref
        )
    }
}

extension Configuration {
    /// The name of a program that is needed for videos and is missing.
    var missingVideoProgram: String? {
        [ffmpeg, ffprobe].first { ProgramFile.path(of: $0) == nil }
    }
}
