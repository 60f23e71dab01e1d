import HTTP
import Quill
import Server

/// How a child leaves and comes back: into the bin of the family, and out of it. Erasing them for good
/// is with the archives (`ArchivePages`).
enum ChildBinPages {
    static let routes =
        familyPage("/children/{id}/remove", ask)
        + familyForm("/children/{id}/remove", remove)
        + familyForm("/children/{id}/restore", restore)

    static func ask(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        return try visit.page(ChildRemovePage(child: child, scope: scope))
    }

    static func remove(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let version = try visit.fields().number("version")
        do {
            let child = try visit.children.remove(
                id,
                of: scope.family.id,
                version: version,
                by: scope.actor
            )
            return try visit.redirect(
                to: scope.childrenHref,
                notice: Flash(
                    .good,
                    "\(child.name) was removed.",
                    undo: "\(scope.childrenPath)/\(id)/restore"
                )
            )
        } catch ChildStore.Refusal.changedMeanwhile(let current) {
            return try visit.page(
                ChildRemovePage(child: current, scope: scope, hasChanged: true),
                status: 409
            )
        }
    }

    /// Of two who take it back, one is first; the other is told so.
    static func restore(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let notice: Flash
        do {
            if let child = try visit.children.restore(id, of: scope.family.id, by: scope.actor) {
                visit.site.vitals.jobBell.ring()
                notice = Flash(
                    .good,
                    "\(child.name) is back, with their library and viewing history."
                )
            } else {
                let child = try visit.children.find(id, of: scope.family.id)
                notice = Flash(.info, "\(child.name) has already been restored.")
            }
        } catch ChildStore.Refusal.familyIsFull {
            notice = Flash(
                .bad,
                ChildForm.tooMany + " Then restore this one."
            )
        }
        return try visit.redirect(to: scope.childrenHref, notice: notice)
    }
}

/// The question before a child is removed.
struct ChildRemovePage: Page {
    static let template = "family/children/remove.html"

    let child: Child
    let scope: FamilyScope
    /// Someone changed the child since the question was asked, so it is asked again.
    var hasChanged = false

    private var path: String { "\(scope.childrenPath)/\(child.id)" }

    static let fields: [Field<ChildRemovePage>] = [
        .text("child_name") { $0.child.name },
        .text("action") { $0.path + "/remove" },
        .text("archive_href") { $0.scope.archivePath(of: $0.child.id) },
        .text("erase_href") { $0.path + "/erase" },
        .int("kept_days") { _ in ChildStore.keptDays },
        .text("back_href") { $0.path + "/edit" },
        .optionalText("behalf") { $0.scope.behalf },
        .text("version") { String($0.child.version) },
        .bool("has_changed") { $0.hasChanged },
    ]
}

/// A child in the bin of their family, as its page lists them.
struct BinnedChildRow: Record {
    let binned: BinnedChild
    let scope: FamilyScope
    let now: Int
    let times: TimeText

    private var path: String { "\(scope.childrenPath)/\(binned.child.id)" }

    /// Whole days, rounded up: a child who has an hour left has their last day.
    private var daysLeftText: String {
        let days = (binned.endsAt - now + 86_399) / 86_400
        return days > 1 ? "\(days) days" : "the last day"
    }

    static let fields: [Field<BinnedChildRow>] = [
        .text("name") { $0.binned.child.name },
        .text("avatar") { $0.binned.child.avatar.rawValue },
        .text("by") { Actor.inSentence($0.binned.deletedBy) },
        .text("when_text") { $0.times.relative($0.binned.deletedAt, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.binned.deletedAt) },
        .text("when_iso") { TimeText.iso($0.binned.deletedAt) },
        .text("days_left") { $0.daysLeftText },
        .text("restore_href") { $0.path + "/restore" },
        .text("erase_href") { $0.path + "/erase" },
    ]

    /// Those of a family, the latest first.
    static func all(_ scope: FamilyScope, _ visit: Visit) throws -> [BinnedChildRow] {
        try visit.children.binned(of: scope.family.id).map {
            BinnedChildRow(binned: $0, scope: scope, now: visit.now, times: visit.times)
        }
    }
}
