import HTTP
import Quill
import Server

/// A field in which an earlier version of a record differs from what it is now.
struct PastField: Record {
    /// Its name in the form.
    let name: String
    let label: String
    /// What it is and what it was, as people read it.
    let now: String
    let then: String
    /// What it was, as a browser would send it.
    var values: [String]
    var isChecked = true
    /// Why it can't be restored as it was.
    var problem: String?
    /// Whether there is anything left of it to restore.
    private(set) var isOffered = true

    /// It can't be restored at all.
    mutating func refuse(_ problem: String) {
        self.problem = problem
        (isChecked, isOffered) = (false, false)
    }

    private var diff: TextDiff { TextDiff(now, then) }
    private var id: String { "restore-" + name.replacing("_", with: "-") }

    /// The line of the summary above the form.
    var error: FormError? {
        guard isChecked else { return nil }
        return problem.map { FormError(href: "#" + id, message: "\(label): \($0)") }
    }

    static let fields: [Field<PastField>] = [
        .text("name") { $0.name },
        .text("label") { $0.label },
        .text("id") { $0.id },
        .list("now") { $0.diff.before },
        .list("then") { $0.diff.after },
        .bool("is_checked") { $0.isChecked },
        .bool("is_offered") { $0.isOffered },
        .optionalText("problem") { $0.problem },
    ]
}

/// A record as it was after an entry of its history, beside what it is now: for each field that
/// differs, a person chooses whether to restore it.
struct PastVersionPage: Page {
    static let template = "console/kept/past-version.html"
    /// The name of the checkboxes.
    static let choice = "fields"

    let noun: String
    let name: String
    let href: String
    let entry: AuditEntry
    let times: TimeText
    var version: VersionField
    var rows: [PastField]
    /// Whether somebody changed the record since the page was shown.
    var hasChanged = false
    var isNothingChosen = false

    private var errors: [FormError] {
        let nothing = FormError(href: "#record", message: "Select at least one field to restore.")
        return version.errors + (isNothingChosen ? [nothing] : []) + rows.compactMap(\.error)
    }

    /// The names of the fields that the form chose; the page remembers them.
    mutating func choose(_ sent: Fields) -> Set<String> {
        let chosen = Set(sent.all(Self.choice))
        for index in rows.indices {
            rows[index].isChecked = rows[index].isOffered && chosen.contains(rows[index].name)
        }
        isNothingChosen = !rows.contains(where: \.isChecked)
        return chosen
    }

    /// The content of the record's form, with what was chosen.
    func merged(over pairs: [(name: String, value: String)]) -> Fields {
        let chosen = rows.filter(\.isChecked)
        let names = Set(chosen.map(\.name))
        return Fields(
            pairs.filter { !names.contains($0.name) }
                + chosen.flatMap { row in row.values.map { (name: row.name, value: $0) } }
        )
    }

    /// A sentence for the notice, starting with a space.
    var note: String {
        " Restored: \(rows.filter(\.isChecked).map(\.label).joined(separator: ", "))."
    }

    static let fields: [Field<PastVersionPage>] = [
        .text("noun") { $0.noun },
        .text("name") { $0.name },
        .text("href") { $0.href },
        .text("action") { "\($0.href)/versions/\($0.entry.id)" },
        .text("who") { $0.entry.actorName },
        .text("when_exact") { $0.times.exact($0.entry.at) },
        .text("version") { $0.version.shown },
        .list("rows") { $0.rows },
        .list("errors") { $0.errors },
        .bool("has_changed") { $0.hasChanged },
    ]
}

extension RecordPages where Kept: Record {
    /// The fields that the history can give back.
    private static var restorable: [Entry<Form>] {
        let audited = Set(Kept.audited.map(\.name))
        return Form.entries.filter {
            audited.contains($0.name) && !Form.unrestorable.contains($0.name)
        }
    }

    /// The history of a record, whose entries lead to the version after each.
    static func history(_ visit: Visit, of record: Kept) throws -> History {
        try visit.history(
            of: record.subject,
            restoring: Set(restorable.map(\.name)),
            at: record.href
        )
    }

    static func askToRestore(_ visit: Visit, _ id: ID<Kept>, _ entry: ID<AuditEntry>) throws
        -> Response
    {
        let record = try store(visit).find(id)
        return try visit.page(try pastVersion(visit, record, entry, VersionField(record.version)))
    }

    /// Saves what was chosen as the record's form would, so that what is no longer valid is said.
    static func restoreVersion(_ visit: Visit, _ id: ID<Kept>, _ entry: ID<AuditEntry>) throws
        -> Response
    {
        let sent = try visit.fields()
        let record = try store(visit).find(id)
        let version = VersionField(sent, current: record.version)
        var page = try pastVersion(visit, record, entry, version)
        _ = page.choose(sent)
        guard let shown = version.value, !page.isNothingChosen else {
            return try visit.page(page, status: 422)
        }
        var form = try form(visit, of: record).reading(page.merged(over: Form.pairs(record)))
        do {
            guard let draft = form.draft else { return try refused(visit, page, form) }
            let saved = try store(visit).update(id, version: shown, draft, by: visit.actor)
            let notice = Flash(.good, named(saved) + " saved." + page.note)
            return try visit.redirect(to: saved.href, notice: notice)
        } catch RecordRefusal<Kept>.changedMeanwhile(let current) {
            page = try pastVersion(visit, current, entry, VersionField(current.version))
            page.hasChanged = true
            return try visit.page(page, status: 409)
        } catch RecordRefusal<Kept>.taken(let column) {
            form.rejectTaken(column)
            return try refused(visit, page, form)
        }
    }

    private static func refused(_ visit: Visit, _ page: PastVersionPage, _ form: Form) throws
        -> Response
    {
        var page = page
        for index in page.rows.indices where page.rows[index].isChecked {
            page.rows[index].problem = form.problem(of: page.rows[index].name)
        }
        return try visit.page(page, status: 422)
    }

    private static func pastVersion(
        _ visit: Visit,
        _ record: Kept,
        _ entry: ID<AuditEntry>,
        _ version: VersionField
    ) throws -> PastVersionPage {
        let log = AuditLog(visit.database, visit.now)
        let entry = try log.entry(entry, about: record.subject)
        let changes = try log.changes(since: entry)
        let form = try form(visit, of: record)
        let rows = restorable.compactMap { field -> PastField? in
            // The earliest of the later changes says what it was.
            guard let change = changes.last(where: { $0.field == field.name }) else { return nil }
            let (now, then) = (field.value(record), change.before ?? "")
            guard now != then else { return nil }
            return PastField(
                name: field.name,
                label: form.label(of: field),
                now: form.words(now, in: field),
                then: form.words(then, in: field),
                values: [then]
            )
        }
        return PastVersionPage(
            noun: noun,
            name: record.name,
            href: record.href,
            entry: entry,
            times: visit.times,
            version: version,
            rows: rows
        )
    }
}
