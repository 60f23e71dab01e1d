import HTTP
import Quill
import SQLite
import Server

/// First-run setup: the page for creating the first admin.
///
/// It only exists as long as there is no admin, and asks for the code that the server printed.
enum SetupPages {
    static let routes = [
        get("/setup", for: .everyone, new),
        post("/setup", for: .everyone, lane: .signIn, create),
    ]

    static func new(_ visit: Visit) throws -> Response {
        try refuseOnceDone(visit)
        return try visit.page(try setupPage(SetupForm(), visit))
    }

    static func create(_ visit: Visit) throws -> Response {
        try refuseOnceDone(visit)
        var form = SetupForm(try visit.fields())
        guard let draft = form.draft else {
            return try visit.page(try setupPage(form, visit), status: 422)
        }
        // 60 bits can't be guessed over a network, so guesses need no throttle.
        guard visit.site.setupCode.matches(draft.code) else {
            form.code.reject("Wrong code. Enter the one the server printed when it started.")
            return try visit.page(try setupPage(form, visit), status: 422)
        }
        do {
            return try signInFirstAdmin(draft, visit, note: form.trimmingNote)
        } catch is UserStore.EmailIsTaken {
            form.email.reject("Someone already uses this address. Choose a different one.")
            return try visit.page(try setupPage(form, visit), status: 422)
        }
    }

    private static func signInFirstAdmin(
        _ draft: SetupForm.Draft,
        _ visit: Visit,
        note: String
    ) throws -> Response {
        let users = UserStore(database: visit.database, now: visit.now)
        let hash = try PasswordHash(password: draft.password)
        let id = try visit.database.write {
            // Checked again inside the transaction: of two people who send the form at once, only
            // the first succeeds.
            guard try !users.hasAdmin() else { throw Failure.notFound }
            return try users.insert(
                .init(
                    email: draft.email,
                    name: draft.name,
                    role: .admin,
                    passwordHash: hash
                ),
                by: .visitor
            )
        }
        var response = try visit.redirect(
            to: "/admin",
            notice: Flash(.good, "Welcome, \(draft.name). The console is yours." + note)
        )
        try SessionPages.start(id, version: 1, isRemembered: false, visit, &response)
        return response
    }

    private static func setupPage(_ form: SetupForm, _ visit: Visit) throws -> SetupPage {
        let users = UserStore(database: visit.database, now: visit.now)
        return SetupPage(form: form, hasOthers: try users.hasAnyone())
    }

    private static func refuseOnceDone(_ visit: Visit) throws {
        guard try !UserStore(database: visit.database, now: visit.now).hasAdmin() else {
            throw Failure.notFound
        }
    }
}

/// The form for the first admin.
struct SetupForm: Record {
    struct Draft {
        let code, name, email, password: String
    }

    var code: FormField
    var name: FormField
    var email: FormField
    var password: FormField

    private static let codeSpec = FieldSpec(
        name: "code",
        label: "Setup code",
        demand: "Enter the setup code.",
        hint: "The server printed it when it started, like ABCD-EFGH-JKLM.",
        maximumLength: 40,
        autocomplete: "one-time-code",
        isVerbatim: true
    )

    init() {
        code = FormField(Self.codeSpec)
        name = FormField(AccountFields.name)
        email = FormField(AccountFields.email)
        password = FormField(AccountFields.newPassword)
    }

    init(_ fields: Fields) {
        code = FormField(Self.codeSpec, fields)
        name = FormField(AccountFields.name, fields)
        email = FormField(AccountFields.email, fields)
        password = FormField(AccountFields.newPassword, fields)
    }

    var draft: Draft? {
        guard let code = code.value, let name = name.value, let email = email.value,
            let password = password.value
        else { return nil }
        return Draft(code: code, name: name, email: email, password: password)
    }

    var trimmingNote: String { [name, email].trimmingNote }

    static let fields: [Field<SetupForm>] = [
        .record("code") { $0.code },
        .record("name") { $0.name },
        .record("email") { $0.email },
        .record("password") { $0.password },
    ]
}

/// The page of first-run setup.
struct SetupPage: Page {
    static let template = "console/setup/new.html"

    let form: SetupForm
    /// Whether there are others already, as the parents of a demo.
    let hasOthers: Bool

    static let fields: [Field<SetupPage>] = [
        .record("form") { $0.form },
        .bool("has_others") { $0.hasOthers },
        .list("errors") { [$0.form.code, $0.form.name, $0.form.email, $0.form.password].errors },
    ]
}
