import HTTP
import Quill

/// A person in the list of people.
struct UserRow: Record {
    let person: Person
    let isSelf: Bool
    let cells: [ListCell]

    private var user: User { person.user }

    static let fields: [Field<UserRow>] = [
        .text("name") { $0.user.name },
        .text("email") { $0.user.email },
        .text("initials") {
            CurrentUser(
                id: $0.user.id,
                name: $0.user.name,
                email: $0.user.email,
                role: $0.user.role
            ).initials
        },
        .list("cells") { $0.cells },
        .text("href") { "/admin/users/\($0.user.id)" },
        .bool("is_self") { $0.isSelf },
    ]
}

/// An invitation that nobody has used yet.
struct InvitationRow: Record {
    let id: ID<OneTimeLink>
    let name: String
    let role: Role
    let createdBy: String
    let expiresText: String

    /// Nil if the link is not an invitation.
    init?(_ link: OneTimeLink, times: TimeText) {
        guard case .invitation(let name, let role, _) = link.purpose else { return nil }
        id = link.id
        self.name = name
        self.role = role
        createdBy = link.createdBy
        expiresText = times.exact(link.expiresAt)
    }

    static let fields: [Field<InvitationRow>] = [
        .text("name") { $0.name },
        .text("role") { $0.role.label },
        .text("created_by") { $0.createdBy },
        .text("expires_text") { $0.expiresText },
        .text("revoke_href") { "/admin/users/invitations/\($0.id)/revoke" },
    ]
}

/// The list of people.
struct UserIndexPage: Page {
    static let template = "console/users/index.html"

    let address: PeopleAddress
    /// Whether nobody has the words as they were typed.
    let isCorrected: Bool
    let rows: [UserRow]
    let columns: [PeopleColumn]
    let invitations: [InvitationRow]
    let pagination: PaginationView

    private var scopes: [ScopeLink] {
        PeopleScope.allCases.map { scope in
            var other = address
            other.scope = scope
            return ScopeLink(
                label: scope.label,
                href: other.href,
                count: nil,
                isCurrent: scope == address.scope
            )
        }
    }

    static let fields: [Field<UserIndexPage>] = [
        .text("words") { $0.address.words.shown },
        .text("scope") { $0.address.scope == .all ? "" : $0.address.scope.rawValue },
        .text("sort") { $0.address.order == .email ? "" : $0.address.order.rawValue },
        .list("scopes") { $0.scopes },
        .bool("is_corrected") { $0.isCorrected },
        .text("export_href") { $0.address.exportHref },
        .record("email_heading") { $0.address.heading("Person", .email, .emailDescending) },
        .list("headings") { page in page.columns.map { $0.heading(page.address) } },
        .bool("has_usual_columns") { $0.columns == PeopleColumn.usual },
        .text("columns_href") { page in
            let list = page.address.queryText
            let query = PercentEncoding.encodeQuery([(name: "list", value: list)])
            return ColumnPages<PeopleColumn>.path + (list.isEmpty ? "" : "?" + query)
        },
        .list("rows") { $0.rows },
        .list("invitations") { $0.invitations },
        .int("total") { $0.pagination.total },
        .record("pagination") { $0.pagination },
    ]
}

/// The form of an invitation.
struct InvitePage: Page {
    static let template = "console/users/invite.html"

    let form: InviteForm
    private let token: FormToken

    init(form: InviteForm) throws {
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<InvitePage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
    ]
}

/// A person, for an admin.
struct UserShowPage: Page {
    static let template = "console/users/show.html"

    let user: User
    let form: UserForm
    let version: VersionField
    let sessions: [SessionRow]
    let isSelf: Bool
    let secondFactor: SecondFactor?
    /// A parent's family.
    let family: Family?
    let times: TimeText
    let conflict: Conflict?
    let history: History

    private var href: String { "/admin/users/\(user.id)" }

    var errors: [FormError] { version.errors + form.errors }

    static let fields: [Field<UserShowPage>] = [
        .text("user_name") { $0.user.name },
        .text("user_email") { $0.user.email },
        .text("created_text") { $0.times.day($0.user.createdAt) },
        .bool("is_disabled") { $0.user.isDisabled },
        .bool("is_self") { $0.isSelf },
        .bool("is_parent") { $0.user.role == .parent },
        .optionalText("family_name") { $0.family?.name },
        .optionalText("family_href") { $0.family?.href },
        .optionalText("second_factor_since") { page in
            page.secondFactor.map { page.times.day($0.since) }
        },
        .record("form") { $0.form },
        .list("errors") { $0.errors },
        .text("action") { $0.href },
        .text("version") { $0.version.shown },
        .list("sessions") { $0.sessions },
        .optionalRecord("conflict") { $0.conflict },
        .record("history") { $0.history },
    ]
}
