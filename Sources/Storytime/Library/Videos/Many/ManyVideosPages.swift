import HTTP
import Quill
import Received
import Server

/// The page on which many videos get their books: files that were uploaded together or put into the
/// inbox, each with the books that its name suggests.
enum ManyVideosPages {
    static let path = "/admin/video_assets/many"

    static let routes = [
        // The inbox is a folder, and names are matched one by one.
        get("/admin/video_assets/many", lane: .worker, index),
        post("/admin/video_assets/many", lane: .slow, change),
        post("/admin/video_assets/many/files", bodyLimit: .video, upload),
        post("/admin/video_assets/many/uploads", lane: .slow, begin),
        post("/admin/video_assets/many/uploads/{key}/discard", discard),
        post("/admin/video_assets/many/clear", clear),
        get("/admin/video_assets/many/book", lane: .worker, askForBook),
        post("/admin/video_assets/many/book", choose),
    ]

    /// The list of what was added is about these; the others are in the list of videos.
    private static let mostAdded = 100
    /// The results of a search for a book.
    private static let mostFound = 20

    static func index(_ visit: Visit) throws -> Response {
        try visit.page(try page(visit))
    }

    // MARK: The list

    /// Adds the videos, or does something else with the list. Whatever it is, the choices are kept.
    static func change(_ visit: Visit) throws -> Response {
        let form = ManyVideosForm(try visit.fields())
        let many = visit.manyVideos
        // What is to be added was confirmed, even if only the name suggested it.
        for line in form.lines where line.isChanged || form.act == .add && line.isWanted {
            try many.files.choose(line.choice, for: line.key, many.inbox)
        }
        switch form.act {
        case .save:
            return try visit.redirect(to: here(visit), notice: Flash(.good, "Choices saved."))
        case .saveQuietly: return Response(status: 204)
        case .find(let key):
            return try visit.redirect(to: bookHref(key))
        case .remove(let id):
            let name = try many.files.remove(id, from: VideoFolder(visit.site.configuration))
            let notice = name.map { Flash(.good, "“\($0)” deleted.") }
            return try visit.redirect(to: here(visit), notice: notice)
        case .add: return try add(form, visit)
        }
    }

    private static func add(_ form: ManyVideosForm, _ visit: Visit) throws -> Response {
        let many = visit.manyVideos
        let errors = try many.errors(in: form.wanted)
        guard errors.isEmpty, !form.wanted.isEmpty else {
            var page = try page(visit)
            page.slice.mark(errors)
            page.listError = form.wanted.isEmpty ? "Select the videos to add." : nil
            return try visit.page(page, status: visit.formStatus)
        }
        var (added, refused) = (0, 0)
        var unreadable: [String] = []
        for line in form.wanted {
            guard let book = line.book else { continue }
            do {
                let captions = try many.add(line.key, to: book, by: visit.actor)
                added += captions == nil ? 0 : 1
                unreadable += captions?.unreadable ?? []
            } catch let failure as Failure where failure == .notFound || failure == .diskFull {
                refused += 1
                let reason =
                    failure == .diskFull
                    ? "The disk is full. Free some space on the server, then add it again."
                    : "It could not be added, because the book or the file no longer exists."
                try many.files.note(reason, for: line.key)
            }
        }
        var notice = notice(added, refused)
        if let word = BesideCaptions.word(on: unreadable) {
            notice = Flash(refused == 0 ? .info : .bad, notice.message + " " + word)
        }
        return try visit.redirect(to: path, notice: notice)
    }

    private static func notice(_ added: Int, _ refused: Int) -> Flash {
        let videos = Counted.text(added, "video", "videos")
        guard refused == 0 else {
            return Flash(.bad, "\(videos) added. \(refused) couldn’t be added; see the list.")
        }
        return added == 0
            ? Flash(.info, "These videos had already been added.")
            : Flash(.good, "\(videos) added. Preparing for playback…")
    }

    // MARK: Uploads

    /// Files in a form, as a browser without scripts sends them. Each becomes an upload of its own, so
    /// that nothing of it is left, whatever happens.
    static func upload(_ visit: Visit) throws -> Response {
        guard let user = visit.session?.user.id else { throw Failure.notFound }
        let uploads = try visit.uploads("files").filter { $0.size > 0 }
        var refusals = uploads.isEmpty ? ["Choose one or more videos."] : []
        var kept = 0
        for file in uploads {
            let source = VideoUpload.Source(
                name: VideoUploadPages.shownName(file.fileName),
                size: file.size,
                modified: nil
            )
            let complaint =
                try VideoUploadPages.complaint(about: file.size, visit)
                ?? visit.waitingFiles.refusal(of: source)?.words
            if let complaint {
                refusals.append("\(source.name): \(complaint)")
            } else {
                try keep(file, source, of: user, visit)
                kept += 1
            }
        }
        guard refusals.isEmpty else {
            var page = try page(visit)
            page.fileErrors = refusals
            return try visit.page(page, status: visit.formStatus)
        }
        let notice = "\(Counted.text(kept, "file", "files")) uploaded."
        return try visit.redirect(to: path, notice: Flash(.good, notice))
    }

    private static func keep(
        _ file: Upload,
        _ source: VideoUpload.Source,
        of user: ID<User>,
        _ visit: Visit
    ) throws {
        let store = visit.videoUploads
        let upload = try store.begin(source, for: nil, by: user)
        do {
            _ = try store.append(file, at: 0, to: upload)
            try visit.waitingFiles.keep(upload, store)
            visit.site.vitals.jobBell.ring()
        } catch {
            try store.remove(upload)
            throw error
        }
    }

    /// Begins an upload that comes in parts (`VideoUploadPages`).
    static func begin(_ visit: Visit) throws -> Response {
        try VideoUploadPages.begin(visit, for: nil)
    }

    /// Gives up an upload that was begun.
    static func discard(_ visit: Visit, _ key: VideoUploadKey) throws -> Response {
        guard let user = visit.session?.user.id else { throw Failure.notFound }
        let upload = try visit.videoUploads.find(key, of: user)
        try visit.videoUploads.remove(upload)
        let notice = Flash(.good, "Upload of “\(upload.source.name)” discarded.")
        return try visit.redirect(to: path, notice: notice)
    }

    static func clear(_ visit: Visit) throws -> Response {
        try visit.waitingFiles.clearAdded()
        return try visit.redirect(to: path)
    }

    // MARK: Another book

    static func askForBook(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        guard let key = query.text("file").flatMap(WaitingFile.Key.init),
            let file = try visit.manyVideos.find(key)
        else { throw Failure.notFound }
        let asked = query.text("q").map { SearchWords($0) }
        let words = asked ?? SearchWords(VideoName(file.name).meaning.joined(separator: " "))
        var found: (books: [BookSummary], total: Int) = ([], 0)
        if !words.isEmpty { found = try visit.bookList.search(words, limit: mostFound) }
        // Words that nobody typed and no book has would only be in the way.
        if asked?.isEmpty ?? found.books.isEmpty {
            return try visit.page(
                WaitingFileBookPage(file: file, found: try booksWithoutVideo(visit))
            )
        }
        return try visit.page(WaitingFileBookPage(file: file, words: words, found: found))
    }

    /// The books that were added last and have no video.
    private static func booksWithoutVideo(_ visit: Visit) throws
        -> (books: [BookSummary], total: Int)
    {
        var filter = BookFilter()
        filter.video = BookFilter.Video.none
        let slice = try visit.bookList.slice(
            BookListRequest(
                filter: filter,
                sort: .init(.added, isDescending: true),
                perPage: mostFound
            )
        )
        return (slice.rows, slice.pagination.total)
    }

    static func choose(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        let many = visit.manyVideos
        guard let key = fields.text("file").flatMap(WaitingFile.Key.init),
            let book = fields.text("book").flatMap({ ID<Book>(pathSegment: $0[...]) }),
            let file = try many.find(key)
        else { throw Failure.notFound }
        let chosen = try visit.books.find(book)
        guard chosen.deletedAt == nil else { throw Failure.notFound }
        try many.files.choose(.init(book: book, isWanted: true), for: key, many.inbox)
        return try visit.redirect(
            to: path,
            notice: Flash(.good, "“\(file.name)” is now for “\(chosen.title)”.")
        )
    }

    // MARK: Parts

    static func bookHref(_ key: WaitingFile.Key) -> String {
        path + "/book?" + PercentEncoding.encodeQuery([(name: "file", value: key.text)])
    }

    /// The page of the list that a form was sent from.
    private static func here(_ visit: Visit) throws -> String {
        let page = try visit.fields().number("page") ?? 1
        return page > 1 ? "\(path)?page=\(page)" : path
    }

    private static func page(_ visit: Visit) throws -> ManyVideosPage {
        let many = visit.manyVideos
        let sent = visit.request.method == .post ? try visit.fields().text("page") : nil
        let number = try sent.flatMap { ReceivedNumber.integer($0) } ?? visit.pageNumber()
        let uploads = visit.videoUploads
        let added = try many.files.added(limit: mostAdded)
        let assets =
            added.isEmpty ? [] : try visit.videoList.summaries(visit.videoList.find(added))
        return ManyVideosPage(
            slice: try many.slice(page: number),
            unfinished: try visit.session.map { session in
                try uploads.unfinished(of: session.user.id).map {
                    UnfinishedUpload(upload: $0, bytes: try uploads.offset(of: $0))
                }
            } ?? [],
            lonelyCaptions: try many.files.lonelyCaptions(),
            added: assets.map { AddedVideoRow(summary: $0, now: visit.now, times: visit.times) },
            limit: visit.site.configuration.videoLimitBytes,
            missingProgram: visit.site.configuration.missingVideoProgram
        )
    }
}

extension ManyVideos.Slice {
    /// Puts errors beside the files that they are about.
    mutating func mark(_ errors: [WaitingFile.Key: String]) {
        for index in rows.indices { rows[index].error = errors[rows[index].file.key] }
    }
}
