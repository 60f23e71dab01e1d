import HTTP
import Quill
import Server

/// The page between a list and an action on many of its books: it says exactly what will happen to
/// how many, and asks for confirmation.
enum BulkPages {
    static let routes = [
        // On workers, because there may be a hundred thousand books.
        get("/admin/books/bulk", lane: .worker, ask),
        post("/admin/books/bulk", lane: .slow, run),
    ]

    static let path = "/admin/books/bulk"

    static func ask(_ visit: Visit) throws -> Response {
        let query = try visit.query()
        let address = try address(visit, query)
        guard let target = try BulkTarget(query, address, "books") else {
            return try visit.redirect(
                to: address.href + Flash.anchor,
                notice: Flash(.info, "Select some books first, or apply the action to all.")
            )
        }
        // This changes nothing, so it isn't a batch.
        if query.text("act") == CaptionExportPages.act {
            return try visit.redirect(to: CaptionExportPages.href("books", query))
        }
        let page = try page(visit, query, target, address)
        return try visit.page(page, status: page.errors.isEmpty ? 200 : 422)
    }

    static func run(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        let address = try address(visit, fields)
        guard let target = try BulkTarget(fields, address, "books") else {
            throw Failure.badRequest("No books were selected.")
        }
        let choice = BulkChoice(fields)
        let count = fields.number("count")
        guard let choice, let count else {
            return try visit.page(try page(visit, fields, target, address), status: 422)
        }
        do {
            let batch = try visit.bulk.run(choice, on: target, expecting: count, by: visit.actor)
            return try done(visit, batch, address)
        } catch BulkStore.Refusal.countIsAnother {
            var page = try page(visit, fields, target, address)
            page.shownCount = count
            return try visit.page(page, status: 409)
        } catch is BulkChoice.Refusal {
            return try visit.page(try page(visit, fields, target, address), status: 422)
        } catch BulkStore.Refusal.noAct {
            return try visit.page(try page(visit, fields, target, address), status: 422)
        }
    }

    /// The list that the books are from; all books if the form has none.
    private static func address(_ visit: Visit, _ fields: Fields) throws -> BookListAddress {
        try visit.asked(BookListAddress(of: fields))
    }

    private static func done(_ visit: Visit, _ batch: Batch?, _ address: BookListAddress) throws
        -> Response
    {
        let notice =
            if let batch {
                Flash(
                    .good,
                    batch.summary + ".",
                    undo: address.carry(
                        along: batch.undoHref,
                        [(name: "from", value: "list")]
                    )
                )
            } else {
                Flash(.info, "Nothing to change: all of these books are already like that.")
            }
        return try visit.redirect(to: address.href + Flash.anchor, notice: notice)
    }

    /// The question if everything is chosen, and the choices otherwise.
    private static func page(
        _ visit: Visit,
        _ fields: Fields,
        _ target: BulkTarget,
        _ address: BookListAddress
    ) throws -> BulkPage {
        let choice = BulkChoice(fields)
        var error: String?
        var act: BulkAct?
        do {
            act = try choice?.act(in: visit.database)
        } catch BulkChoice.Refusal.isGone(let kind) {
            let what = [.publisher, .series].contains(kind) ? kind.rawValue : "category"
            error = "The \(what) was deleted meanwhile. Choose again."
        }
        let typed = act == nil ? Self.typed(choice?.kind, fields) : nil
        if let choice, choice.kind != .rights, act == nil, typed == nil, fields.text("value") != nil
        {
            error = error ?? "Choose one from the list."
        }
        let count = try target.count(in: visit.database)
        return BulkPage(
            target: target,
            address: address,
            count: count,
            question: try act.map { try question(visit, $0, target, count, address) },
            choice: choice,
            acts: act == nil ? BulkActs(try visit.categories.all()).groups : [],
            values: act == nil ? try values(visit, choice?.kind) : nil,
            typed: typed,
            tags: typed?.spec.list == nil ? [] : try visit.tags.offered().map(\.name),
            window: act == nil && choice?.kind == .rights ? window(fields) : nil,
            examples: try target.examples(in: visit.database),
            filters: try filters(visit, target, address),
            error: error
        )
    }

    /// The list's filters, if the action is for all matches.
    private static func filters(
        _ visit: Visit,
        _ target: BulkTarget,
        _ address: BookListAddress
    ) throws -> String {
        guard case .matching = target else { return "" }
        return BookFilterForm(
            address: address,
            categories: try visit.categories.all(),
            publishers: try visit.publishers.offered(),
            series: try visit.series.offered(),
            tags: try visit.tags.offered(),
            languages: try visit.bookList.languages()
        ).summary
    }

    private static func question(
        _ visit: Visit,
        _ act: BulkAct,
        _ target: BulkTarget,
        _ count: Int,
        _ address: BookListAddress
    ) throws -> BulkQuestion {
        var question = BulkQuestion(
            act: act,
            changed: try target.count(where: act.isChange, in: visit.database),
            count: count
        )
        if case .rights(let gift) = act {
            question.rights = BulkRights(
                gift: gift,
                overlapping: try target.count(where: gift.isOverlapping, in: visit.database),
                count: count,
                target: target,
                address: address,
                times: visit.times
            )
        }
        return question
    }

    /// The form for a rights window: empty, or as it was sent.
    private static func window(_ fields: Fields) -> RightsForm {
        RightsForm.isIn(fields) ? RightsForm().reading(fields) : RightsForm()
    }

    /// The choices when only the kind of action is chosen.
    private static func values(_ visit: Visit, _ kind: BulkChoice.Kind?) throws -> SelectField? {
        switch kind {
        case .publisher:
            SelectField(
                name: "value",
                label: "Publisher",
                options: [("", "Choose…"), ("none", "None")]
                    + (try visit.publishers.offered().map { (String($0.id.value), $0.name) }),
                initially: ""
            )
        case .language:
            SelectField(
                name: "value",
                label: "Language",
                options: [("", "Choose…"), ("none", "None")] + (try languages(visit)),
                initially: ""
            )
        case .series:
            SelectField(
                name: "value",
                label: "Series",
                options: [("", "Choose…"), ("none", "None")]
                    + (try visit.series.offered().map { (String($0.id.value), $0.name) }),
                initially: ""
            )
        case .put, .take, .status, .tag, .untag, .author, .illustrator, .translator, .narrator,
            .year, .ages, .rights, .bin, nil:
            nil
        }
    }

    /// The field for a typed value: empty, or as it was sent.
    private static func typed(_ kind: BulkChoice.Kind?, _ fields: Fields) -> FormField? {
        let spec: FieldSpec? =
            switch kind {
            case .tag, .untag: BulkField.tagSpec
            case .ages: BulkField.agesSpec
            default: kind?.field?.spec
            }
        return spec.map { fields.isOn("value") ? FormField($0, fields) : FormField($0) }
    }

    /// The usual languages and those of the catalog, by name.
    private static func languages(_ visit: Visit) throws -> [(value: String, label: String)] {
        let usual = LanguageOption.all.map { (value: $0.tag, label: $0.name) }
        let known = Set(usual.map(\.value))
        let more = try visit.bookList.languages().filter { !known.contains($0) }
        return (usual + more.map { (value: $0, label: LanguageTag.name(of: $0) ?? $0) })
            .sorted { Folding.fold($0.label) < Folding.fold($1.label) }
    }
}
