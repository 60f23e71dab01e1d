import Quill

extension Family {
    var territoryName: String { Territories.name(of: territory) ?? territory }

    /// "English", or that it is any.
    var languageName: String {
        language.map { LanguageTag.name(of: $0) ?? $0 } ?? "All languages"
    }
}

/// A family in the list of families.
struct FamilyRow: Record {
    let family: Family
    let times: TimeText

    static let fields: [Field<FamilyRow>] = [
        .text("name") { $0.family.name },
        .text("territory") { $0.family.territoryName },
        .int("parents_count") { $0.family.parentCount },
        .int("children_count") { $0.family.childCount },
        .text("created_text") { $0.times.day($0.family.createdAt) },
        .text("href") { $0.family.href },
        .text("edit_href") { $0.family.href + "/edit" },
    ]
}

/// The list of families.
struct FamilyIndexPage: Page {
    static let template = "family/families/index.html"

    let address: FamilyListAddress
    let rows: [FamilyRow]
    let pagination: PaginationView
    let hasAny: Bool
    /// Families that are being erased.
    let erased: [ErasedFamilyRow]
    /// Parents whom nobody has put into a family yet.
    let waiting: [User]

    static let fields: [Field<FamilyIndexPage>] = [
        .list("waiting") { $0.waiting.map { WaitingParent(user: $0) } },
        .list("erased") { $0.erased },
        .list("rows") { $0.rows },
        .int("total") { $0.pagination.total },
        .text("words") { $0.address.words.text },
        .text("sort") { $0.address.sortText },
        .text("export_href") { $0.address.exportHref },
        .bool("has_any") { $0.hasAny },
        .record("name_heading") { $0.address.heading("Name", .name, .nameDescending) },
        .record("children_heading") {
            $0.address.heading("Children", .childrenDescending, .children, isNumber: true)
        },
        .record("added_heading") { $0.address.heading("Added", .addedDescending, .added) },
        .record("pagination") { $0.pagination },
    ]
}

/// A family that is being erased: nothing of it is shown but its number, and when that began.
struct ErasedFamilyRow: Record {
    let id: ID<Family>
    let sinceText: String

    static let fields: [Field<ErasedFamilyRow>] = [
        .text("number") { "no. \($0.id)" },
        .text("since_text") { $0.sinceText },
    ]
}

/// A parent who waits to be put into a family.
struct WaitingParent: Record {
    let user: User

    static let fields: [Field<WaitingParent>] = [
        .text("name") { $0.user.name },
        .text("email") { $0.user.email },
        .text("href") { "/admin/users/\($0.user.id)" },
    ]
}

/// A parent on their family's page.
struct ParentRow: Record {
    let user: User
    let family: ID<Family>
    let devices: [SessionRow]

    static let fields: [Field<ParentRow>] = [
        .text("name") { $0.user.name },
        .text("email") { $0.user.email },
        .bool("is_disabled") { $0.user.isDisabled },
        .text("href") { "/admin/users/\($0.user.id)" },
        .text("remove_href") { "\(Family.href($0.family))/parents/\($0.user.id)/remove" },
        .list("devices") { $0.devices },
    ]
}

/// An invitation into a family that nobody has used yet.
struct FamilyInvitationRow: Record {
    private let name: String
    private let createdBy: String
    private let expiresText: String
    private let revokeHref: String

    /// Nil when the link is no invitation into a family. The path is the one of whoever looks.
    init?(_ link: OneTimeLink, times: TimeText, for path: String) {
        guard case .invitation(let name, _, .some) = link.purpose else { return nil }
        self.name = name
        createdBy = link.createdBy
        expiresText = times.exact(link.expiresAt)
        revokeHref = "\(path)/invitations/\(link.id)/revoke"
    }

    static let fields: [Field<FamilyInvitationRow>] = [
        .text("name") { $0.name },
        .text("created_by") { $0.createdBy },
        .text("expires_text") { $0.expiresText },
        .text("revoke_href") { $0.revokeHref },
    ]
}

/// A family: its parents and where they are signed in, its children, who is invited.
struct FamilyShowPage: Page {
    static let template = "family/families/show.html"

    let scope: FamilyScope
    let parents: [ParentRow]
    let invitations: [FamilyInvitationRow]
    let children: [ChildCard]
    let removed: [BinnedChildRow]
    let form: AddParentForm
    /// Parents who could be added.
    let candidates: [User]
    let photos: PhotoSpace
    let times: TimeText
    let limits: SpaceAndLimits
    let history: History

    private var family: Family { scope.family }

    /// "None", "12 photos, 31 MB": an admin sees no more of them.
    private var photosText: String {
        let count = Counted.text(photos.count, "photo", "photos")
        return photos.bytes == 0 ? "None" : "\(count), \(ByteCount.text(photos.bytes))"
    }

    var errors: [FormError] { [form.email].errors }

    static let fields: [Field<FamilyShowPage>] = [
        .record("limits") { $0.limits },
        .text("family_name") { $0.family.name },
        .text("family_href") { $0.family.href },
        .text("territory") { $0.family.territoryName },
        .text("time_zone") { $0.family.timeZone },
        .text("language") { $0.family.languageName },
        .text("created_text") { $0.times.day($0.family.createdAt) },
        .text("photos_text") { $0.photosText },
        .list("parents") { $0.parents },
        .bool("has_devices") { $0.parents.contains { !$0.devices.isEmpty } },
        .list("invitations") { $0.invitations },
        .list("children") { $0.children },
        .list("removed") { $0.removed },
        .text("new_child_href") { $0.scope.childrenPath + "/new" },
        .record("form") { $0.form },
        .list("errors") { $0.errors },
        .list("candidates") { page in
            page.candidates.map { Choice(value: $0.email, label: $0.name, isChosen: false) }
        },
        .record("history") { $0.history },
    ]
}
