import HTTP
import Quill
import Server

/// How an admin puts parents who have an account into a family, and takes them out of it.
enum FamilyParentPages {
    static let routes = [
        post("/admin/families/{id}/parents", confirms: .recently, add),
        post("/admin/families/{id}/parents/{id}/remove", remove),
    ]

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
            form.reject(refusal, family: id, other: try name(of: refusal, visit))
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
                "\(user.name) (\(user.email)) was removed from this family. "
                    + "To undo this, add the address again."
            )
        )
    }

    /// What the family is called that somebody belongs to already.
    private static func name(of refusal: FamilyMembers.Refusal, _ visit: Visit) throws -> String? {
        guard case .hasFamily(let other) = refusal else { return nil }
        return try visit.families.findIfAny(other)?.name
    }
}
