import Quill

/// The page on which many videos get their books.
struct ManyVideosPage: Page {
    static let template = "library/videos/many.html"

    var slice: ManyVideos.Slice
    let unfinished: [UnfinishedUpload]
    let lonelyCaptions: [(id: ID<WaitingFile>, name: String)]
    /// What was made of files of this page lately.
    let added: [AddedVideoRow]
    let limit: Int
    let missingProgram: String?
    var fileErrors: [String] = []
    var listError: String?

    private var rows: [WaitingFileRow] {
        slice.rows.enumerated().map { WaitingFileRow(row: $1, index: $0) }
    }

    private var errors: [FormError] {
        fileErrors.map { FormError(href: "#field-files", message: $0) }
            + [listError.map { FormError(href: "#waiting", message: $0) }].compactMap(\.self)
            + rows.compactMap(\.formError)
    }

    private var wanted: Int { slice.rows.count(where: \.isWanted) }
    private var settled: Int { added.count(where: \.isSettled) }

    static let fields: [Field<ManyVideosPage>] = [
        .text("path") { _ in ManyVideosPages.path },
        .text("list_path") { _ in VideoListAddress.path },
        .int("limit") { $0.limit },
        .text("limit_text") { ByteCount.text($0.limit) },
        .text("captions_limit") { _ in String(CaptionFile.maximumBytes) },
        .optionalText("missing_program") { $0.missingProgram },
        .list("unfinished") { $0.unfinished },
        .list("rows") { $0.rows },
        .int("total") { $0.slice.pagination.total },
        .int("page") { $0.slice.pagination.page },
        .optionalText("others") { $0.slice.others },
        .int("wanted") { $0.wanted },
        .list("lonely") { $0.lonelyCaptions.map(LonelyCaptions.init) },
        .list("added") { $0.added },
        .int("settled") { $0.settled },
        .int("failed") { $0.added.count(where: \.hasFailed) },
        .list("errors") { $0.errors },
        .list("file_errors") { $0.fileErrors.map(FileError.init) },
        .record("pagination") { $0.slice.pagination.view(path: ManyVideosPages.path) },
    ]

    /// Why a file was not taken.
    struct FileError: Record {
        let message: String

        static let fields: [Field<FileError>] = [.text("message") { $0.message }]
    }
}

/// A file in the list of many videos.
struct WaitingFileRow: Record {
    let row: ManyVideos.Row
    let index: Int

    private var file: WaitingFile { row.file }

    var formError: FormError? {
        row.error.map { FormError(href: "#book-\(index)", message: "\(file.name): \($0)") }
    }

    private var suggestion: (label: String, kind: String) {
        if file.trouble != nil { return ("Problem", "bad") }
        guard let book = row.book else { return ("No match", "quiet") }
        if let choice = file.choice, choice.book != nil, row.matches.first?.book.id != book.id {
            return ("Chosen", "good")
        }
        let percent = row.matches.first { $0.book.id == book.id }.map { " (\($0.percent)%)" } ?? ""
        return row.matches.first?.certainty == .sure
            ? ("Sure" + percent, "good") : ("Maybe" + percent, "busy")
    }

    /// The book that is selected, then the others that fit.
    private var options: [Choice] {
        var offered = row.matches.map { match in
            (match.book, "\(Self.name(of: match.book)) (\(match.percent)%)")
        }
        if let book = row.book, !offered.contains(where: { $0.0.id == book.id }) {
            offered.insert((book, Self.name(of: book)), at: 0)
        }
        let none = Choice(value: "", label: "No book", isChosen: row.book == nil)
        return [none]
            + offered.map { book, label in
                Choice(value: "\(book.id)", label: label, isChosen: row.book?.id == book.id)
            }
    }

    private static func name(of book: BookTraits) -> String {
        book.author.isEmpty ? book.title : "\(book.title), \(book.author)"
    }

    private var removal: String? {
        guard case .upload(let id) = file.key else { return nil }
        return "\(id)"
    }

    private var isInInbox: Bool {
        if case .inbox = file.key { return true }
        return false
    }

    static let fields: [Field<WaitingFileRow>] = [
        .int("index") { $0.index },
        .text("key") { $0.file.key.text },
        .text("shown") { ManyVideosForm.shown($0.row.book?.id, $0.row.isWanted) },
        .text("name") { $0.file.name },
        .text("size") { ByteCount.text($0.file.size) },
        .optionalText("duration") { $0.file.seconds.map(PlayingTime.text) },
        .optionalText("captions") {
            $0.file.captions.isEmpty ? nil : Counted.list($0.file.captions)
        },
        .bool("is_in_inbox") { $0.isInInbox },
        .bool("is_wanted") { $0.row.isWanted },
        .list("options") { $0.options },
        .text("match") { $0.suggestion.label },
        .text("match_kind") { $0.suggestion.kind },
        .bool("replaces") { $0.row.replaces },
        .optionalText("rival") { $0.row.rival },
        .optionalText("trouble") { $0.file.trouble },
        .optionalText("error") { $0.row.error },
        .optionalText("removal") { $0.removal },
    ]
}

/// An upload that was interrupted, and can go on.
struct UnfinishedUpload: Record {
    let upload: VideoUpload
    let bytes: Int

    static let fields: [Field<UnfinishedUpload>] = [
        .text("name") { $0.upload.source.name },
        .text("done") { ByteCount.text($0.bytes) },
        .text("size") { ByteCount.text($0.upload.source.size) },
        .text("action") { ManyVideosPages.path + "/uploads/\($0.upload.key)/discard" },
    ]
}

/// Uploaded captions beside which no video waits.
struct LonelyCaptions: Record {
    let id: ID<WaitingFile>
    let name: String

    init(_ file: (id: ID<WaitingFile>, name: String)) {
        (id, name) = (file.id, file.name)
    }

    static let fields: [Field<LonelyCaptions>] = [
        .text("id") { "\($0.id)" },
        .text("name") { $0.name },
    ]
}

/// A video that was made of a file of this page.
struct AddedVideoRow: Record {
    let summary: VideoSummary
    let now: Int
    let times: TimeText

    private var asset: VideoAsset { summary.asset }
    var isSettled: Bool { asset.status.isSettled }
    var hasFailed: Bool { asset.status == .errored }

    static let fields: [Field<AddedVideoRow>] = [
        .text("anchor") { "added-\($0.asset.id)" },
        .text("href") { $0.asset.href },
        .text("name") { $0.summary.name },
        .optionalText("source") { $0.asset.source },
        .record("status") { VideoStatusView(asset: $0.asset, now: $0.now, times: $0.times) },
        .optionalText("error") { $0.asset.trouble?.message },
    ]
}

/// The page on which one file gets another book than those that its name suggests.
struct WaitingFileBookPage: PageWithCovers {
    static let template = "library/videos/many-book.html"

    let file: WaitingFile
    /// What is searched for; nil where books without a video are offered instead.
    var words: SearchWords?
    let found: (books: [BookSummary], total: Int)

    static let fields: [Field<WaitingFileBookPage>] = [
        .text("path") { _ in ManyVideosPages.path },
        .text("key") { $0.file.key.text },
        .text("name") { $0.file.name },
        .text("words") { $0.words?.text ?? "" },
        .bool("is_suggested") { $0.words == nil },
        .list("books") { $0.found.books.map(BookToChoose.init) },
        .int("hidden") { $0.found.total - $0.found.books.count },
    ]
}

/// A book that a file may be given to.
struct BookToChoose: Record {
    let summary: BookSummary

    static let fields: [Field<BookToChoose>] = [
        .text("id") { "\($0.summary.book.id)" },
        .record("book") { $0.summary },
    ]
}
