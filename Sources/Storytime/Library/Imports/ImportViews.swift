import Quill

/// The imports of the last days, and the form that brings a file.
struct ImportIndexPage: Page {
    static let template = "library/imports/index.html"

    let rows: [ImportListRow]
    let matchCount: Int
    let error: String?

    static let fields: [Field<ImportIndexPage>] = [
        .list("rows") { $0.rows },
        .int("match_count") { $0.matchCount },
        .optionalText("error") { $0.error },
        .list("errors") { page in
            page.error.map { [FormError(href: "#field-file", message: $0)] } ?? []
        },
        .text("limit") { _ in ByteCount.text(Import.maximumBytes) },
        .text("row_limit") { _ in Counted.number(Import.maximumRows) },
        .int("kept_days") { _ in Import.keptDays },
    ]
}

/// An import in the list of them.
struct ImportListRow: Record {
    let subject: Import
    let times: TimeText
    let now: Int

    /// The words of the status pill, and its kind.
    private var state: (label: String, kind: String) {
        if subject.isUndone { return ("Undone", "quiet") }
        if subject.state == .checked, subject.wantedCount == 0 {
            return ("Nothing to import", "quiet")
        }
        return (subject.state.label, subject.state.kind)
    }

    static let fields: [Field<ImportListRow>] = [
        .text("file_name") { $0.subject.fileName },
        .text("href") { $0.subject.href },
        .text("who") { $0.subject.actor.name },
        .text("state") { $0.state.label },
        .text("state_kind") { $0.state.kind },
        .text("when_text") { $0.times.relative($0.subject.at, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.subject.at) },
        .text("when_iso") { TimeText.iso($0.subject.at) },
    ]
}

extension Import.State {
    var label: String {
        switch self {
        case .mapping: "Columns to confirm"
        case .checking: "Being checked"
        case .checked: "Waiting for your confirmation"
        case .importing: "Being imported"
        case .done: "Imported"
        case .failed: "Can’t be read"
        }
    }

    /// The kind of the status pill.
    var kind: String {
        switch self {
        case .mapping, .checked: "info"
        case .checking, .importing: "busy"
        case .done: "good"
        case .failed: "bad"
        }
    }
}

/// What a file's columns are, to be confirmed.
struct ImportColumnsPage: Page {
    static let template = "library/imports/columns.html"

    let subject: Import
    let form: ImportColumnsForm

    static let fields: [Field<ImportColumnsPage>] = [
        .text("file_name") { $0.subject.fileName },
        .text("size") { ByteCount.text($0.subject.bytes) },
        .text("href") { $0.subject.href },
        .record("form") { $0.form },
    ]
}

/// An import that the background works on.
struct ImportWorkingPage: Page {
    static let template = "library/imports/working.html"

    let subject: Import
    /// Nil before the background has begun.
    let percent: Int?

    private var label: String {
        subject.state == .checking ? "Checking the file" : "Adding to the catalog"
    }

    static let fields: [Field<ImportWorkingPage>] = [
        .text("file_name") { $0.subject.fileName },
        .text("href") { $0.subject.href },
        .text("label") { $0.label },
        .bool("can_be_given_up") { $0.subject.state == .checking },
        .record("progress") { page in
            Progress(
                label: page.label,
                value: page.percent ?? 0,
                maximum: 100,
                text: page.percent.map { "\($0)%" } ?? "Waiting to start"
            )
        },
    ]
}

/// A file that can't be read.
struct ImportFailedPage: Page {
    static let template = "library/imports/failed.html"

    let subject: Import

    static let fields: [Field<ImportFailedPage>] = [
        .text("file_name") { $0.subject.fileName },
        .text("href") { $0.subject.href },
        .text("message") { $0.subject.message ?? "" },
    ]
}
