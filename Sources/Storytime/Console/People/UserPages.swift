import HTTP
import Quill
import Server

/// The pages on which admins manage people: who may sign in, in which role, and how they get in.
enum UserPages {
    static let routes = [
        get("/admin/users", index),
        get("/admin/users/columns", ColumnPages<PeopleColumn>.show),
        post("/admin/users/columns", ColumnPages<PeopleColumn>.save),
        get("/admin/users.csv", lane: .slow, export),
        post("/admin/users/invitations", confirms: .recently, invite),
        get("/admin/users/invite", new),
        post("/admin/users/invitations/{id}/revoke", revoke),
        get("/admin/users/{id}", show),
        post("/admin/users/{id}", keepsText: true, confirms: .recently, update),
        post("/admin/users/{id}/disable", confirms: .recently, disable),
        post("/admin/users/{id}/enable", confirms: .recently, enable),
        post("/admin/users/{id}/sign-out", signOut),
        post("/admin/users/{id}/reset", confirms: .recently, makeResetLink),
        post("/admin/users/{id}/second-factor/reset", confirms: .recently, resetSecondFactor),
    ]

    private static let perPage = 50

    static func index(_ visit: Visit) throws -> Response {
        let address = PeopleAddress(try visit.query())
        let search = try visit.people.search(address)
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: search.total
        )
        let people = try visit.people.page(search, limit: perPage, offset: pagination.offset)
        let invitations = try visit.links.invitations()
        let columns: [PeopleColumn] = try visit.chosenColumns()
        return try visit.page(
            UserIndexPage(
                address: address,
                isCorrected: search.isCorrected,
                rows: people.map { person in
                    UserRow(
                        person: person,
                        isSelf: person.user.id == visit.session?.user.id,
                        cells: columns.map { $0.cell(of: person, now: visit.now, visit.times) }
                    )
                },
                columns: columns,
                invitations: invitations.compactMap { InvitationRow($0, times: visit.times) },
                pagination: pagination.view(path: PeopleAddress.path, query: address.query)
            )
        )
    }

    static func export(_ visit: Visit) throws -> Response {
        try visit.csv(try PeopleExport(PeopleAddress(try visit.query()), visit.people))
    }

    // MARK: Invitations

    static func new(_ visit: Visit) throws -> Response {
        try visit.page(InvitePage(form: InviteForm()))
    }

    /// Sent twice, it creates one invitation, whose link is shown again: after two clicks the
    /// browser shows the answer to the second.
    static func invite(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        let form = InviteForm(fields)
        guard let draft = form.draft else {
            return try visit.page(InvitePage(form: form), status: 422)
        }
        let secret = try SentForm(visit.request, fields)?.secret() ?? OneTimeLinkStore.newSecret()
        let outcome = try visit.outcome(fields) {
            try visit.links.make(
                .invitation(name: draft.name, role: draft.role),
                secret: secret,
                for: nil,
                by: visit.actor
            )
            return SentForm.Outcome(
                location: "/admin/users",
                message: "Invitation for \(draft.name) created. "
                    + "Share this link now; you won’t see it again:"
            )
        }
        let link = visit.absolute("/invitation?token=\(Base64URL.encode(secret))")
        return try visit.redirect(
            to: outcome.location,
            notice: Flash(.good, outcome.message, link: link)
        )
    }

    static func revoke(_ visit: Visit, _ id: ID<OneTimeLink>) throws -> Response {
        let name = try visit.links.revoke(id, by: visit.actor)
        return try visit.redirect(
            to: "/admin/users",
            notice: Flash(.good, "Invitation for \(name) canceled. The link no longer works.")
        )
    }

    // MARK: One person

    static func show(_ visit: Visit, _ id: ID<User>) throws -> Response {
        try page(visit, try visit.users.find(id))
    }

    static func update(_ visit: Visit, _ id: ID<User>) throws -> Response {
        let fields = try visit.fields()
        let user = try visit.users.find(id)
        var form = UserForm(fields, user)
        let version = VersionField(fields, current: user.version)
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try page(visit, user, form: form, version: version)
        }
        do {
            try visit.users.update(
                id,
                version: shown,
                { user in
                    user.name = draft.name
                    user.role = draft.role
                },
                by: visit.actor
            )
        } catch is UserStore.IsLastAdmin {
            form.role.reject("Make someone else an admin first. There must be at least one.")
            return try page(visit, user, form: form)
        } catch is UserStore.IsInFamily {
            form.role.reject(
                "\(user.name) belongs to a family. Remove them from it first, on the family’s page."
            )
            return try page(visit, user, form: form)
        } catch let refusal as UserStore.ChangedMeanwhile {
            let conflict = try visit.conflict(
                on: user.subject,
                form.differences(from: refusal.current)
            )
            return try page(visit, refusal.current, form: form, conflict: conflict)
        }
        return try visit.redirect(
            to: "/admin/users/\(id)",
            notice: Flash(.good, "Changes to \(draft.name) saved.")
        )
    }

    static func disable(_ visit: Visit, _ id: ID<User>) throws -> Response {
        try setDisabled(true, visit, id, "\(try visit.users.find(id).name) can no longer sign in.")
    }

    static func enable(_ visit: Visit, _ id: ID<User>) throws -> Response {
        try setDisabled(false, visit, id, "\(try visit.users.find(id).name) can sign in again.")
    }

    static func signOut(_ visit: Visit, _ id: ID<User>) throws -> Response {
        let user = try visit.users.find(id)
        let count = try visit.users.signOut(user, keeping: visit.session, by: visit.actor)
        return try visit.redirect(
            to: "/admin/users/\(id)",
            notice: Flash(
                .good,
                "\(user.name) was signed out on \(Counted.text(count, "device", "devices"))."
            )
        )
    }

    static func makeResetLink(_ visit: Visit, _ id: ID<User>) throws -> Response {
        let user = try visit.users.find(id)
        let secret = try OneTimeLinkStore.newSecret()
        try visit.links.make(.reset(id), secret: secret, for: user.subject, by: visit.actor)
        let message =
            "Share this link with \(user.name) now; you won’t see it again. It works once, for a day:"
        let link = visit.absolute("/reset?token=\(Base64URL.encode(secret))")
        return try visit.redirect(
            to: "/admin/users/\(id)",
            notice: Flash(.good, message, link: link)
        )
    }

    /// For someone who has lost their phone and their recovery codes. Admins turn off their own on
    /// the account page, with a code.
    static func resetSecondFactor(_ visit: Visit, _ id: ID<User>) throws -> Response {
        let user = try visit.users.find(id)
        guard id != visit.session?.user.id else {
            return try visit.redirect(to: SecondFactorPages.path)
        }
        let wasOn = try visit.secondFactors.reset(for: user, by: visit.actor)
        let message =
            wasOn
            ? "\(user.name) now signs in with a password only and is signed out everywhere."
            : "\(user.name) has no second factor."
        return try visit.redirect(
            to: "/admin/users/\(id)",
            notice: Flash(wasOn ? .good : .info, message)
        )
    }

    // MARK: Parts

    private static func setDisabled(
        _ isDisabled: Bool,
        _ visit: Visit,
        _ id: ID<User>,
        _ notice: String
    ) throws -> Response {
        do {
            try visit.users.setDisabled(
                isDisabled,
                of: try visit.users.find(id),
                by: visit.actor
            )
        } catch is UserStore.IsLastAdmin {
            return try visit.redirect(
                to: "/admin/users/\(id)",
                notice: Flash(.bad, "Make someone else an admin first. There must be at least one.")
            )
        }
        return try visit.redirect(to: "/admin/users/\(id)", notice: Flash(.good, notice))
    }

    private static func page(
        _ visit: Visit,
        _ user: User,
        form: UserForm? = nil,
        version: VersionField? = nil,
        conflict: Conflict? = nil
    ) throws -> Response {
        let page = UserShowPage(
            user: user,
            form: form ?? UserForm(user),
            version: version ?? VersionField(user.version),
            sessions: try SessionRow.rows(of: user.id, for: visit),
            isSelf: user.id == visit.session?.user.id,
            secondFactor: try visit.secondFactors.find(user.id),
            family: try user.family.flatMap { try visit.families.findIfAny($0) },
            times: visit.times,
            conflict: conflict,
            history: try visit.history(of: user.subject)
        )
        let status: Status =
            conflict != nil ? 409 : page.errors.isEmpty ? 200 : visit.formStatus
        return try visit.page(page, status: status)
    }
}

extension Visit {
    var links: OneTimeLinkStore { OneTimeLinkStore(database: database, now: now) }
}
