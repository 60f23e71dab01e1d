import HTTP
import Quill
import SQLite
import Server

/// The pages of one-time links: joining by invitation, and choosing a new password.
///
/// The secret is in the query and in a hidden field, never in a path: paths are logged.
enum OneTimePages {
    static let routes = [
        get("/invitation", for: .everyone, showInvitation),
        post("/invitation", for: .everyone, lane: .signIn, join),
        post("/invitation/accept", for: .parent, accept),
        get("/reset", for: .everyone, showReset),
        post("/reset", for: .everyone, lane: .signIn, reset),
    ]

    // MARK: Invitation

    static func showInvitation(_ visit: Visit) throws -> Response {
        let secret = try visit.query().text("token") ?? ""
        let invitation = try invitation(secret, visit)
        return try visit.page(
            InvitationPage(
                form: JoinForm(name: invitation.name),
                invitation,
                token: secret,
                guest: try guest(of: invitation, visit)
            )
        )
    }

    /// A parent with an account and without a family joins with it.
    static func accept(_ visit: Visit) throws -> Response {
        let secret = try visit.fields().text("token") ?? ""
        let invitation = try invitation(secret, visit)
        guard let family = invitation.family else { throw Failure.linkIsUsedUp }
        let user = try visit.currentUser()
        guard user.family == nil else {
            // The page says which family that is.
            return try visit.redirect(to: "/invitation?token=\(secret)")
        }
        try visit.database.write {
            try visit.links.use(invitation.link)
            try visit.users.setFamily(family.id, of: user, by: visit.actor)
        }
        return try visit.redirect(
            to: visit.site.features.home(of: .parent),
            notice: Flash(.good, "Welcome to “\(family.name)”.")
        )
    }

    /// What an invitation into a family means for somebody who is already signed in. Nobody else
    /// learns what belongs to an address.
    private static func guest(of invitation: OpenInvitation, _ visit: Visit) throws
        -> InvitationGuest?
    {
        guard let family = invitation.family, visit.session != nil else { return nil }
        let user = try visit.currentUser()
        let standing: InvitationGuest.Standing
        if user.role == .admin {
            standing = .admin
        } else if let own = user.family {
            standing =
                own == family.id ? .belongsHere : .belongsTo(try visit.families.find(own).name)
        } else {
            standing = .canJoin
        }
        return InvitationGuest(user: user, standing: standing)
    }

    static func join(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        let secret = fields.text("token") ?? ""
        let invitation = try invitation(secret, visit)
        var form = JoinForm(fields)
        form.judgePassword()
        guard let draft = form.draft else {
            return try visit.page(
                InvitationPage(form: form, invitation, token: secret),
                status: 422
            )
        }
        let hash = try PasswordHash(password: draft.password)
        do {
            let id = try visit.database.write {
                try visit.links.use(invitation.link)
                return try visit.users.insert(
                    .init(
                        email: draft.email,
                        name: draft.name,
                        role: invitation.role,
                        passwordHash: hash,
                        family: invitation.family?.id,
                        invitedAs: invitation.name == draft.name ? nil : invitation.name
                    ),
                    by: .visitor
                )
            }
            var response = try visit.redirect(
                to: "/",
                notice: Flash(.good, "Welcome, \(draft.name).")
            )
            try SessionPages.start(id, version: 1, isRemembered: false, visit, &response)
            return response
        } catch is UserStore.EmailIsTaken {
            form.email.reject(
                invitation.family == nil
                    ? "Someone already uses this address. Choose a different one."
                    : "An account with this address already exists. If it’s yours, sign in, "
                        + "then join with it."
            )
            return try visit.page(
                InvitationPage(form: form, invitation, token: secret),
                status: 422
            )
        }
    }

    private static func invitation(_ secret: String, _ visit: Visit) throws -> OpenInvitation {
        guard let link = try visit.links.find(secret: secret),
            case .invitation(let name, let role, let family) = link.purpose
        else { throw Failure.linkIsUsedUp }
        return OpenInvitation(
            link: link,
            name: name,
            role: role,
            family: try family.flatMap { try visit.families.findIfAny($0) }
        )
    }

    // MARK: A forgotten password

    static func showReset(_ visit: Visit) throws -> Response {
        let secret = try visit.query().text("token") ?? ""
        let (_, user) = try resetLink(secret, visit)
        return try visit.page(
            ResetPage(password: FormField(AccountFields.newPassword), user: user, token: secret)
        )
    }

    static func reset(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        let secret = fields.text("token") ?? ""
        let (link, user) = try resetLink(secret, visit)
        var field = FormField(AccountFields.newPassword, fields)
        if let password = field.value,
            let complaint = AccountFields.complaint(
                about: password,
                email: user.email,
                name: user.name
            )
        {
            field.reject(complaint)
        }
        guard let password = field.value else {
            return try visit.page(
                ResetPage(password: field, user: user, token: secret),
                status: 422
            )
        }
        let hash = try PasswordHash(password: password)
        try visit.database.write {
            try visit.links.use(link)
            try visit.users.setPassword(hash, of: user, by: user.actor)
            try SignInThrottle(database: visit.database, now: visit.now)
                .clear(SignInThrottle.Attempt(account: user.email, from: visit.client))
        }
        return try visit.redirect(
            to: "/login",
            notice: Flash(.good, "New password saved. Sign in with it.")
        )
    }

    private static func resetLink(_ secret: String, _ visit: Visit) throws
        -> (link: OneTimeLink, user: User)
    {
        guard let link = try visit.links.find(secret: secret),
            case .reset(let id) = link.purpose
        else { throw Failure.linkIsUsedUp }
        return (link, try visit.users.find(id))
    }
}

/// An invitation whose link somebody has opened.
struct OpenInvitation: Sendable {
    let link: OneTimeLink
    let name: String
    let role: Role
    /// The family that a parent is invited into.
    let family: Family?
}

/// Somebody who is signed in and was invited into a family.
struct InvitationGuest: Record {
    enum Standing: Sendable, Equatable {
        case canJoin, belongsHere, admin
        /// The name of their own family.
        case belongsTo(String)
    }

    let user: User
    let standing: Standing

    /// Why they can't join with this account.
    private var obstacle: String? {
        switch standing {
        case .canJoin: nil
        case .belongsHere: "You’re already in this family."
        case .admin: "You’re an admin. Admins see all families and can’t join one."
        case .belongsTo(let name):
            "You’re already in “\(name)”, and you can only be in one family. An admin can remove "
                + "you from it."
        }
    }

    static let fields: [Field<InvitationGuest>] = [
        .text("name") { $0.user.name },
        .text("email") { $0.user.email },
        .optionalText("obstacle") { $0.obstacle },
    ]
}

/// The form with which someone joins.
struct JoinForm: Record {
    struct Draft: Sendable {
        let name, email, password: String
    }

    var name: FormField
    var email: FormField
    var password: FormField

    init(name: String) {
        self.name = FormField(AccountFields.name, initially: name)
        email = FormField(AccountFields.email)
        password = FormField(AccountFields.newPassword)
    }

    init(_ fields: Fields) {
        name = FormField(AccountFields.name, fields)
        email = FormField(AccountFields.email, fields)
        password = FormField(AccountFields.newPassword, fields)
    }

    /// Refuses a password derived from who they are.
    mutating func judgePassword() {
        guard let password = password.value,
            let complaint = AccountFields.complaint(
                about: password,
                email: email.typed,
                name: name.typed
            )
        else { return }
        self.password.reject(complaint)
    }

    var draft: Draft? {
        guard let name = name.value, let email = email.value, let password = password.value else {
            return nil
        }
        return Draft(name: name, email: email, password: password)
    }

    var errors: [FormError] { [name, email, password].errors }

    static let fields: [Field<JoinForm>] = [
        .record("name") { $0.name },
        .record("email") { $0.email },
        .record("password") { $0.password },
    ]
}

/// The page on which someone joins.
struct InvitationPage: Page {
    static let template = "console/invitations/show.html"

    let form: JoinForm
    let invitation: OpenInvitation
    let token: String
    /// The person who is already signed in.
    let guest: InvitationGuest?

    init(
        form: JoinForm,
        _ invitation: OpenInvitation,
        token: String,
        guest: InvitationGuest? = nil
    ) {
        self.form = form
        self.invitation = invitation
        self.token = token
        self.guest = guest
    }

    /// Where people with an account sign in; they come back here afterwards.
    private var signInHref: String {
        let next = "/invitation?token=\(token)"
        return "/login?" + PercentEncoding.encodeQuery([(name: "next", value: next)])
    }

    static let fields: [Field<InvitationPage>] = [
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .bool("is_for_admin") { $0.invitation.role == .admin },
        .optionalText("family_name") { $0.invitation.family?.name },
        .text("token") { $0.token },
        .optionalRecord("guest") { $0.guest },
        .text("sign_in_href") { $0.signInHref },
    ]
}

/// The page on which someone chooses a new password.
struct ResetPage: Page {
    static let template = "console/resets/show.html"

    let password: FormField
    let user: User
    let token: String

    static let fields: [Field<ResetPage>] = [
        .record("password") { $0.password },
        .list("errors") { [$0.password].errors },
        .text("user_email") { $0.user.email },
        .text("token") { $0.token },
    ]
}
