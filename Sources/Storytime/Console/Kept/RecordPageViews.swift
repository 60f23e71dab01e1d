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
    var conflict: Conflict?

    static var fields: [Field<Self>] {
        [
            .text("noun") { _ in Pages.noun },
            .text("name") { $0.record.name },
            .text("href") { $0.record.href },
            .record("form") { $0.form },
            .list("errors") { $0.version.errors + $0.form.errors },
            .text("version") { $0.version.shown },
            .bool("can_be_deleted") { _ in Pages.Store.self is any DeletingStore.Type },
            .optionalRecord("conflict") { $0.conflict },
        ]
    }
}

/// The question before a record is deleted.
struct DeletePage<Pages: RecordPages>: Page where Pages.Form.Kept: Record {
    static var template: String { Pages.templates + "/delete.html" }

    let record: Pages.Kept
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
        ]
    }
}
