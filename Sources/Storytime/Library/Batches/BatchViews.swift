import Quill

/// A batch as pages show it.
struct BatchView: Record {
    let batch: Batch
    let now: Int
    let times: TimeText

    private var href: String { "\(BatchPages.path)/\(batch.id)" }

    /// When and by whom it was undone.
    private var undoneText: String? {
        guard let at = batch.undoneAt, let by = batch.undoneBy else { return nil }
        return "by \(by), \(times.relative(at, now: now))"
    }

    static let fields: [Field<BatchView>] = [
        .text("summary") { $0.batch.summary },
        .text("who") { $0.batch.actorName },
        .int("books_count") { $0.batch.rowCount },
        .text("href") { $0.href },
        .text("undo_href") { $0.batch.undoHref },
        .text("audit_href") { "/admin/audit?batch=\($0.batch.id)" },
        .bool("can_be_undone") { $0.batch.canBeUndone(now: $0.now) },
        .optionalText("undone_text") { $0.undoneText },
        .text("when_text") { $0.times.relative($0.batch.at, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.batch.at) },
        .text("when_iso") { TimeText.iso($0.batch.at) },
    ]
}

/// The batches of the last thirty days, the latest first.
struct BatchIndexPage: Page {
    static let template = "library/batches/index.html"

    let rows: [BatchView]
    let pagination: PaginationView

    static let fields: [Field<BatchIndexPage>] = [
        .list("rows") { $0.rows },
        .int("kept_days") { _ in Batch.keptDays },
        .record("pagination") { $0.pagination },
    ]
}

/// A batch, with the parts that could not be restored.
struct BatchShowPage: Page {
    static let template = "library/batches/show.html"

    let batch: BatchView
    let rows: [BatchLeftRow]
    let leftBooks: Int
    let pagination: PaginationView

    static let fields: [Field<BatchShowPage>] = [
        .record("batch") { $0.batch },
        .list("rows") { $0.rows },
        .int("left_books") { $0.leftBooks },
        .record("pagination") { $0.pagination },
    ]
}

/// Something that could not be restored, and why.
struct BatchLeftRow: Record {
    let left: BatchStore.Left

    private var reason: String {
        guard left.title != nil else { return "The book was deleted for good." }
        switch left.field {
        case .category:
            guard let category = left.category else { return "The category was deleted." }
            return "It was added to or removed from \(category)."
        case .publisher, .series:
            return "Its \(left.field.rawValue) was changed or deleted."
        case .coverAddress: return "Its cover was changed."
        case .bin: return "It has been restored or deleted since."
        case .creation: return "It has been changed since it was added."
        case .rights: return "Its rights were changed."
        case .ages: return "Its ages were changed."
        case .tags: return "Its tags were changed."
        case .isbn: return "Its ISBN was changed."
        case .title, .author, .description, .language, .status, .originalTitle, .illustrator,
            .translator, .narrator, .seriesNumber, .year, .pageCount:
            return "Its \(AuditWords.field(left.field.rawValue)) was changed."
        }
    }

    static let fields: [Field<BatchLeftRow>] = [
        .optionalText("title") { $0.left.title },
        .text("number") { String($0.left.book.value) },
        .text("href") { "/admin/books/\($0.left.book)" },
        .text("reason") { $0.reason },
    ]
}
