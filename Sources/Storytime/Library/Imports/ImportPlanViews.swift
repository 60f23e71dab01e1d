import HTTP
import Quill

/// What would become of each row of a file, or what became of it.
struct ImportPlanPage: Page {
    static let template = "library/imports/plan.html"
    static let perPage = 50
    /// Each is a table of its own, with both versions.
    static let changedPerPage = 20

    let subject: Import
    let shown: PlannedRow.Outcome
    let rows: [ImportRow]
    /// Why rows are refused; empty while others are shown.
    let reasons: [ImportReasons.Reason]
    /// The outcome whose rows are shown; nil for all.
    let reason: ImportReasons.Reason?
    /// The columns with values that the catalog doesn't know.
    let values: [ImportValueStore.Count]
    /// The columns of which cells that can’t be read are left empty.
    let leftEmpty: [ImportValueStore.LeftEmpty]
    /// Of the file's columns; nil if they aren't shown.
    let samples: ImportSamples?
    let names: [ImportNames.New]
    /// What was done; nil before that, and when it is too long ago.
    let batch: Batch?
    let pagination: Pagination
    let now: Int

    private var isDone: Bool { subject.state == .done }

    private var scopes: [ScopeLink] {
        PlannedRow.Outcome.allCases.map { outcome in
            ScopeLink(
                label: outcome.label(isDone: isDone),
                href: subject.href + "?show=\(outcome.rawValue)",
                count: subject.counts[outcome],
                isCurrent: outcome == shown
            )
        }
    }

    /// "12 books added, 3 changed."
    private var summary: String {
        let created = Counted.text(subject.counts[.created], "book", "books")
        let changed = Counted.number(subject.counts[.changed])
        if subject.isUndone { return "\(created) had been added, \(changed) changed." }
        return isDone
            ? "\(created) added, \(changed) changed."
            : "\(Counted.text(subject.counts.total, "row", "rows")) checked. "
                + "Nothing has been changed yet."
    }

    /// "12 categories and 1 language": the values that nobody has decided on yet.
    private var openValues: String? {
        let parts = values.filter { $0.open > 0 }
            .map { Counted.text($0.open, $0.column.valueNoun.one, $0.column.valueNoun.many) }
        return parts.isEmpty ? nil : Counted.list(parts)
    }

    private var reasonRows: [ImportReasonRow] {
        reasons.map { reason in
            ImportReasonRow(
                reason: reason,
                href: "\(subject.href)?show=refused&reason=\(reason.number)",
                isShown: reason.number == self.reason?.number,
                column: isDone ? nil : subject.column(headed: reason.heading)
            )
        }
    }

    private var leftOut: [ImportLeftOutColumn] {
        subject.leftOut.filter { samples?.empty.contains($0.index) != true }.map { column in
            ImportLeftOutColumn(
                column: column,
                samples: samples?.cells(ofColumn: column.index).filter { !$0.isEmpty } ?? []
            )
        }
    }

    private var buttonLabel: String {
        let counts = [
            (subject.counts[.created], "add"), (subject.counts[.changed], "change"),
        ].filter { $0.0 > 0 }
        let parts = counts.enumerated().map { index, part in
            let books = index == 0 ? Counted.text(part.0, "book", "books") : Counted.number(part.0)
            return "\(part.1) \(books)"
        }
        return "Import: " + parts.joined(separator: ", ")
    }

    static let fields: [Field<ImportPlanPage>] = [
        .text("file_name") { $0.subject.fileName },
        .text("id") { String($0.subject.id.value) },
        .text("href") { $0.subject.href },
        .bool("is_done") { $0.isDone },
        .bool("is_anew") { $0.subject.isAnew && !$0.isDone },
        .bool("is_undone") { $0.subject.isUndone },
        .optionalText("undo_href") { page in
            page.batch.flatMap { $0.canBeUndone(now: page.now) ? $0.undoHref : nil }
        },
        .text("batch_href") { $0.batch?.href ?? ImportPages.path },
        .bool("can_be_confirmed") { !$0.isDone && $0.subject.wantedCount > 0 },
        .text("summary") { $0.summary },
        // Below the heading, unless the notice below that says it.
        .text("lede") { $0.isDone && !$0.subject.isUndone ? "" : $0.summary },
        .text("button_label") { $0.buttonLabel },
        .text("plan") { $0.subject.digest.map(Base64URL.encode) ?? "" },
        .list("new_names") { $0.isDone ? [] : $0.names.map(ImportNameRow.init) },
        .bool("has_values") { !$0.values.isEmpty },
        .optionalText("open_values") { $0.openValues },
        .text("values_href") { $0.subject.href + "/values" },
        .list("left_out") { $0.leftOut },
        .list("left_empty") { page in
            page.leftEmpty.map { ImportLeftEmptyRow(left: $0, subject: page.subject) }
        },
        .optionalText("encoding_note") { $0.subject.encodingNote },
        .text("empty_href") { $0.subject.href + "/empty" },
        .list("reasons") { $0.reasonRows },
        .bool("can_leave_empty") { page in page.reasonRows.contains { $0.column != nil } },
        .optionalText("reason") { $0.reason?.sentence },
        .text("all_refused_href") { $0.subject.href + "?show=refused" },
        .list("scopes") { $0.scopes },
        .text("shown") { $0.shown.rawValue },
        .text("caption") { $0.shown.label(isDone: $0.isDone) },
        .list("rows") { $0.rows.map(ImportPlanRow.init) },
        .int("refused_count") { $0.subject.counts[.refused] },
        .text("refused_href") { $0.subject.href + "/refused.csv" },
        .record("pagination") { page in
            page.pagination.view(
                path: page.subject.href,
                query: [(name: "show", value: page.shown.rawValue)]
                    + (page.reason.map { [(name: "reason", value: String($0.number))] } ?? [])
            )
        },
    ]
}

extension PlannedRow.Outcome {
    fileprivate func label(isDone: Bool) -> String {
        switch self {
        case .created: isDone ? "Added" : "To add"
        case .changed: isDone ? "Changed" : "To change"
        case .same: "Unchanged"
        case .refused: "Rejected"
        }
    }
}

/// A row of the file and what would become of it.
struct ImportPlanRow: Record {
    let row: ImportRow

    static let fields: [Field<ImportPlanRow>] = [
        .int("line") { $0.row.line },
        .text("title") { $0.row.title },
        .text("author") { $0.row.author },
        .optionalText("book_href") { $0.row.book.map { "/admin/books/\($0)" } },
        .list("changes") { $0.row.changes.map(ImportChangeRow.init) },
        .list("differences") { plan in
            plan.row.changes.map {
                ConflictRow(
                    field: ImportColumn(rawValue: $0.field)?.label ?? $0.field,
                    theirs: $0.before ?? "",
                    yours: $0.after ?? ""
                )
            }
        },
        .list("problems") { $0.row.problems.map(ImportProblemRow.init) },
    ]
}

/// A field of a book that would be added.
struct ImportChangeRow: Record {
    let change: Change

    static let fields: [Field<ImportChangeRow>] = [
        .text("field") { ImportColumn(rawValue: $0.change.field)?.label ?? $0.change.field },
        .text("value") { $0.change.after ?? "" },
    ]
}

/// Why a row is refused.
struct ImportProblemRow: Record {
    let problem: CellProblem

    static let fields: [Field<ImportProblemRow>] = [
        .text("column") { $0.problem.column },
        .text("reason") { $0.problem.reason },
    ]
}

/// A reason why rows are refused, and how many.
struct ImportReasonRow: Record {
    let reason: ImportReasons.Reason
    let href: String
    /// Whether its rows are shown below.
    let isShown: Bool
    /// The column whose cells can be left empty instead; nil if they can’t.
    let column: ImportColumn?

    /// "2, 5, 9 …"
    private var lines: String {
        let lines = reason.firstLines.map { Counted.number($0) }.joined(separator: ", ")
        return reason.rowCount > reason.firstLines.count ? lines + " …" : lines
    }

    static let fields: [Field<ImportReasonRow>] = [
        .text("column") { $0.reason.heading },
        .text("text") { $0.reason.text },
        .int("rows_count") { $0.reason.rowCount },
        .text("lines") { $0.lines },
        .text("href") { $0.href },
        .bool("is_shown") { $0.isShown },
        .optionalText("column_name") { $0.column?.rawValue },
    ]
}

extension Import {
    /// The column with this heading, if its cells can be left empty.
    fileprivate func column(headed heading: String) -> ImportColumn? {
        headings.firstIndex(of: heading).flatMap { mapping.columns[$0] }
            .flatMap { $0.canBeLeftEmpty ? $0 : nil }
    }
}

/// A column of which cells that can’t be read are left empty.
struct ImportLeftEmptyRow: Record {
    let left: ImportValueStore.LeftEmpty
    let subject: Import

    private var heading: String {
        subject.mapping.index(of: left.column).map { subject.headings[$0] } ?? left.column.label
    }

    static let fields: [Field<ImportLeftEmptyRow>] = [
        .text("heading") { $0.heading },
        .text("column_name") { $0.left.column.rawValue },
        .int("rows_count") { $0.left.rowCount },
    ]
}

extension ImportReasons.Reason {
    /// With the column that it is about.
    var sentence: String { heading.isEmpty ? text : "\(heading): \(text)" }
}

/// A column of the file that is left out.
struct ImportLeftOutColumn: Record {
    let column: IgnoredColumn
    let samples: [String]

    static let fields: [Field<ImportLeftOutColumn>] = [
        .text("heading") { PlainText.trimmed($0.column.heading) },
        .optionalText("note") { $0.column.note },
        .list("samples") { $0.samples.map { ImportText(text: $0) } },
    ]
}

/// A category or a publisher that would be created.
struct ImportNameRow: Record {
    let name: ImportNames.New

    static let fields: [Field<ImportNameRow>] = [
        .text("id") { "name-" + $0.name.token },
        .text("token") { $0.name.token },
        .text("kind") { $0.name.kind.label },
        .text("name") { $0.name.name },
        .int("rows_count") { $0.name.rowCount },
        .bool("is_wanted") { $0.name.isWanted },
    ]
}

extension ImportNames.New {
    /// What a form sends for it: an id of letters and digits, whatever the name is.
    var token: String { "\(kind.rawValue)-" + Base64URL.encode(Array(key.utf8)) }
}
