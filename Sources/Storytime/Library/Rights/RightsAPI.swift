import HTTP

/// From when to when books may be shown, for programs of those who keep the catalog.
enum RightsAPI {
    private static let operation = Operations(
        .books,
        for: .admin,
        reads: .readCatalog,
        writes: .writeCatalog
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/books/{book_id}/rights_windows",
            "listRightsWindows",
            "List a book’s rights windows",
            "Returns where and when a book can be shown.",
            index
        ),
        operation(
            .post,
            "/api/v1/books/{book_id}/rights_windows",
            "createRightsWindow",
            "Add a rights window",
            "Allows a book to be shown in a territory, or worldwide, on certain days. A "
                + "window that overlaps another one of the book is rejected unless `may_overlap` "
                + "is true.",
            refuses: [.conflict],
            create
        ),
        operation(
            .get,
            "/api/v1/books/{book_id}/rights_windows/{window_id}",
            "showRightsWindow",
            "Get a rights window",
            "Returns one of a book’s rights windows.",
            show
        ),
        operation(
            .patch,
            "/api/v1/books/{book_id}/rights_windows/{window_id}",
            "updateRightsWindow",
            "Change a rights window",
            "Changes only the members you send. Null removes the "
                + "end.",
            update
        ),
        operation(
            .delete,
            "/api/v1/books/{book_id}/rights_windows/{window_id}",
            "deleteRightsWindow",
            "Delete a rights window",
            "Deletes a window. From then on, the book is shown only where and "
                + "when its other windows allow it.",
            refuses: [.changedMeanwhile],
            delete
        ),
    ]

    static func index(_ visit: Visit, _ id: ID<Book>) throws -> WholeList<RightsWindowAnswer> {
        try expectBook(visit, id)
        let windows = try visit.rightsStore.windows(of: id)
        return WholeList(records: windows.map { RightsWindowAnswer(window: $0) })
    }

    static func show(_ visit: Visit, _ book: ID<Book>, _ id: ID<RightsWindow>) throws
        -> Details<RightsWindowAnswer>
    {
        details(try window(visit, book, id))
    }

    static func create(_ visit: Visit, _ sent: Sent<NewRecord<RightsForm>>, _ id: ID<Book>) throws
        -> Created<RightsWindowAnswer>
    {
        try expectBook(visit, id)
        let members = try sent.read().members
        let form = RightsForm().reading(members.fields())
        let window = try save(form, members) { terms in
            try visit.rightsStore.insert(
                terms,
                for: id,
                refusingOverlaps: !form.mayOverlap,
                by: visit.actor
            )
        }
        return Created(
            record: RightsWindowAnswer(window: window),
            location: "/api/v1/books/\(id)/rights_windows/\(window.id)"
        )
    }

    static func update(
        _ visit: Visit,
        _ sent: Sent<ChangedRecord<RightsForm>>,
        _ book: ID<Book>,
        _ id: ID<RightsWindow>
    ) throws -> Details<RightsWindowAnswer> {
        let window = try window(visit, book, id)
        let members = try sent.read().members
        try visit.expectMatch(details(window))
        let form = RightsForm().reading(members.fields(over: RightsForm.pairs(window.terms)))
        return details(
            try save(form, members) { terms in
                try visit.rightsStore.update(
                    id,
                    version: window.version,
                    terms,
                    refusingOverlaps: !form.mayOverlap,
                    by: visit.actor
                )
            }
        )
    }

    static func delete(_ visit: Visit, _ book: ID<Book>, _ id: ID<RightsWindow>) throws -> NoContent
    {
        let window = try window(visit, book, id)
        try visit.expectMatch(details(window))
        do {
            _ = try visit.rightsStore.delete(id, version: window.version, by: visit.actor)
            return NoContent()
        } catch RightsStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        }
    }

    // MARK: Parts

    /// A book in the bin has no windows to look at or to change.
    private static func expectBook(_ visit: Visit, _ id: ID<Book>) throws {
        guard try visit.books.find(id).deletedAt == nil else { throw Failure.notFound }
    }

    private static func window(_ visit: Visit, _ book: ID<Book>, _ id: ID<RightsWindow>) throws
        -> RightsWindow
    {
        try expectBook(visit, book)
        let window = try visit.rightsStore.find(id)
        guard window.book == book else { throw Failure.notFound }
        return window
    }

    private static func details(_ window: RightsWindow) -> Details<RightsWindowAnswer> {
        Details(record: RightsWindowAnswer(window: window))
    }

    private static func save(
        _ form: RightsForm,
        _ members: SentMembers,
        _ save: (RightsWindow.Terms) throws -> RightsWindow
    ) throws -> RightsWindow {
        guard let terms = form.draft else { throw members.refusal(form.errors) }
        do {
            return try save(terms)
        } catch RightsStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        } catch RightsStore.Refusal.tooMany {
            throw Failure.conflict("A book can have at most \(RightsStore.maximumWindows) windows.")
        } catch RightsStore.Refusal.overlaps(let windows) {
            throw APIFailure.invalid([.overlap(windows)])
        }
    }
}

extension ErrorDetail {
    /// The book has windows for the same days and places.
    fileprivate static func overlap(_ windows: [RightsWindow]) -> ErrorDetail {
        let numbers = windows.map { "number \($0.id)" }.joined(separator: ", ")
        return ErrorDetail(
            field: "may_overlap",
            code: "invalid",
            message: "It overlaps other windows of this book: \(numbers). "
                + "Send “may_overlap” if the overlap is intended."
        )
    }
}

/// A rights window as the API tells of it.
struct RightsWindowAnswer: NamedRecord {
    let window: RightsWindow

    static let schemaName = "RightsWindow"
    static let example = RightsWindowAnswer(
        window: RightsWindow(
            id: ID(8),
            book: ID(12),
            terms: RightsWindow.Terms(
                territory: .worldwide,
                days: DaySpan(from: CalendarDay(number: 20_454)),
                note: "Contract 14"
            ),
            version: 1,
            createdAt: 1_795_248_000,
            updatedAt: 1_795_248_000
        )
    )

    static let json: [JSONField<RightsWindowAnswer>] = [
        .integer("id", "The window’s id.") { $0.window.id.value },
        .integer("book_id", "The book’s id.") { $0.window.book.value },
        .text("territory", "Where it applies: a country code, or `*` for everywhere.") {
            $0.window.territory.code
        },
        .text("first_day", "Its first day.", format: "date") { $0.window.days.first.iso },
        .optionalText("last_day", "Its last day; null means no end.", format: "date") {
            $0.window.days.last?.iso
        },
        .text("note", "A note for admins; often empty.") {
            $0.window.terms.note
        },
        .time("created_at", "When it was added.") { $0.window.createdAt },
        .time("updated_at", "When it was last changed.") { $0.window.updatedAt },
    ]
}
