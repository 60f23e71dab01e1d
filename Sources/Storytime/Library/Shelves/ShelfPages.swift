import HTTP
import Quill
import Server

/// The pages on which a record that books belong to is deleted, merged into another one, and restored.
///
/// A feature lists the routes; the paths follow from the record's own (`href`).
extension RecordPages where Store: ShelfStore<Form.Kept>, Form.Kept: ShelfRecord {
    static var binHref: String { list.href + "/bin" }

    private static var binPerPage: Int { 50 }

    // MARK: Deleting

    static func askToDelete(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        let record = try store(visit).find(id)
        return try visit.page(
            try deletePage(visit, record, try successors(visit, to: record))
        )
    }

    static func delete(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        let fields = try visit.fields()
        let version = fields.number(VersionField.name)
        let store = store(visit)
        let shown = try store.find(id)
        var successors = try successors(visit, to: shown)
        // A program or an old form doesn't name any: the books stay without it.
        if fields.text(successors.name) != nil { successors.read(fields) }
        guard let chosen = successors.value else {
            return try visit.page(try deletePage(visit, shown, successors), status: 422)
        }
        let successor = ID<Kept>(pathSegment: chosen[...])
        do {
            let record = try store.delete(
                id,
                version: version,
                movingTo: successor,
                by: visit.actor
            )
            return try binned(visit, record, successor.flatMap { try store.findIfAny($0) })
        } catch RecordRefusal<Kept>.changedMeanwhile(let current) {
            var page = try deletePage(visit, current, successors)
            page.hasChanged = true
            return try visit.page(page, status: 409)
        } catch RecordRefusal<Kept>.noSuccessor {
            successors.reject("It was deleted meanwhile. Choose another \(noun).")
            return try visit.page(try deletePage(visit, shown, successors), status: 422)
        }
    }

    private static func deletePage(_ visit: Visit, _ record: Kept, _ successors: SelectField) throws
        -> DeletePage<Self>
    {
        DeletePage(
            record: record,
            successors: successors,
            hiddenFrom: try store(visit).hiddenFrom(record.id)
        )
    }

    /// The list, with what became of the record and its books, and Undo.
    private static func binned(_ visit: Visit, _ record: Kept, _ successor: Kept?) throws
        -> Response
    {
        let books = Counted.text(record.bookCount, "book", "books")
        var message = named(record) + " moved to the bin."
        if record.bookCount > 0, let successor {
            message += " \(books) moved to “\(successor.name)”."
        } else if record.bookCount > 0 {
            message += " It was removed from \(books)."
        }
        return try binned(visit, record, at: successor?.href ?? list.href, message)
    }

    private static func binned(
        _ visit: Visit,
        _ record: Kept,
        at href: String,
        _ message: String
    ) throws -> Response {
        try visit.redirect(
            to: href + Flash.anchor,
            notice: Flash(.good, message, undo: record.href + "/restore?from=list")
        )
    }

    /// The records that can take over the books.
    private static func successors(
        _ visit: Visit,
        to record: Kept,
        label: String? = nil,
        none: String? = nil
    ) throws -> SelectField {
        let choices = try store(visit).choices()
        let books = Counted.text(record.bookCount, "book", "books")
        return SelectField(
            name: "successor",
            label: label ?? "Move its \(books) to",
            hint: store(visit).offersAll(choices.count)
                ? nil : "These are the \(choices.count) with the most books.",
            options: [("", none ?? "No other \(noun)")]
                + choices.filter { $0.value != String(record.id.value) },
            initially: ""
        )
    }

    // MARK: Merging

    /// Asks for the other record first, and then shows what merging will do.
    static func askToMerge(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        let record = try store(visit).find(id)
        let query = try visit.query()
        var field = try mergeField(visit, record)
        guard query.text(field.name) != nil else {
            return try visit.page(MergePage<Self>(record: record, field: field))
        }
        field.read(query)
        return try mergeQuestion(visit, record, field)
    }

    static func merge(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        let fields = try visit.fields()
        let record = try store(visit).find(id)
        let version = fields.number(VersionField.name)
        var field = try mergeField(visit, record)
        field.read(fields)
        guard let version, let chosen = field.value,
            let successor = ID<Kept>(pathSegment: chosen[...])
        else { return try mergeQuestion(visit, record, field) }
        do {
            let more =
                try store(visit).findIfAny(successor) == nil || successor == id
                ? Merging() : store(visit).merging(id, into: successor)
            let merged = try store(visit)
                .delete(id, version: version, movingTo: successor, by: visit.actor)
            let other = try store(visit).find(successor)
            let books = Counted.text(merged.bookCount, "book", "books")
            let message =
                "\(named(merged)) merged into “\(other.name)”: \(books)\(more.outcome) "
                + "moved.\(more.rest)"
            return try binned(visit, merged, at: other.href, message)
        } catch RecordRefusal<Kept>.changedMeanwhile(let current) {
            return try mergeQuestion(visit, current, field, hasChanged: true)
        } catch RecordRefusal<Kept>.noSuccessor {
            return try mergeQuestion(visit, record, field)
        }
    }

    private static func mergeField(_ visit: Visit, _ record: Kept) throws -> SelectField {
        try successors(visit, to: record, label: "Merge it into", none: "Choose a \(noun)…")
    }

    /// The question; the choice again if there is nothing to ask about.
    private static func mergeQuestion(
        _ visit: Visit,
        _ record: Kept,
        _ field: SelectField,
        hasChanged: Bool = false
    ) throws -> Response {
        var field = field
        let id = ID<Kept>(pathSegment: field.chosen[...])
        let found = try id.flatMap { $0 == record.id ? nil : try store(visit).findIfAny($0) }
        guard let other = found else {
            field.reject("Choose another \(noun) from the list.")
            return try visit.page(
                MergePage<Self>(record: record, field: field),
                status: visit.request.method == .post ? 422 : 200
            )
        }
        return try visit.page(
            MergePage<Self>(
                record: record,
                field: field,
                other: other,
                sharedCount: try store(visit).sharedBooks(record.id, other.id),
                hiddenFrom: try store(visit).hiddenFrom(record.id),
                more: try store(visit).merging(record.id, into: other.id),
                hasChanged: hasChanged
            ),
            status: hasChanged ? 409 : 200
        )
    }

    // MARK: The bin

    static func bin(_ visit: Visit) throws -> Response {
        let bin = ShelfBin(store(visit))
        let pagination = Pagination(
            page: try visit.pageNumber(),
            perPage: binPerPage,
            total: try bin.count()
        )
        let shelves = try bin.list(limit: binPerPage, offset: pagination.offset)
        return try visit.page(
            ShelfBinPage<Self>(
                rows: shelves.map {
                    BinnedShelfView(shelf: $0, path: list.href, now: visit.now, times: visit.times)
                },
                scopes: try visit.binScopes(at: binHref),
                pagination: pagination.view(path: binHref)
            )
        )
    }

    /// The page of a record that is in the bin.
    static func showBinned(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        let shelf = try ShelfBin(store(visit)).find(id)
        return try visit.page(
            BinnedShelfPage<Self>(
                shelf: BinnedShelfView(
                    shelf: shelf,
                    path: list.href,
                    now: visit.now,
                    times: visit.times
                ),
                history: try visit.history(of: shelf.subject)
            )
        )
    }

    /// Redirects to the page where it was requested: the list, the bin, or the record. A name that
    /// another record has taken meanwhile is asked for.
    static func restore(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        let bin = ShelfBin(store(visit))
        guard let shelf = try bin.findIfAny(id) else {
            let record = try store(visit).find(id)
            let notice = Flash(.info, "“\(record.name)” is not in the bin.")
            return try visit.redirect(to: record.href, notice: notice)
        }
        let fields = try visit.fields()
        let from = try visit.query().text("from") ?? fields.text("from") ?? ""
        var page = RestorePage<Self>(
            shelf: shelf,
            name: FormField(Kept.nameSpec, fields),
            from: from
        )
        if fields.text(Kept.nameSpec.name) != nil, page.name.value == nil {
            return try visit.page(page, status: 422)
        }
        do {
            let restored = try bin.restore(id, as: page.name.value, by: visit.actor)
            let places = ["list": list.href + Flash.anchor, "bin": binHref]
            return try visit.redirect(
                to: places[from] ?? restored.record.href,
                notice: Flash(.good, Self.notice(restored))
            )
        } catch RecordRefusal<Kept>.taken {
            if page.name.value == nil { page.name = FormField(Kept.nameSpec, typed: shelf.name) }
            page.name.reject("Another \(noun) has this name. Choose a different one.")
            return try visit.page(page, status: 422)
        }
    }

    private static func notice(_ restored: ShelfBin<Store>.Restored) -> String {
        let record = restored.record
        var message = named(record) + " restored"
        if record.bookCount > 0 {
            message += " with " + Counted.text(record.bookCount, "book", "books")
        }
        message += "."
        if restored.left > 0 {
            let books = Counted.text(restored.left, "book", "books")
            message += " Changed since, so left as they are: \(books)."
        }
        if restored.hasNewSlug {
            message += " Another \(noun) has its slug, so it has a new one."
        }
        return message
    }

    // MARK: For good

    static func askToPurge(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        guard let shelf = try ShelfBin(store(visit)).findIfAny(id) else {
            return try notInBin(visit, id)
        }
        return try visit.page(
            PurgeShelfPage<Self>(
                shelf: BinnedShelfView(
                    shelf: shelf,
                    path: list.href,
                    now: visit.now,
                    times: visit.times
                )
            )
        )
    }

    static func purge(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        let bin = ShelfBin(store(visit))
        guard let shelf = try bin.findIfAny(id), try bin.purge(id, by: visit.actor) else {
            return try notInBin(visit, id)
        }
        return try visit.redirect(
            to: binHref,
            notice: Flash(.good, "“\(shelf.name)” deleted for good.")
        )
    }

    private static func notInBin(_ visit: Visit, _ id: ID<Kept>) throws -> Response {
        let record = try store(visit).find(id)
        return try visit.redirect(
            to: record.href,
            notice: Flash(.info, "“\(record.name)” is not in the bin. Delete it first.")
        )
    }
}
