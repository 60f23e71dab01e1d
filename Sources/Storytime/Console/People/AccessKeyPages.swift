import HTTP
import Quill

/// A person's own access keys: creating and revoking them.
enum AccessKeyPages {
    static let path = "/account/keys"

    static let routes = [
        get("/account/keys", for: .signedIn, index),
        // A key would outlive the session of somebody who found an unlocked screen.
        post("/account/keys", for: .signedIn, confirms: .recently, create),
        post("/account/keys/{id}/revoke", for: .signedIn, revoke),
    ]

    static func index(_ visit: Visit) throws -> Response {
        let user = try visit.currentUser()
        return try page(visit, user, AccessKeyForm(for: user.role))
    }

    /// Shows the key on the next page, only this once; and again if the very same form is sent
    /// again.
    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        let user = try visit.currentUser()
        var form = AccessKeyForm(fields, for: user.role)
        guard let draft = form.draft(now: visit.now) else {
            return try page(visit, user, form, status: 422)
        }
        let secret = AccessKeySecret(
            try SentForm(visit.request, fields)?.secret() ?? Random.bytes(AccessKeySecret.length)
        )
        do {
            let outcome = try visit.outcome(fields) {
                try visit.accessKeys.insert(draft, secret, of: user, by: visit.actor)
                return SentForm.Outcome(
                    location: path,
                    message: "Key “\(draft.name)” created." + form.trimmingNote
                        + " Save it where you keep passwords; you won’t see it again:"
                )
            }
            return try visit.redirect(
                to: outcome.location,
                notice: Flash(.good, outcome.message, link: secret.text)
            )
        } catch is AccessKeyStore.TooMany {
            form.rejectAsTooMany()
            return try page(visit, user, form, status: 422)
        }
    }

    static func revoke(_ visit: Visit, _ id: ID<AccessKey>) throws -> Response {
        let user = try visit.currentUser()
        let name = try visit.accessKeys.revoke(id, of: user, by: visit.actor)
        return try visit.redirect(
            to: path,
            notice: Flash(.good, "Key “\(name)” revoked. Scripts that use it lose access.")
        )
    }

    private static func page(
        _ visit: Visit,
        _ user: User,
        _ form: AccessKeyForm,
        status: Status = 200
    ) throws -> Response {
        let rows = try visit.accessKeys.list(of: user.id).map {
            AccessKeyRow(key: $0, now: visit.now, times: visit.times)
        }
        return try visit.page(
            AccessKeyIndexPage(
                rows: rows,
                form: form,
                token: try FormToken(),
                origin: visit.absolute("")
            ),
            status: status
        )
    }
}

/// The existing keys, and the form for a new one.
struct AccessKeyIndexPage: Page {
    static let template = "console/access-keys/index.html"

    let rows: [AccessKeyRow]
    let form: AccessKeyForm
    let token: FormToken
    /// The console's address, for a command to try.
    let origin: String

    static let fields: [Field<AccessKeyIndexPage>] = [
        .list("keys") { $0.rows },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .text("form_token") { $0.token.text },
        .text("origin") { $0.origin },
    ]
}

/// A key in its owner's list.
struct AccessKeyRow: Record {
    let key: AccessKey
    let now: Int
    let times: TimeText

    static let fields: [Field<AccessKeyRow>] = [
        .text("name") { $0.key.name },
        .text("ending") { $0.key.ending },
        .texts("scopes") { $0.key.scopes.map(\.rawValue) },
        .text("created_text") { $0.times.day($0.key.createdAt) },
        .optionalText("end_text") { row in row.key.expiresAt.map(row.times.day) },
        .bool("is_over") { $0.key.isOver(now: $0.now) },
        .optionalText("used_text") { row in
            row.key.lastUsedAt.map { row.times.relative($0, now: row.now) }
        },
        .text("used_iso") { TimeText.iso($0.key.lastUsedAt ?? 0) },
        .text("used_exact") { $0.times.exact($0.key.lastUsedAt ?? 0) },
        .text("revoke_href") { "\(AccessKeyPages.path)/\($0.key.id)/revoke" },
    ]
}
