import HTTP
import Quill
import SQLite
import Server

/// A family's own page for its parents: what it is called, when its days begin, how long single events
/// of watching are kept, and who else belongs to it.
enum FamilySettingsPages {
    static let path = "/family"

    static let routes: [Route] = [
        // On a worker: it says how much of everything the family has, and sizes are added up for that.
        get("/family", for: .parent, lane: .worker, show),
        post("/family", for: .parent, keepsText: true, save),
    ]

    static func show(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        return try page(
            visit,
            scope.family,
            FamilySettingsForm().showing(scope.family),
            VersionField(scope.family.version)
        )
    }

    static func save(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let family = scope.family
        let fields = try visit.fields()
        let form = FamilySettingsForm().showing(family).reading(fields)
        let version = VersionField(fields, current: family.version)
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try page(visit, family, form, version, status: visit.formStatus)
        }
        let consideration = try RetentionAgreement.consider(
            draft,
            of: form,
            version,
            over: family,
            from: path,
            back: (path, "Your family"),
            in: visit
        ) { try page(visit, family, form, version) }
        let note: String
        switch consideration {
        case .ask(let question): return question
        case .save(let text): note = text
        }
        do {
            let saved = try visit.families.update(
                family.id,
                version: shown,
                draft,
                by: scope.actor
            )
            visit.site.vitals.jobBell.ring()
            let message = notice(of: saved, before: family) + form.trimmingNote + note
            return try visit.redirect(to: path, notice: Flash(.good, message))
        } catch FamilyStore.Refusal.changedMeanwhile(let current) {
            let differences = form.differences(from: current)
            return try page(
                visit,
                current,
                form,
                VersionField(current.version),
                conflict: try visit.conflict(on: current.subject, differences),
                status: 409
            )
        }
    }

    private static func page(
        _ visit: Visit,
        _ family: Family,
        _ form: FamilySettingsForm,
        _ version: VersionField,
        conflict: Conflict? = nil,
        status: Status = 200
    ) throws -> Response {
        let me = visit.session?.user.id
        let page = FamilySettingsPage(
            family: family,
            form: form,
            version: version,
            conflict: conflict,
            parents: try visit.familyMembers.parents(of: family.id).map {
                FamilyMemberRow(user: $0, isReader: $0.id == me)
            },
            invitations: try visit.links.invitations(to: family.id).compactMap {
                FamilyInvitationRow($0, times: visit.times, for: path)
            },
            admins: try visit.users.adminNames(limit: 3),
            limits: try SpaceAndLimits(of: family.id, visit)
        )
        return try visit.page(page, status: status)
    }

    private static func notice(of saved: Family, before: Family) -> String {
        guard saved.timeZone != before.timeZone else { return "Family settings saved." }
        return "Family settings saved. Past viewings are being moved to the days of "
            + "\(saved.timeZone)."
    }
}

/// A parent as the others of their family see them.
struct FamilyMemberRow: Record {
    let user: User
    /// Whether it is the one who looks.
    let isReader: Bool

    static let fields: [Field<FamilyMemberRow>] = [
        .text("name") { $0.user.name },
        .text("email") { $0.user.email },
        .bool("is_reader") { $0.isReader },
        .bool("is_disabled") { $0.user.isDisabled },
    ]
}

/// A family as its parents set it up.
struct FamilySettingsPage: Page {
    static let template = "family/families/settings.html"

    let family: Family
    let form: FamilySettingsForm
    let version: VersionField
    let conflict: Conflict?
    let parents: [FamilyMemberRow]
    let invitations: [FamilyInvitationRow]
    /// Some of those who can say another country.
    let admins: [String]
    let limits: SpaceAndLimits

    /// "Ada, Grace or another admin".
    private var adminsText: String {
        switch admins.count {
        case 0: "an admin"
        case 1: admins[0]
        default: admins.dropLast().joined(separator: ", ") + " or " + (admins.last ?? "")
        }
    }

    static let fields: [Field<FamilySettingsPage>] = [
        .record("limits") { $0.limits },
        .text("family_name") { $0.family.name },
        .text("territory") { $0.family.territoryName },
        .text("path") { _ in FamilySettingsPages.path },
        .text("back_href") { _ in ChildPages.path },
        .text("invite_href") { _ in FamilySettingsPages.path + "/invite" },
        .text("kids_href") { _ in KidsSettingsPages.path },
        .text("log_href") { _ in FamilyLogPages.path },
        .text("archive_href") { _ in ParentArchivePages.path(nil) },
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
        .text("version") { $0.version.shown },
        .optionalRecord("conflict") { $0.conflict },
        .list("parents") { $0.parents },
        .list("invitations") { $0.invitations },
        .text("admins") { $0.adminsText },
    ]
}
