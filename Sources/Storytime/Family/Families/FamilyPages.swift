import HTTP
import Quill
import Server

/// The pages on which admins keep the families.
enum FamilyPages {
    static let routes = [
        get("/admin/families", index),
        post("/admin/families", keepsText: true, create),
        get("/admin/families/new", new),
        get("/admin/families/{id}", show),
        get("/admin/families/{id}/edit", edit),
        post("/admin/families/{id}", keepsText: true, update),
    ]

    private static let perPage = 50
    /// Parents without a family that are named; who sees so many adds some and sees others.
    private static let maximumWaiting = 50

    /// Where they are named.
    static let waitingHref = FamilyListAddress.path + "#waiting-heading"

    static func index(_ visit: Visit) throws -> Response {
        let address = FamilyListAddress(try visit.query())
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.families.count(address.words)
        )
        let families = try visit.families.list(
            address.words,
            in: address.order,
            limit: perPage,
            offset: pagination.offset
        )
        return try visit.page(
            FamilyIndexPage(
                address: address,
                rows: families.map { FamilyRow(family: $0, times: visit.times) },
                pagination: pagination.view(path: FamilyListAddress.path, query: address.query),
                hasAny: try visit.families.count() > 0,
                waiting: try visit.familyMembers.parentsWithoutFamily(limit: maximumWaiting)
            )
        )
    }

    static func new(_ visit: Visit) throws -> Response {
        try visit.page(FamilyNewPage(form: FamilyForm(visit.site.configuration)))
    }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        let form = FamilyForm(fields, isNew: true)
        guard let draft = form.draft, !visit.isResumed else {
            return try visit.page(FamilyNewPage(form: form), status: visit.formStatus)
        }
        return try visit.once(fields) {
            let family = try visit.families.insert(draft, by: visit.actor)
            return SentForm.Outcome(
                location: family.href,
                message: "Family “\(family.name)” added. Its time zone is "
                    + "\(family.timeZone)." + form.trimmingNote
            )
        }
    }

    static func show(_ visit: Visit, _ id: ID<Family>) throws -> Response {
        try page(visit, id)
    }

    /// A family's page; with an error in one of its forms it is that form's answer.
    static func page(_ visit: Visit, _ id: ID<Family>, adding form: AddParentForm = AddParentForm())
        throws -> Response
    {
        let scope = try visit.family(id)
        let parents = try visit.familyMembers.parents(of: id)
        let page = FamilyShowPage(
            scope: scope,
            parents: try parents.map { parent in
                ParentRow(
                    user: parent,
                    family: id,
                    devices: try SessionRow.rows(of: parent.id, for: visit)
                )
            },
            invitations: try visit.links.invitations(to: id).compactMap {
                FamilyInvitationRow($0, times: visit.times, for: Family.href(id))
            },
            children: try ChildCard.all(scope, visit),
            removed: try BinnedChildRow.all(scope, visit),
            form: form,
            candidates: try visit.familyMembers.parentsWithoutFamily(limit: maximumWaiting),
            times: visit.times,
            history: try visit.history(of: id)
        )
        return try visit.page(page, status: page.errors.isEmpty ? 200 : 422)
    }

    static func edit(_ visit: Visit, _ id: ID<Family>) throws -> Response {
        let family = try visit.families.find(id)
        return try visit.page(
            FamilyEditPage(
                family: family,
                form: FamilyForm(family),
                version: VersionField(family.version)
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Family>) throws -> Response {
        let fields = try visit.fields()
        let family = try visit.families.find(id)
        let form = FamilyForm(fields)
        let version = VersionField(fields, current: family.version)
        guard let draft = form.draft, let shown = version.value, !visit.isResumed else {
            return try visit.page(
                FamilyEditPage(family: family, form: form, version: version),
                status: visit.formStatus
            )
        }
        guard !RetentionAgreement.isDeclined(fields) else {
            return try visit.page(FamilyEditPage(family: family, form: form, version: version))
        }
        do {
            let agreement = try RetentionAgreement(to: draft, over: family, fields, in: visit)
            // Who showed an older version is told of that first.
            guard agreement.isGiven || shown != family.version else {
                let question = FamilyRetentionPage(
                    path: family.href,
                    back: (family.href + "/edit", family.name),
                    carried: form.carried,
                    version: shown,
                    agreement: agreement
                )
                return try visit.page(question, status: question.status)
            }
            let saved = try visit.families.update(id, version: shown, draft, by: visit.actor)
            visit.site.vitals.jobBell.ring()
            return try visit.redirect(
                to: saved.href,
                notice: Flash(
                    .good,
                    "Family “\(saved.name)” saved." + form.trimmingNote + agreement.note
                )
            )
        } catch let refusal as FamilyStore.ChangedMeanwhile {
            return try conflictPage(visit, form, refusal.current)
        }
    }

    private static func conflictPage(_ visit: Visit, _ form: FamilyForm, _ current: Family) throws
        -> Response
    {
        let page = FamilyEditPage(
            family: current,
            form: form,
            version: VersionField(current.version),
            conflict: try visit.conflict(on: current.subject, form.differences(from: current))
        )
        return try visit.page(page, status: 409)
    }
}
