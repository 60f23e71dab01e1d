import HTTP
import Quill
import Server

/// The pages on which parents keep their children, and admins those of any family.
///
/// Each page exists twice, at a parent's address and at an admin's. Both lead to one function, which
/// gets the family from `FamilyScope` and asks for nothing that isn't the family's.
enum ChildPages {
    static let path = "/children"

    static let routes: [Route] =
        [
            get("/children", for: .parent, index),
            post("/children/skipping-news/seen", for: .parent, dismissSkippingNews),
        ]
        + familyPage("/children/new", new)
        + familyForm("/children", keepsText: true, create)
        + familyPage("/children/{id}/edit", edit)
        + familyForm("/children/{id}", keepsText: true, update)

    // MARK: A parent's start

    static func index(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else {
            return try visit.page(NoFamilyPage())
        }
        let news = try visit.session.map {
            try visit.children.skippingNews(for: $0.user.id, in: scope.family.id)
        }
        return try visit.page(
            ChildIndexPage(
                family: scope.family,
                rows: try ChildCard.all(scope, visit),
                removed: try BinnedChildRow.all(scope, visit),
                skippingNews: news ?? []
            )
        )
    }

    static func dismissSkippingNews(_ visit: Visit) throws -> Response {
        if let parent = visit.session?.user.id {
            try visit.children.dismissSkippingNews(for: parent)
        }
        return try visit.redirect(to: path)
    }

    // MARK: Add and edit

    static func new(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        let form = ChildForm(try visit.categories.all())
        return try visit.page(ChildNewPage(scope: scope, form: form))
    }

    static func create(_ visit: Visit, _ scope: FamilyScope) throws -> Response {
        let fields = try visit.fields()
        var form = try form(fields, visit, scope)
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(ChildNewPage(scope: scope, form: form), status: visit.formStatus)
        }
        do {
            return try visit.once(fields) {
                try expectNoNamesake(of: draft, nil, form, visit, scope)
                let child = try visit.children.insert(
                    draft,
                    into: scope.family.id,
                    by: scope.actor
                )
                return SentForm.Outcome(
                    location: scope.childrenHref,
                    message: "\(child.name) added." + form.trimmingNote
                )
            }
        } catch let question as Namesake {
            form.ask(about: question.name)
            return try visit.page(ChildNewPage(scope: scope, form: form), status: visit.formStatus)
        } catch ChildStore.Refusal.familyIsFull {
            form.rejectAsTooMany()
        } catch ChildStore.Refusal.binIsFull {
            form.rejectAsBinIsFull()
        }
        return try visit.page(ChildNewPage(scope: scope, form: form), status: visit.formStatus)
    }

    static func edit(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        return try visit.page(
            ChildEditPage(
                child: child,
                scope: scope,
                form: ChildForm(child, try visit.categories.all()),
                version: VersionField(child.version)
            )
        )
    }

    static func update(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let fields = try visit.fields()
        let child = try visit.children.find(id, of: scope.family.id)
        var form = try form(fields, visit, scope)
        let version = VersionField(fields, current: child.version)
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try visit.page(
                ChildEditPage(child: child, scope: scope, form: form, version: version),
                status: visit.formStatus
            )
        }
        do {
            try expectNoNamesake(of: draft, child, form, visit, scope)
            let saved = try visit.children.update(
                id,
                of: scope.family.id,
                version: shown,
                draft,
                by: scope.actor
            )
            return try visit.redirect(
                to: scope.childrenHref,
                notice: Flash(.good, "Changes to \(saved.name) saved." + form.trimmingNote)
            )
        } catch let question as Namesake {
            form.ask(about: question.name)
            return try visit.page(
                ChildEditPage(child: child, scope: scope, form: form, version: version),
                status: visit.formStatus
            )
        } catch ChildStore.Refusal.changedMeanwhile(let current) {
            return try visit.page(
                ChildEditPage(
                    child: current,
                    scope: scope,
                    form: form,
                    version: VersionField(current.version),
                    conflict: try visit.conflict(
                        on: current.subject,
                        form.differences(from: current)
                    )
                ),
                status: 409
            )
        }
    }

    /// The family has a child who is called the same.
    private struct Namesake: Error {
        let name: String
    }

    /// Two buttons for one name are usually a form that was sent twice, so it is asked before. Whoever
    /// has the name already keeps it.
    private static func expectNoNamesake(
        of draft: Child.Draft,
        _ child: Child?,
        _ form: ChildForm,
        _ visit: Visit,
        _ scope: FamilyScope
    ) throws {
        let name = Folding.fold(draft.name)
        guard !form.isAnother, child.map({ Folding.fold($0.name) }) != name else { return }
        let namesake = try visit.children.list(of: scope.family.id).first {
            $0.id != child?.id && Folding.fold($0.name) == name
        }
        if let namesake { throw Namesake(name: namesake.name) }
    }

    private static func form(_ fields: Fields, _ visit: Visit, _ scope: FamilyScope) throws
        -> ChildForm
    {
        ChildForm(fields, on: scope.family.today(visit.now), try visit.categories.all())
    }
}
