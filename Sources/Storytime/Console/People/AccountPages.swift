import HTTP
import Quill
import SQLite
import Server

/// The account page: what people can change about themselves, and where they are signed in.
enum AccountPages {
    static let routes = [
        get("/account", for: .signedIn, show),
        post("/account", for: .signedIn, keepsText: true, updateProfile),
        post("/account/email", for: .signedIn, lane: .signIn, updateEmail),
        post("/account/password", for: .signedIn, lane: .signIn, updatePassword),
        post("/account/sessions/{id}/end", for: .signedIn, endSession),
        post("/account/sessions/end-others", for: .signedIn, endOtherSessions),
    ]

    static func show(_ visit: Visit) throws -> Response {
        try page(visit, try visit.currentUser())
    }

    static func updateProfile(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        let user = try visit.currentUser()
        let form = ProfileForm(
            fields,
            user,
            visit.site.configuration,
            familyZone: visit.session?.familyZone
        )
        let version = VersionField(fields, current: user.version)
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try page(visit, user, profile: form, version: version)
        }
        do {
            try visit.users.update(
                user.id,
                version: shown,
                { user in
                    user.name = draft.name
                    user.timeZone = draft.timeZone
                    user.language = draft.language
                    user.look = draft.look
                    user.csvFiles = draft.csvFiles
                },
                by: visit.actor
            )
        } catch let refusal as UserStore.ChangedMeanwhile {
            let current = refusal.current
            let conflict = try visit.conflict(
                on: current.subject,
                form.differences(from: current)
            )
            return try page(visit, current, profile: form, conflict: conflict)
        }
        return try visit.redirect(to: "/account", notice: Flash(.good, "Changes saved."))
    }

    static func updateEmail(_ visit: Visit) throws -> Response {
        var form = EmailForm(try visit.fields())
        let user = try visit.currentUser()
        if let password = form.password.value {
            if let complaint = try visit.proofs.judge(.password(password), of: user).complaint {
                form.password.reject(complaint)
            }
        }
        guard let email = form.email.value, form.password.value != nil else {
            return try page(visit, user, email: form)
        }
        do {
            // Only the address is replaced, whatever else was changed while the password was
            // checked.
            try visit.database.write {
                try visit.users.update(
                    user.id,
                    version: try visit.users.find(user.id).version,
                    { $0.email = email },
                    by: visit.actor
                )
            }
        } catch is UserStore.EmailIsTaken {
            form.email.reject("Someone already uses this address. Choose a different one.")
            return try page(visit, user, email: form)
        }
        var response = try visit.redirect(
            to: "/account",
            notice: Flash(.good, "From now on, sign in with \(email).")
        )
        try SessionPages.renew(visit, &response)
        return response
    }

    /// A new password ends every other session, and gives this one a new cookie: anyone who knew
    /// the old password is out.
    static func updatePassword(_ visit: Visit) throws -> Response {
        var form = PasswordForm(try visit.fields())
        let user = try visit.currentUser()
        if let password = form.current.value {
            if let complaint = try visit.proofs.judge(.password(password), of: user).complaint {
                form.current.reject(complaint)
            }
        }
        if let new = form.new.value,
            let complaint = AccountFields.complaint(about: new, email: user.email, name: user.name)
        {
            form.new.reject(complaint)
        }
        guard form.current.value != nil, let new = form.new.value else {
            return try page(visit, user, password: form)
        }
        try visit.users.setPassword(
            try PasswordHash(password: new),
            of: user,
            keeping: visit.session,
            by: visit.actor
        )
        let keys = try visit.accessKeys.count(of: user.id)
        let stillWork =
            keys == 0
            ? "" : " \(Counted.text(keys, "access key still works", "access keys still work"))."
        var response = try visit.redirect(
            to: "/account",
            notice: Flash(
                .good,
                "Password changed. You are signed out everywhere else." + stillWork
            )
        )
        try SessionPages.renew(visit, &response)
        return response
    }

    static func endSession(_ visit: Visit, _ id: ID<OpenSession>) throws -> Response {
        let user = try visit.currentUser()
        guard try SessionStore(visit.database).end(id, of: user.id) else { throw Failure.notFound }
        return try visit.redirect(
            to: "/account#sessions",
            notice: Flash(.good, "Device signed out.")
        )
    }

    static func endOtherSessions(_ visit: Visit) throws -> Response {
        let user = try visit.currentUser()
        let count = try visit.users.signOut(user, keeping: visit.session, by: visit.actor)
        let devices = Counted.text(count, "other device", "other devices")
        return try visit.redirect(
            to: "/account#sessions",
            notice: Flash(.good, "Signed out on \(devices).")
        )
    }

    // MARK: Parts

    /// The page; if one of its forms has errors, it is the answer to that form.
    private static func page(
        _ visit: Visit,
        _ user: User,
        profile: ProfileForm? = nil,
        email: EmailForm? = nil,
        password: PasswordForm? = nil,
        version: VersionField? = nil,
        conflict: Conflict? = nil
    ) throws -> Response {
        let page = AccountPage(
            user: user,
            profile: profile
                ?? ProfileForm(
                    user,
                    visit.site.configuration,
                    familyZone: visit.session?.familyZone
                ),
            email: email ?? EmailForm(user),
            password: password ?? PasswordForm(),
            version: version ?? VersionField(user.version),
            conflict: conflict,
            hasSecondFactor: try visit.secondFactors.isOn(for: user.id),
            keyCount: try visit.accessKeys.count(of: user.id),
            sessions: try SessionRow.rows(of: user.id, for: visit)
        )
        let status: Status = conflict != nil ? 409 : page.errors.isEmpty ? 200 : visit.formStatus
        return try visit.page(page, status: status)
    }
}

/// The account page.
struct AccountPage: Page {
    static let template = "console/account/show.html"

    let user: User
    let profile: ProfileForm
    let email: EmailForm
    let password: PasswordForm
    /// The version that the profile's form shows.
    let version: VersionField
    let conflict: Conflict?
    let hasSecondFactor: Bool
    let keyCount: Int
    let sessions: [SessionRow]

    var errors: [FormError] {
        version.errors + profile.errors + email.errors + password.errors
    }

    static let fields: [Field<AccountPage>] = [
        .list("errors") { $0.errors },
        .record("profile") { $0.profile },
        .record("email") { $0.email },
        .record("password") { $0.password },
        .bool("has_second_factor") { $0.hasSecondFactor },
        .int("key_count") { $0.keyCount },
        .list("sessions") { $0.sessions },
        .bool("has_other_sessions") { $0.sessions.count > 1 },
        .text("version") { $0.version.shown },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

extension Visit {
    var users: UserStore { UserStore(database: database, now: now) }

    /// The person who is signed in, as the database has them now.
    func currentUser() throws -> User {
        guard let session else { throw Failure.notSignedIn }
        return try users.find(session.user.id)
    }
}
