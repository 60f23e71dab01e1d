import Quill

/// The question before a record is deleted, and where its books should go.
struct DeletePage<Pages: RecordPages>: Page where Pages.Form.Kept: ShelfRecord {
    static var template: String { Pages.templates + "/delete.html" }

    let record: Pages.Kept
    let successors: SelectField
    /// From how many children it is hidden.
    let hiddenFrom: Int
    /// Whether someone changed the record in the meantime, so that the question is asked again.
    var hasChanged = false

    static var fields: [Field<Self>] {
        [
            .text("noun") { _ in Pages.noun },
            .text("name") { $0.record.name },
            .text("href") { $0.record.href },
            .record("record") { $0.record },
            .text("version") { String($0.record.version) },
            .bool("has_changed") { $0.hasChanged },
            .int("hidden_from") { $0.hiddenFrom },
            .bool("has_books") { $0.record.bookCount > 0 },
            .record("successors") { $0.successors },
            .list("errors") { $0.successors.formErrors },
            .int("kept_days") { _ in BinStore.keptDays },
        ]
    }
}

/// Merging a record into another one: first the choice, and then the question.
struct MergePage<Pages: RecordPages>: Page where Pages.Form.Kept: ShelfRecord {
    static var template: String { Pages.templates + "/merge.html" }

    let record: Pages.Kept
    let field: SelectField
    /// The one that takes over the books, once it is chosen.
    var other: Pages.Kept?
    /// How many books are in both.
    var sharedCount = 0
    /// From how many children the record is hidden.
    var hiddenFrom = 0
    /// What becomes of what it has besides books.
    var more = Merging()
    /// Whether someone changed the record in the meantime, so that the question is asked again.
    var hasChanged = false

    static var fields: [Field<Self>] {
        [
            .text("noun") { _ in Pages.noun },
            .texts("notes") { $0.more.question },
            .text("plural") { _ in Pages.list.title.lowercased() },
            .text("name") { $0.record.name },
            .text("href") { $0.record.href },
            .text("version") { String($0.record.version) },
            .int("books_count") { $0.record.bookCount },
            .record("field") { $0.field },
            .list("errors") { $0.field.formErrors },
            .optionalText("other_name") { $0.other?.name },
            .text("other_id") { $0.other.map { String($0.id.value) } ?? "" },
            .int("total_count") {
                $0.record.bookCount + ($0.other?.bookCount ?? 0) - $0.sharedCount
            },
            .int("shared_count") { $0.sharedCount },
            .int("hidden_from") { $0.hiddenFrom },
            .bool("has_changed") { $0.hasChanged },
            .int("kept_days") { _ in BinStore.keptDays },
        ]
    }
}

/// A record in the bin as pages show it.
struct BinnedShelfView<Kept: ShelfRecord>: Record {
    let shelf: BinnedShelf<Kept>
    /// The path of the list of its kind.
    let path: String
    let now: Int
    let times: TimeText

    private var href: String { "\(path)/\(shelf.id)" }

    static var fields: [Field<Self>] {
        [
            .text("name") { $0.shelf.name },
            .int("books_count") { $0.shelf.bookCount },
            .optionalText("successor") { $0.shelf.successor?.name },
            .text("successor_href") { view in
                view.shelf.successor.map { "\(view.path)/\($0.id)" } ?? ""
            },
            .text("by") { Actor.inSentence($0.shelf.deletedBy) },
            .text("when_text") { $0.times.relative($0.shelf.deletedAt, now: $0.now) },
            .text("when_exact") { $0.times.exact($0.shelf.deletedAt) },
            .text("when_iso") { TimeText.iso($0.shelf.deletedAt) },
            .text("until_text") { $0.times.day($0.shelf.endsAt) },
            .text("days_left") { BinStore.daysLeft($0.shelf.endsAt, now: $0.now) },
            .text("href") { $0.href },
            .text("restore_href") { $0.href + "/restore" },
            .text("purge_href") { $0.href + "/purge" },
        ]
    }
}

/// The records of one kind in the bin, the latest first.
struct ShelfBinPage<Pages: RecordPages>: Page where Pages.Form.Kept: ShelfRecord {
    static var template: String { Pages.templates + "/bin.html" }

    let rows: [BinnedShelfView<Pages.Kept>]
    let scopes: [ScopeLink]
    let pagination: PaginationView

    static var fields: [Field<Self>] {
        [
            .text("noun") { _ in Pages.noun },
            .text("plural") { _ in Pages.list.title.lowercased() },
            .text("title") { _ in Pages.list.title },
            .text("list_href") { _ in Pages.list.href },
            .list("rows") { $0.rows },
            .list("scopes") { $0.scopes },
            .int("total") { $0.pagination.total },
            .int("kept_days") { _ in BinStore.keptDays },
            .record("pagination") { $0.pagination },
        ]
    }
}

/// A record that is in the bin, with its history.
struct BinnedShelfPage<Pages: RecordPages>: Page where Pages.Form.Kept: ShelfRecord {
    static var template: String { Pages.templates + "/binned.html" }

    let shelf: BinnedShelfView<Pages.Kept>
    let history: History

    static var fields: [Field<Self>] {
        [
            .text("noun") { _ in Pages.noun },
            .text("bin_href") { _ in Pages.list.href + "/bin" },
            .record("shelf") { $0.shelf },
            .record("history") { $0.history },
        ]
    }
}

/// The form for restoring a record whose name another one has taken.
struct RestorePage<Pages: RecordPages>: Page where Pages.Form.Kept: ShelfRecord {
    static var template: String { Pages.templates + "/restore.html" }

    let shelf: BinnedShelf<Pages.Kept>
    var name: FormField
    /// Where the request came from: "list", "bin", or empty.
    let from: String

    static var fields: [Field<Self>] {
        [
            .text("noun") { _ in Pages.noun },
            .text("shelf_name") { $0.shelf.name },
            .text("bin_href") { _ in Pages.list.href + "/bin" },
            .text("action") { "\(Pages.list.href)/\($0.shelf.id)/restore" },
            .text("from") { $0.from },
            .record("name") { $0.name },
            .list("errors") { [$0.name].errors },
        ]
    }
}

/// The question before a record is removed from the bin for good.
struct PurgeShelfPage<Pages: RecordPages>: Page where Pages.Form.Kept: ShelfRecord {
    static var template: String { Pages.templates + "/purge.html" }

    let shelf: BinnedShelfView<Pages.Kept>

    static var fields: [Field<Self>] {
        [
            .text("noun") { _ in Pages.noun },
            .text("bin_href") { _ in Pages.list.href + "/bin" },
            .record("shelf") { $0.shelf },
        ]
    }
}
