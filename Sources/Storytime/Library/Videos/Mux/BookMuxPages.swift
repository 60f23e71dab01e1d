import HTTP
import Quill
import Server

/// The page on which a book gets a video at Mux: from an address, by an upload from the browser,
/// or from an existing asset.
enum BookMuxPages {
    static let routes = [
        get("/admin/books/{id}/video/mux", new),
        post("/admin/books/{id}/video/mux", lane: .outgoing, create),
        post("/admin/books/{id}/video/mux/upload", lane: .outgoing, upload),
        post("/admin/books/{id}/video/mux/asset", lane: .outgoing, link),
    ]

    static func new(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        try visit.page(try BookMuxPage(visit, try book(visit, id), MuxForm()))
    }

    /// Has Mux fetch the video.
    static func create(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let fields = try visit.fields()
        let book = try book(visit, id)
        var form = MuxForm(address: fields)
        guard let address = form.address.value, !visit.isResumed else {
            return try again(visit, book, form)
        }
        do {
            let draft = VideoAsset.Draft(provider: .mux, bookID: id, source: address)
            let (answer, asset) = try insert(visit, fields, draft)
            if let asset { try visit.muxVideos.makeNew(asset.id, by: visit.actor) }
            return answer
        } catch let error as MuxError {
            form.address.reject(error.description)
            return try again(visit, book, form)
        }
    }

    /// Gives the browser an address at Mux to which it sends the file directly. With the address
    /// anybody could upload, so it is on this one page and nowhere else; the same form sent again
    /// leads to the video that it made.
    static func upload(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let fields = try visit.fields()
        let book = try book(visit, id)
        guard let origin = visit.origin else {
            throw Failure.badRequest("The request doesn’t say which site it is for.")
        }
        do {
            let draft = VideoAsset.Draft(provider: .mux, bookID: id)
            let (answer, asset) = try insert(visit, fields, draft)
            guard let asset else { return answer }
            let place = try visit.muxVideos.beginUpload(asset.id, from: origin, by: visit.actor)
            let summary = BookSummary(book: book, categories: [])
            return try visit.page(MuxUploadPage(summary: summary, asset: asset, place: place))
        } catch let error as MuxError {
            let page = try BookMuxPage(visit, book, MuxForm(), uploadError: error.description)
            return try visit.page(page, status: 422)
        }
    }

    /// Makes an existing asset at Mux the book's video.
    static func link(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let fields = try visit.fields()
        let book = try book(visit, id)
        var form = MuxForm(asset: fields)
        guard let name = form.asset.value else { return try again(visit, book, form) }
        do {
            let asset = try visit.muxVideos.link(name, to: id, by: visit.actor)
            let notice = Flash(.good, "Asset added to “\(book.title)”.")
            return try visit.redirect(to: asset.href, notice: notice)
        } catch let error as MuxError {
            form.asset.reject(error.description)
        } catch let refusal as MuxVideos.Refusal {
            form.asset.reject(refusal.description)
        }
        return try again(visit, book, form)
    }

    // MARK: Parts

    /// A book in the bin gets no video.
    private static func book(_ visit: Visit, _ id: ID<Book>) throws -> Book {
        let book = try visit.books.find(id)
        guard book.deletedAt == nil else { throw Failure.notFound }
        return book
    }

    private static func again(_ visit: Visit, _ book: Book, _ form: MuxForm) throws -> Response {
        try visit.page(try BookMuxPage(visit, book, form), status: visit.formStatus)
    }

    /// Adds a video once, however often the form is sent: nil if it was sent before. Mux is called
    /// afterwards, with no transaction open.
    private static func insert(_ visit: Visit, _ fields: Fields, _ draft: VideoAsset.Draft) throws
        -> (answer: Response, asset: VideoAsset?)
    {
        var inserted: VideoAsset?
        let answer = try visit.once(fields) {
            let asset = try visit.videos.insert(draft, by: visit.actor)
            inserted = asset
            return SentForm.Outcome(location: asset.href, message: "Mux is fetching the video.")
        }
        return (answer, inserted)
    }
}

extension BookMuxPage {
    fileprivate init(
        _ visit: Visit,
        _ book: Book,
        _ form: MuxForm,
        uploadError: String? = nil
    ) throws {
        try self.init(
            summary: BookSummary(book: book, categories: []),
            mux: MuxView(visit),
            form: form,
            uploadError: uploadError,
            token: FormToken()
        )
    }
}

/// The page on which a book gets a video at Mux.
struct BookMuxPage: Page {
    static let template = "library/videos/mux.html"

    let summary: BookSummary
    let mux: MuxView
    let form: MuxForm
    /// Why no upload could be begun.
    let uploadError: String?
    let token: FormToken

    private var action: String { summary.href + "/video/mux" }

    private var errors: [FormError] {
        form.errors
            + [uploadError.map { FormError(href: "#upload", message: $0) }].compactMap(\.self)
    }

    static let fields: [Field<BookMuxPage>] = [
        .text("book_title") { $0.summary.book.title },
        .text("book_href") { $0.summary.href },
        .record("mux") { $0.mux },
        // What was sent is shown again in any case.
        .bool("has_forms") { $0.mux.canCall || !$0.errors.isEmpty },
        .record("form") { $0.form },
        .list("errors") { $0.errors },
        .optionalText("upload_error") { $0.uploadError },
        .text("form_token") { $0.token.text },
        .text("action") { $0.action },
    ]
}

/// The page from which a browser sends a file to Mux.
struct MuxUploadPage: PageWithUpload {
    static let template = "library/videos/mux-upload.html"

    let summary: BookSummary
    let asset: VideoAsset
    let place: MuxVideos.UploadPlace

    var uploadOrigin: Origin { place.origin }

    static let fields: [Field<MuxUploadPage>] = [
        .text("book_title") { $0.summary.book.title },
        .text("book_href") { $0.summary.href },
        .text("video_href") { $0.asset.href },
        .text("upload_href") { $0.place.url },
        .text("cancel_href") { $0.asset.href + "/cancel" },
    ]
}
