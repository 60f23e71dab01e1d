import HTTP
import Quill
import SQLite
import Server

/// How somebody is invited into a family, by one of its parents or by an admin: with a link that the
/// one who asked for it hands over.
///
/// Each page exists twice, as those of children do (`ChildPages`).
enum FamilyInvitationPages {
    static let routes =
        familyPage("/family/invite", new)
        + familyForm("/family/invitations", confirms: .recently, invite)
        + familyForm("/family/invitations/{id}/revoke", revoke)

    static func new(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        try visit.page(FamilyInvitePage(scope: scope, form: FamilyInviteForm()))
    }

    /// Sent twice, it makes one invitation, whose link is shown again (see `UserPages.invite`).
    static func invite(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        let family = scope.family
        let fields = try visit.fields()
        var form = FamilyInviteForm(fields)
        guard let name = form.name.value else {
            return try visit.page(FamilyInvitePage(scope: scope, form: form), status: 422)
        }
        let secret = try SentForm(visit.request, fields)?.secret() ?? OneTimeLinkStore.newSecret()
        do {
            let outcome = try visit.outcome(fields) {
                try visit.database.write {
                    try visit.familyMembers.expectRoom(in: family.id)
                    // An admin invites as an admin, and not in the name of the parents.
                    try visit.links.make(
                        .invitation(name: name, role: .parent, family: family.id),
                        secret: secret,
                        for: nil,
                        by: visit.actor
                    )
                }
                return SentForm.Outcome(
                    location: scope.familyPath,
                    message: "Invitation for \(name) to “\(family.name)” created. "
                        + "Share this link now; you won’t see it again:"
                )
            }
            let link = visit.absolute("/invitation?token=\(Base64URL.encode(secret))")
            return try visit.redirect(
                to: outcome.location,
                notice: Flash(.good, outcome.message, link: link)
            )
        } catch FamilyMembers.Refusal.isFull {
            form.name.reject(AddParentForm.fullText)
            return try visit.page(FamilyInvitePage(scope: scope, form: form), status: 422)
        }
    }

    static func revoke(_ visit: Visit, _ scope: FamilyScope, _ link: ID<OneTimeLink>) throws
        -> Response
    {
        let name = try visit.links.revoke(link, of: scope.family.id, by: visit.actor)
        return try visit.redirect(
            to: scope.familyPath,
            notice: Flash(
                .good,
                scope.isOnBehalf
                    ? "Invitation for \(name) canceled. The link no longer works."
                    : "Invitation for \(name) canceled. The link no longer works."
            )
        )
    }
}

/// The form of an invitation into a family.
struct FamilyInvitePage: Page {
    static let template = "family/families/invite.html"

    let scope: FamilyScope
    let form: FamilyInviteForm
    private let token: FormToken

    init(scope: FamilyScope, form: FamilyInviteForm) throws {
        self.scope = scope
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<FamilyInvitePage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { [$0.form.name].errors },
        .text("family_name") { $0.scope.isOnBehalf ? $0.scope.family.name : "Your family" },
        .text("family_href") { $0.scope.familyPath },
    ]
}
