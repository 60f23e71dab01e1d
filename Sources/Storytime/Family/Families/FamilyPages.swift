import HTTP
import Quill
import Server

/// The pages on which admins keep the families.
enum FamilyPages: RecordPages {
    typealias Form = FamilyForm

    static let routes = [
        get("/admin/families", index),
        post("/admin/families", keepsText: true, create),
        get("/admin/families/new", new),
        get("/admin/families/{id}", show),
        get("/admin/families/{id}/edit", edit),
        post("/admin/families/{id}", keepsText: true, update),
    ]

    static let templates = "family/families"
    static let noun = "family"
    static let list = (href: FamilyOrder.path, title: "Families")

    private static let perPage = 50
    /// Parents without a family that are named; who sees so many adds some and sees others.
    private static let maximumWaiting = 50

    /// Families being erased that are named: more than an admin asks for within minutes.
    private static let maximumErased = 20

    /// Where parents without a family are named.
    static let waitingHref = FamilyListAddress.path + "#waiting-heading"

    static func store(_ visit: Visit) -> FamilyStore { visit.families }

    static func form(_ visit: Visit, of family: Family?) throws -> FamilyForm {
        family.map { FamilyForm().showing($0) } ?? FamilyForm(visit.site.configuration)
    }

    static func note(onAdding family: Family) -> String { " Its time zone is \(family.timeZone)." }

    static func index(_ visit: Visit) throws -> Response {
        let address = FamilyListAddress(try visit.query())
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: perPage,
            total: try visit.families.count(address.words)
        )
        let families = try visit.families.list(address, pagination)
        return try visit.page(
            FamilyIndexPage(
                address: address,
                rows: families.map { FamilyRow(family: $0, times: visit.times) },
                pagination: pagination.view(path: list.href, query: address.query),
                hasAny: try visit.families.count() > 0,
                erased: try visit.families.beingErased(limit: maximumErased).map {
                    ErasedFamilyRow(
                        id: $0.id,
                        sinceText: visit.times.relative($0.since, now: visit.now)
                    )
                },
                waiting: try visit.familyMembers.parentsWithoutFamily(limit: maximumWaiting)
            )
        )
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
            photos: try visit.photos.space(of: id),
            times: visit.times,
            limits: try SpaceAndLimits(of: id, visit),
            history: try visit.history(of: id)
        )
        return try visit.page(page, status: page.errors.isEmpty ? 200 : 422)
    }

    static func update(_ visit: Visit, _ id: ID<Family>) throws -> Response {
        let response = try save(visit, id) { page, draft in
            try RetentionAgreement.consider(
                draft,
                of: page.form,
                page.version,
                over: page.record,
                from: page.record.href,
                back: (page.record.href + "/edit", page.record.name),
                in: visit
            ) { try visit.page(page) }
        }
        visit.site.vitals.jobBell.ring()
        return response
    }
}
