import HTTP
import Quill
import SQLite
import Server

/// Signing in and out.
enum SessionPages {
    static let routes = [
        get("/login", for: .everyone, new),
        post("/login", for: .everyone, lane: .signIn, create),
        post("/logout", for: .everyone, delete),
    ]

    static func new(_ visit: Visit) throws -> Response {
        guard visit.session == nil else { return try visit.redirect(to: "/") }
        let next = LocalPath(try visit.query().text("next"))
        let note = lostCookie(visit) ?? ownSignIn(next)
        return try visit.page(SignInPage(form: SignInForm(), next: next, note: note))
    }

    /// For somebody who comes from signing in and is not signed in. Scripts have no part in it: browsers name the
    /// page whose form led here.
    private static func lostCookie(_ visit: Visit) -> String? {
        guard let path = LocalPath(referrerOf: visit)?.text.prefix(while: { $0 != "?" }),
            ["/login", "/login/code", "/setup"].contains(path)
        else { return nil }
        let address = visit.site.configuration.publicURL.map { " at \($0)" } ?? ""
        return "Your browser didn’t keep you signed in. Allow cookies for this site, and sign in "
            + "again\(address)."
    }

    /// For a child's app on a home screen: on an iPhone or iPad it has none of the browser's cookies.
    private static func ownSignIn(_ next: LocalPath?) -> String? {
        guard next?.text.hasPrefix("/kids/open/") == true else { return nil }
        return "This app has its own sign-in. Sign in once as a parent, then open Kids Mode in it."
    }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        var form = SignInForm(fields)
        let next = LocalPath(fields.text("next"))
        let kept = PendingForm(fields, visit.site.router, until: .signIn)
        guard let email = form.email.value, let password = form.password.value else {
            return try visit.page(SignInPage(form: form, next: next, kept: kept), status: 422)
        }
        let user: User
        switch try visit.signInDesk.judge(email: email, password: password) {
        case .known(let known): user = known
        case .wrong:
            return try refuse(&form, wrong, next, kept, visit)
        case .mustWait(let seconds):
            return try refuse(
                &form,
                "Too many attempts. Try again \(Trouble.wait(seconds)).",
                next,
                kept,
                visit,
                retryAfterSeconds: seconds
            )
        }
        do {
            guard try !visit.secondFactors.isOn(for: user.id) else {
                return try SignInCodePages.ask(
                    user,
                    isRemembered: form.isRemembered,
                    next,
                    kept,
                    visit
                )
            }
            return try enter(
                user.id,
                version: user.version,
                isRemembered: form.isRemembered,
                next,
                kept,
                visit
            )
        } catch is SessionStore.AccountChanged {
            return try refuse(&form, wrong, next, kept, visit)
        }
    }

    private static let wrong = "The e-mail address or the password is wrong."

    /// Signs in someone who has proved who they are, and redirects them: to the form that was
    /// kept, the page that they asked for, or their start page. Throws `SessionStore.AccountChanged`.
    static func enter(
        _ user: ID<User>,
        version: Int,
        isRemembered: Bool,
        _ next: LocalPath?,
        _ kept: PendingForm?,
        _ visit: Visit,
        notice: Flash? = nil
    ) throws -> Response {
        try visit.database.write {
            let resumed = try kept?.store(for: user, in: visit.database, now: visit.now)
            var response = try visit.redirect(
                to: resumed.map { "/resume/\($0)" } ?? next?.text ?? "/",
                notice: notice
            )
            try start(user, version: version, isRemembered: isRemembered, visit, &response)
            return response
        }
    }

    static func delete(_ visit: Visit) throws -> Response {
        if let session = visit.session { try SessionStore(visit.database).end(session) }
        var response = try visit.redirect(
            to: "/login",
            notice: visit.session.map { _ in Flash(.good, "You are signed out.") }
        )
        response.headers.add("Set-Cookie", visit.client.cookie(.session, "", maxAgeSeconds: 0))
        return response
    }

    /// Starts a session for someone whose password was right; an earlier session ends. Throws
    /// `SessionStore.AccountChanged` if the account has another version by now.
    static func start(
        _ user: ID<User>,
        version: Int,
        isRemembered: Bool,
        _ visit: Visit,
        _ response: inout Response
    ) throws {
        try visit.remember(user, in: &response)
        let sessions = SessionStore(visit.database)
        if let old = visit.session { try sessions.end(old) }
        let cookie = try sessions.start(
            for: user,
            version: version,
            from: visit.client,
            userAgent: visit.request.headers["user-agent"] ?? "",
            isRemembered: isRemembered,
            now: visit.now
        ).text
        try visit.noteParty(of: user, showing: cookie)
        response.headers.add(
            "Set-Cookie",
            visit.client.cookie(
                .session,
                cookie,
                // The browser keeps it as long as a session can last; the server decides how long
                // it may be idle.
                maxAgeSeconds: isRemembered ? SessionStore.maximumSeconds : nil
            )
        )
    }

    /// Gives someone who has just proved who they are, or changed how they do, a new cookie for
    /// the same session (ASVS 5.0 7.2.4): a copy of the old one becomes worthless.
    static func renew(_ visit: Visit, _ response: inout Response) throws {
        guard let session = visit.session, session.key == nil else { return }
        let renewed = try SessionStore(visit.database).confirm(session, now: visit.now)
        guard let renewed else { throw Failure.notSignedIn }
        visit.site.parties.note(Party(session.user), showing: renewed.cookie)
        response.headers.add(
            "Set-Cookie",
            visit.client.cookie(.session, renewed.cookie, maxAgeSeconds: renewed.maxAgeSeconds)
        )
    }

    private static func refuse(
        _ form: inout SignInForm,
        _ complaint: String,
        _ next: LocalPath?,
        _ kept: PendingForm?,
        _ visit: Visit,
        retryAfterSeconds: Int? = nil
    ) throws -> Response {
        form.password.reject(complaint)
        var response = try visit.page(
            SignInPage(form: form, next: next, kept: kept),
            status: retryAfterSeconds == nil ? 422 : 429
        )
        if let retryAfterSeconds {
            response.headers.add("Retry-After", String(retryAfterSeconds))
        }
        return response
    }
}

/// A path on this console to continue to: never another site's address.
struct LocalPath: Sendable, Equatable {
    let text: String

    init?(_ text: String?) {
        guard let text, text.utf8.count <= 2000, text.hasPrefix("/"),
            !text.hasPrefix("//"), !text.hasPrefix("/\\"),
            text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }
}

/// The sign-in form.
struct SignInForm: Record {
    var email: FormField
    var password: FormField
    let isRemembered: Bool

    /// Not checked by its form: something that isn't an address simply belongs to nobody.
    static let emailSpec = FieldSpec(
        name: "email",
        label: "E-mail address",
        kind: .email,
        demand: "Enter your e-mail address.",
        maximumLength: 254,
        autocomplete: "username",
        isVerbatim: true
    )

    init() {
        email = FormField(Self.emailSpec)
        password = FormField(AccountFields.password)
        isRemembered = false
    }

    init(_ fields: Fields) {
        email = FormField(Self.emailSpec, fields)
        password = FormField(AccountFields.password, fields)
        isRemembered = fields.isOn("remember")
    }

    static let fields: [Field<SignInForm>] = [
        .record("email") { $0.email },
        .record("password") { $0.password },
        .record("remember") {
            CheckField(
                name: "remember",
                label: "Stay signed in on this device",
                hint: "For 30 days. Leave this off on a shared device.",
                isChecked: $0.isRemembered
            )
        },
    ]
}

/// The sign-in page.
struct SignInPage: Page {
    static let template = "console/sessions/new.html"

    let form: SignInForm
    let next: LocalPath?
    /// What to know before signing in.
    var note: String?
    /// The form that was sent after its session had ended.
    var kept: PendingForm?

    static let fields: [Field<SignInPage>] = [
        .record("form") { $0.form },
        .list("errors") { [$0.form.email, $0.form.password].errors },
        .optionalText("next") { $0.next?.text },
        .optionalText("note") { $0.note },
        .optionalText("kept_path") { $0.kept?.path.text },
        .optionalText("kept_body") { $0.kept?.body },
    ]
}
