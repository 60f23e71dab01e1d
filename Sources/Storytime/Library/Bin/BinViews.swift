import Quill

/// A book in the list of the bin.
struct BinRow: Record {
    let binned: BinnedBook
    let summary: BookSummary
    let now: Int
    let times: TimeText

    static let fields: [Field<BinRow>] = [
        .record("book") { $0.summary },
        .text("id") { String($0.binned.book.id.value) },
        .text("by") { Actor.inSentence($0.binned.deletedBy) },
        .text("when_text") { $0.times.relative($0.binned.deletedAt, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.binned.deletedAt) },
        .text("when_iso") { TimeText.iso($0.binned.deletedAt) },
        .text("days_left") { BinStore.daysLeft($0.binned.endsAt, now: $0.now) },
        .text("restore_href") { $0.summary.href + "/restore" },
        .text("purge_href") { $0.summary.href + "/purge" },
    ]
}

/// The books in the bin, the latest first.
struct BinPage: PageWithCovers {
    static let template = "library/bin/index.html"

    let rows: [BinRow]
    let scopes: [ScopeLink]
    let pagination: PaginationView

    static let fields: [Field<BinPage>] = [
        .list("rows") { $0.rows },
        .list("scopes") { $0.scopes },
        .int("total") { $0.pagination.total },
        .int("kept_days") { _ in BinStore.keptDays },
        .record("pagination") { $0.pagination },
    ]
}

/// The question before something is removed from the bin for good.
struct PurgePage: PageWithCovers {
    enum What: Sendable {
        case book(BookSummary)
        case everything(count: Int)
    }

    static let template = "library/bin/purge.html"

    let what: What
    let references: [ReferenceLine]
    /// Books were added or removed since the question was asked, so it is asked again.
    var hasChanged = false

    private var book: BookSummary? {
        guard case .book(let book) = what else { return nil }
        return book
    }

    private var count: Int {
        guard case .everything(let count) = what else { return 1 }
        return count
    }

    static let fields: [Field<PurgePage>] = [
        .optionalRecord("book") { $0.book },
        .int("count") { $0.count },
        .text("count_text") { String($0.count) },
        .text("action") {
            $0.book.map { $0.href + "/purge" } ?? BinPages.path + "/purge"
        },
        .text("back_href") { $0.book?.href ?? BinPages.path },
        .list("references") { $0.references },
        .bool("has_changed") { $0.hasChanged },
    ]
}

/// The note on a book's own page when it is in the bin.
struct BinNote: Record {
    let binned: BinnedBook
    let times: TimeText

    private var href: String { "/admin/books/\(binned.book.id)" }

    static let fields: [Field<BinNote>] = [
        .text("by") { Actor.inSentence($0.binned.deletedBy) },
        .text("since_text") { $0.times.exact($0.binned.deletedAt) },
        .text("until_text") { $0.times.day($0.binned.endsAt) },
        .text("restore_href") { $0.href + "/restore" },
        .text("purge_href") { $0.href + "/purge" },
    ]
}
