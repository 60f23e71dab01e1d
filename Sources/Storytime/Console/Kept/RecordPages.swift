import HTTP
import Quill
import Server

/// The pages on which records of one kind are added, changed and deleted.
///
/// A feature lists the routes and says what is special about its records. The rest is here: a form
/// keeps what was typed, adds one record however often it is sent, and shows a conflict if somebody
/// else has saved in the meantime.
protocol RecordPages: SendableMetatype {
    associatedtype Form: EditForm
    where Form.Kept: KeptRecord, Form.Draft == Form.Kept.Draft
    associatedtype Store: RecordStore<Form.Kept>

    /// The folder of its templates: `new.html`, `edit.html` and, where it can be deleted,
    /// `delete.html`.
    static var templates: String { get }
    /// The word for such a record: "category".
    static var noun: String { get }
    /// The page that lists them all: its address and its title.
    static var list: (href: String, title: String) { get }

    static func store(_ visit: Visit) -> Store
    /// The form of a record, or an empty one.
    static func form(_ visit: Visit, of record: Form.Kept?) throws -> Form
    /// The page that follows once a record was added.
    static func href(afterAdding record: Form.Kept) -> String
    /// A sentence after "added.", starting with a space; often empty.
    static func note(onAdding record: Form.Kept) -> String
}

extension RecordPages {
    typealias Kept = Form.Kept

    static func form(_ visit: Visit, of record: Kept?) throws -> Form { Form().showing(record) }
    static func href(afterAdding record: Kept) -> String { record.href }
    static func note(onAdding record: Kept) -> String { "" }

    /// "Category “Sea Stories”".
    static func named(_ record: Kept) -> String {
        "\(noun.prefix(1).uppercased())\(noun.dropFirst()) “\(record.name)”"
    }

    static func new(_ visit: Visit) throws -> Response {
        try visit.page(NewPage<Self>(form: try form(visit, of: nil)))
    }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        var form = try form(visit, of: nil).reading(fields)
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(NewPage<Self>(form: form), status: visit.formStatus)
        }
        do {
            return try visit.once(fields) {
                let record = try store(visit).insert(draft, by: visit.actor)
                return SentForm.Outcome(
                    location: href(afterAdding: record),
                    message: named(record) + " added." + note(onAdding: record)
                        + form.trimmingNote
                )
            }
        } catch RecordRefusal<Kept>.taken(let column) {
            form.rejectTaken(column)
            return try visit.page(NewPage<Self>(form: form), status: visit.formStatus)
        }
    }

    static func edit(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        let record = try store(visit).find(id)
        return try visit.page(
            EditPage<Self>(
                record: record,
                form: try form(visit, of: record),
                version: VersionField(record.version),
                base: Fields(Form.pairs(record))
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        try save(visit, id) { _, _ in .save() }
    }

    /// Saves what was sent, unless `consider` has a question about it first.
    static func save(
        _ visit: Visit,
        _ id: ID<Kept>,
        _ consider: (EditPage<Self>, Kept.Draft) throws -> Consideration
    ) throws -> Response {
        let sent = try visit.fields()
        let record = try store(visit).find(id)
        let (fields, undecided) = FormMerge.choosing(sent)
        var page = EditPage<Self>(
            record: record,
            form: try form(visit, of: record).reading(fields),
            version: VersionField(fields, current: record.version),
            base: FormMerge.base(of: sent)
        )
        // Without a version it becomes a form of the current one.
        if page.version.value == nil { page.base = Fields(Form.pairs(record)) }
        guard undecided.isEmpty else {
            page.ask(about: undecided, try visit.lastEditor(of: record.subject), merged: [])
            return try visit.page(page, status: visit.formStatus)
        }
        return try save(visit, id, page, fields, consider)
    }

    /// Saves a form whose choices are made. If somebody else has saved meanwhile, it becomes a form of
    /// their version, with everything in it that only one of the two changed.
    private static func save(
        _ visit: Visit,
        _ id: ID<Kept>,
        _ shownPage: EditPage<Self>,
        _ fields: Fields,
        _ consider: (EditPage<Self>, Kept.Draft) throws -> Consideration
    ) throws -> Response {
        var page = shownPage
        guard let draft = page.form.draft, let shown = page.version.value, !visit.isResumed else {
            return try visit.page(page, status: visit.formStatus)
        }
        do {
            switch try consider(page, draft) {
            case .ask(let question): return question
            case .save(let note):
                let saved = try store(visit).update(id, version: shown, draft, by: visit.actor)
                let message =
                    named(saved) + " saved." + page.form.trimmingNote + note + page.mergeNote
                return try visit.redirect(to: saved.href, notice: Flash(.good, message))
            }
        } catch RecordRefusal<Kept>.changedMeanwhile(let current) {
            page.record = current
            page.version = VersionField(current.version)
            let other = try visit.lastEditor(of: current.subject)
            let theirs = Fields(Form.pairs(current))
            let names = Form.entries.map(\.name)
            guard
                let merge = FormMerge(base: page.base, mine: fields, theirs: theirs, of: names)
            else {
                page.conflict = Conflict(
                    other: other,
                    changes: page.form.differences(from: current)
                )
                page.base = theirs
                return try visit.page(page, status: 409)
            }
            page.base = theirs
            page.form = try form(visit, of: current).reading(merge.fields)
            page.mergeNote = other.note(keeping: page.form.labels(of: merge.taken))
            // Each time around, somebody else has saved in between.
            if merge.collisions.isEmpty {
                return try save(visit, id, page, merge.fields, consider)
            }
            page.ask(
                about: merge.collisions,
                other,
                merged: page.form.labels(of: merge.taken)
            )
            page.undecided = []
            page.base = FormMerge.asking(about: merge.collisions, of: theirs, mine: merge.fields)
            return try visit.page(page, status: 409)
        } catch RecordRefusal<Kept>.taken(let column) {
            page.form.rejectTaken(column)
            return try visit.page(page, status: visit.formStatus)
        }
    }
}

/// The decision about a valid form.
enum Consideration {
    /// Save it; the note follows "saved.", starting with a space.
    case save(note: String = "")
    /// Ask first.
    case ask(Response)
}
