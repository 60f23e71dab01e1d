import HTTP
import Quill
import SQLite
import Server

/// The list of a child's viewings: each time that a story was opened. Here they are left out of
/// statistics, counted again, and deleted, alone or with all others of some days.
///
/// Each page exists twice, like those of children (`ChildPages`).
enum ViewingPages {
    static let routes =
        familyPage("/children/{id}/viewings", index)
        + familyPage("/children/{id}/viewings/delete", askToDeleteAll)
        + familyForm("/children/{id}/viewings/delete", deleteAll)
        + familyForm("/children/{id}/viewings/{id}/leave-out") {
            try setLeftOut(true, $0, $1, $2, $3)
        }
        + familyForm("/children/{id}/viewings/{id}/count") {
            try setLeftOut(false, $0, $1, $2, $3)
        }
        + familyPage("/children/{id}/viewings/{id}/delete", askToDelete)
        + familyForm("/children/{id}/viewings/{id}/delete", delete)

    // MARK: The list

    static func index(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        let address = ViewingAddress(try visit.query(), scope, id, now: visit.now)
        var page = ViewingIndexPage(child: child, scope: scope, address: address)
        guard address.form.isValid else { return try visit.page(page, status: 422) }
        let list = ViewingList(database: visit.database, filter: address.filter)
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: ViewingList.perPage,
            total: try list.count()
        )
        let entries = try list.page(limit: ViewingList.perPage, offset: pagination.offset)
        let seen = try visit.shelf(of: scope.family).seen(among: entries.map(\.viewing.key.book))
        let times = TimeText(zone: scope.family.timeZone)
        page.rows = entries.map { entry in
            let book = entry.viewing.key.book
            return ViewingRow(
                entry: entry,
                href: seen.contains(book) ? "\(scope.catalogPath)/books/\(book)" : nil,
                address: address,
                times: times
            )
        }
        page.stories = try list.stories()
        page.pagination = pagination.view(path: address.path, query: address.form.query)
        return try visit.page(page)
    }

    // MARK: Statistics

    /// Either one is the other's Undo.
    static func setLeftOut(
        _ isLeftOut: Bool,
        _ visit: Visit,
        _ scope: FamilyScope,
        _ id: ID<Child>,
        _ viewing: ID<Viewing>
    ) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        let address = try wayBack(visit, scope, id)
        try visit.usage.setLeftOut(isLeftOut, viewing, of: child, by: scope.actor)
        return try visit.redirect(
            to: address.href + Flash.anchor,
            notice: Flash(
                .good,
                isLeftOut
                    ? "Viewing left out of all reports." : "Viewing counted again.",
                undo: address.href(viewing, act: isLeftOut ? "count" : "leave-out")
            )
        )
    }

    /// The page of the form: the form says it, or the address of Undo does.
    private static func wayBack(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws
        -> ViewingAddress
    {
        let fields = try visit.fields()
        let carrier = fields.text("list") == nil ? try visit.query() : fields
        return ViewingAddress(carriedBy: carrier, scope, id, now: visit.now)
    }

    // MARK: One viewing

    static func askToDelete(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ id: ID<Child>,
        _ viewing: ID<Viewing>
    ) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        let address = ViewingAddress(
            carriedBy: try visit.query(),
            scope,
            id,
            now: visit.now
        )
        let entry = try ViewingList(database: visit.database, filter: address.filter).find(viewing)
        let began = TimeText(zone: scope.family.timeZone).exact(entry.viewing.sums.startedAt)
        return try visit.page(
            ViewingDeletionPage(
                child: child,
                scope: scope,
                address: address,
                subject: .viewing(viewing, "\(entry.title ?? UsageReport.goneBook), \(began)")
            )
        )
    }

    static func delete(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ id: ID<Child>,
        _ viewing: ID<Viewing>
    ) throws -> Response {
        let child = try visit.children.find(id, of: scope.family.id)
        let address = try wayBack(visit, scope, id)
        try visit.usage.delete(viewing, of: child, by: scope.actor)
        return try visit.redirect(to: address.href, notice: Flash(.good, "1 viewing deleted."))
    }

    // MARK: All of some days

    static func askToDeleteAll(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws
        -> Response
    {
        let child = try visit.children.find(id, of: scope.family.id)
        let address = ViewingAddress(carriedBy: try visit.query(), scope, id, now: visit.now)
        return try deletionPage(visit, scope, child, address)
    }

    /// Deletes exactly what was asked about: if there are others now, it asks again.
    static func deleteAll(_ visit: Visit, _ scope: FamilyScope, _ id: ID<Child>) throws
        -> Response
    {
        let child = try visit.children.find(id, of: scope.family.id)
        let fields = try visit.fields()
        let address = try wayBack(visit, scope, id)
        guard let first = fields.text("from").flatMap({ CalendarDay(iso: $0) }),
            let last = fields.text("to").flatMap({ CalendarDay(iso: $0) }), first <= last
        else { throw Failure.badRequest("The form doesn’t say which days to use.") }
        let days = ReportDays(first: first, last: last)
        guard let agreed = fields.number("count"),
            let deleted = try visit.usage.delete(
                first...last,
                of: child,
                by: scope.actor,
                agreed: agreed
            )
        else { return try deletionPage(visit, scope, child, address, days, hasChanged: true) }
        let viewings = Counted.text(deleted, "viewing", "viewings")
        return try visit.redirect(to: address.href, notice: Flash(.good, "\(viewings) deleted."))
    }

    private static func deletionPage(
        _ visit: Visit,
        _ scope: FamilyScope,
        _ child: Child,
        _ address: ViewingAddress,
        _ days: ReportDays? = nil,
        hasChanged: Bool = false
    ) throws -> Response {
        let days = days ?? address.form.range.days
        let count = { (isOfBeginnings: Bool) in
            let filter = ViewingFilter(
                child: child.id,
                days: days,
                isOfBeginnings: isOfBeginnings
            )
            return try ViewingList(database: visit.database, filter: filter).count()
        }
        let begun = try count(true)
        return try visit.page(
            ViewingDeletionPage(
                child: child,
                scope: scope,
                address: address,
                subject: .all(days, begun),
                hasChanged: hasChanged,
                carriedCount: try count(false) - begun
            ),
            status: hasChanged ? 409 : 200
        )
    }
}
