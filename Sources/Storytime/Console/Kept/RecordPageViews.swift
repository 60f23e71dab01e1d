import Quill

/// The form of a new record.
struct NewPage<Pages: RecordPages>: Page {
    static var template: String { Pages.templates + "/new.html" }

    let form: Pages.Form
    private let token: FormToken

    init(form: Pages.Form) throws {
        self.form = form
        token = try FormToken()
    }

    static var fields: [Field<Self>] {
        [
            .text("noun") { _ in Pages.noun },
            .text("list_href") { _ in Pages.list.href },
            .text("list_title") { _ in Pages.list.title },
            .text("form_token") { $0.token.text },
            .record("form") { $0.form },
            .list("errors") { $0.form.errors },
        ]
    }
}

/// The form of an existing record.
struct EditPage<Pages: RecordPages>: Page {
    static var template: String { Pages.templates + "/edit.html" }

    var record: Pages.Kept
    var form: Pages.Form
    /// The version that the form is based on; after a conflict, the current one.
    var version: VersionField
    /// What the form was made of.
    var base: Fields
    var conflict: Conflict?
    /// The fields that two people changed, and about which nothing was chosen.
    var undecided: [ConflictRow] = []
    /// A sentence for the notice, if somebody else’s changes were kept.
    var mergeNote = ""

    /// Asks which version of these fields to keep.
    mutating func ask(about names: [String], _ other: Conflict.Other, merged: [String]) {
        undecided = form.questions(about: names, theirs: base)
        conflict = Conflict(other: other, changes: undecided, merged: merged)
    }

    static var fields: [Field<Self>] {
        [
            .text("noun") { _ in Pages.noun },
            .text("name") { $0.record.name },
            .text("href") { $0.record.href },
            .record("form") { $0.form },
            .list("errors") { $0.version.errors + $0.undecided.map(\.error) + $0.form.errors },
            .text("version") { $0.version.shown },
            .list("base") { FormMerge.hidden($0.base) },
            .bool("can_be_deleted") { _ in Pages.Store.self is any DeletingStore.Type },
            .optionalRecord("conflict") { $0.conflict },
            .bool("saves_anyway") { $0.conflict.map { $0.merged == nil } ?? false },
        ]
    }
}
