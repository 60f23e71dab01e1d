import HTTP
import Quill
import Server

/// How an admin moves a child to another family: which one is found by its name, then asked.
enum ChildMovePages {
    static let routes = [
        get("/admin/families/{id}/children/{id}/move", ask),
        post("/admin/families/{id}/children/{id}/move", move),
    ]

    /// So many families are offered; who doesn't see the one they mean types more of its name.
    private static let maximumOffered = 20

    static func ask(_ visit: Visit, _ family: ID<Family>, _ id: ID<Child>) throws -> Response {
        try page(visit, family, id, SearchWords(try visit.query().text("q") ?? ""))
    }

    static func move(_ visit: Visit, _ family: ID<Family>, _ id: ID<Child>) throws -> Response {
        let fields = try visit.fields()
        let words = SearchWords(fields.text("q") ?? "")
        guard let other = fields.text("family_id").flatMap({ ID<Family>(pathSegment: $0[...]) }),
            other != family, let destination = try visit.families.findIfAny(other)
        else {
            return try page(visit, family, id, words, error: "Choose the family to move to.")
        }
        do {
            let child = try visit.children.move(id, of: family, to: other, by: visit.actor)
            visit.site.vitals.jobBell.ring()
            return try visit.redirect(
                to: destination.href + "#children",
                notice: Flash(.good, "\(child.name) moved to “\(destination.name)”.")
            )
        } catch ChildStore.Refusal.familyIsFull {
            let error =
                "That family already has \(Family.maximumChildren) children, the most a family can have."
            return try page(visit, family, id, words, error: error)
        }
    }

    private static func page(
        _ visit: Visit,
        _ family: ID<Family>,
        _ id: ID<Child>,
        _ words: SearchWords,
        error: String? = nil
    ) throws -> Response {
        let scope = try visit.family(family)
        // One more, in place of the family itself.
        let found = try visit.families.list(words, limit: maximumOffered + 1, offset: 0)
        return try visit.page(
            ChildMovePage(
                child: try visit.children.find(id, of: family),
                scope: scope,
                words: words,
                families: found.filter { $0.id != family }.prefix(maximumOffered).map {
                    FamilyChoice(family: $0)
                },
                error: error
            ),
            status: error == nil ? 200 : 422
        )
    }
}

/// A family that a child can be moved to.
struct FamilyChoice: Record {
    let family: Family

    static let fields: [Field<FamilyChoice>] = [
        .text("id") { "family-\($0.family.id)" },
        .text("value") { String($0.family.id.value) },
        .text("name") { $0.family.name },
        .text("detail") {
            let children = Counted.text($0.family.childCount, "child", "children")
            return "\($0.family.territoryName), \(children)"
        },
    ]
}

/// The question before a child is moved.
struct ChildMovePage: Page {
    static let template = "family/children/move.html"

    let child: Child
    let scope: FamilyScope
    let words: SearchWords
    let families: [FamilyChoice]
    let error: String?

    private var errors: [FormError] {
        error.map { [FormError(href: "#families", message: $0)] } ?? []
    }

    static let fields: [Field<ChildMovePage>] = [
        .text("child_name") { $0.child.name },
        .text("family_name") { $0.scope.family.name },
        .text("family_href") { $0.scope.family.href },
        .text("action") { Child.href($0.child.id, of: $0.child.family, "move") },
        .text("words") { $0.words.text },
        .list("families") { $0.families },
        .list("errors") { $0.errors },
        .optionalText("error") { $0.error },
    ]
}
