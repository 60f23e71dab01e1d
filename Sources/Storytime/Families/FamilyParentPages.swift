import HTTP
import Quill
import SQLite
import Server

/// How parents come into a family, and out of it.
enum FamilyParentPages {
    static let routes = [
        get("/admin/families/{id}/invite", new),
        post("/admin/families/{id}/invitations", confirms: .recently, invite),
        post("/admin/families/{id}/invitations/{id}/revoke", revoke),
        post("/admin/families/{id}/parents", confirms: .recently, add),
        post("/admin/families/{id}/parents/{id}/remove", remove),
    ]

    static func new(_ visit: Visit, _ id: ID<Family>) throws -> Response {
        let family = try visit.families.find(id)
        return try visit.page(FamilyInvitePage(family: family, form: FamilyInviteForm()))
    }

    /// Sent twice, it makes one invitation, whose link is shown again (see `UserPages.invite`).
    static func invite(_ visit: Visit, _ id: ID<Family>) throws -> Response {
        let family = try visit.families.find(id)
        let fields = try visit.fields()
        var form = FamilyInviteForm(fields)
        guard let name = form.name.value else {
            return try visit.page(FamilyInvitePage(family: family, form: form), status: 422)
        }
        let secret = try SentForm(visit.request, fields)?.secret() ?? OneTimeLinkStore.newSecret()
        do {
            let outcome = try visit.outcome(fields) {
                try visit.database.write {
                    try visit.familyMembers.expectRoom(in: id)
                    try visit.links.make(
                        .invitation(name: name, role: .parent, family: id),
                        secret: secret,
                        for: nil,
                        by: visit.actor
                    )
                }
                return SentForm.Outcome(
                    location: family.href,
                    message: "Invitation for \(name) into “\(family.name)” made. "
                        + "Hand over this link; it is shown only now:"
                )
            }
            let link = visit.absolute("/invitation?token=\(Base64URL.encode(secret))")
            return try visit.redirect(
                to: outcome.location,
                notice: Flash(.good, outcome.message, link: link)
            )
        } catch FamilyMembers.Refusal.isFull {
            form.name.reject(AddParentForm.fullText)
            return try visit.page(FamilyInvitePage(family: family, form: form), status: 422)
        }
    }

    static func revoke(_ visit: Visit, _ id: ID<Family>, _ link: ID<OneTimeLink>) throws
        -> Response
    {
        let name = try visit.links.revoke(link, of: id, by: visit.actor)
        return try visit.redirect(
            to: Family.href(id),
            notice: Flash(.good, "The invitation for \(name) is revoked.")
        )
    }

    static func add(_ visit: Visit, _ id: ID<Family>) throws -> Response {
        var form = AddParentForm(try visit.fields())
        guard let email = form.email.value else {
            return try FamilyPages.page(visit, id, adding: form)
        }
        do {
            let user = try visit.familyMembers.add(email, to: id, by: visit.actor)
            return try visit.redirect(
                to: Family.href(id),
                notice: Flash(.good, "\(user.name) now sees the children of this family.")
            )
        } catch let refusal as FamilyMembers.Refusal {
            form.reject(refusal)
            return try FamilyPages.page(visit, id, adding: form)
        }
    }

    /// It can be given back at once, by adding the parent again.
    static func remove(_ visit: Visit, _ id: ID<Family>, _ parent: ID<User>) throws -> Response {
        let user = try visit.familyMembers.remove(parent, from: id, by: visit.actor)
        return try visit.redirect(
            to: Family.href(id),
            notice: Flash(
                .good,
                "\(user.name) (\(user.email)) no longer belongs to this family. "
                    + "To take that back, add the address again."
            )
        )
    }
}
