import Quill

/// What lists consist of: filters, rows, pages, a menu, what happened.
struct ListSamples: Record {
    let page: Int
    let now: Int
    let times: TimeText

    private static let bedtime = CategoryLink(
        id: ID(1),
        name: "Bedtime Stories",
        slug: "bedtime-stories",
        iconName: "moon.stars"
    )
    private static let animals = CategoryLink(
        id: ID(3),
        name: "Animals",
        slug: "animals",
        iconName: "pawprint"
    )
    private static let plain = CategoryLink(id: ID(9), name: "قصص", slug: "qisas", iconName: nil)

    private static func book(
        _ id: Int,
        _ title: String,
        _ author: String,
        _ status: Book.Status,
        _ categories: [CategoryLink]
    ) -> BookRow {
        let book = Book(
            id: ID(id),
            title: title,
            author: author,
            status: status,
            description: "",
            ages: AgeRange(minimum: 3, maximum: status == .draft ? nil : 6),
            version: 1,
            createdAt: 0,
            updatedAt: 0
        )
        return BookRow(
            summary: BookSummary(book: book, categories: categories),
            address: BookListAddress(Fields([])),
            cells: [
                BookCell(column: .author, text: author),
                BookCell(column: .categories, categories: categories),
                BookCell(column: .ages, text: book.ages.years ?? ""),
                BookCell(column: .status, text: status.label, pill: status.kind),
                BookCell(column: .changed, text: "5 minutes ago"),
            ]
        )
    }

    private static let books = [
        book(1, "The Lantern Fox", "Mira Holm", .active, [bedtime, animals]),
        book(2, "ألف ليلة وليلة", "ليلى حداد", .draft, [plain]),
        book(
            3,
            "What the Lighthouse Keeper’s Cat Saw on the Longest Night of the Year",
            "Josephine Adler-Whittington",
            .archived,
            []
        ),
    ]

    private static let scopes = [
        ScopeLink(label: "All", href: StyleguidePages.path, count: 1204, isCurrent: true),
        ScopeLink(label: "Active", href: StyleguidePages.path, count: 1172, isCurrent: false),
        ScopeLink(
            label: "Without category",
            href: StyleguidePages.path,
            count: 3,
            isCurrent: false
        ),
    ]

    private static let filters = ["Ages 3 to 5", "Has captions"].map {
        ChosenFilter(label: $0, href: StyleguidePages.path)
    }

    private static let headings = [
        ColumnHeading(label: "Title", href: StyleguidePages.path, order: .ascending),
        ColumnHeading(label: "Author", href: StyleguidePages.path),
        ColumnHeading(label: "Categories", href: StyleguidePages.path),
        ColumnHeading(label: "Ages", href: StyleguidePages.path),
        ColumnHeading(label: "Status", href: StyleguidePages.path),
        ColumnHeading(label: "Changed", href: StyleguidePages.path),
    ]

    private static let menu = [
        MenuItem(label: "Show in the catalog", href: StyleguidePages.path, icon: "books"),
        MenuItem(label: "Edit categories", href: StyleguidePages.path, icon: "tag"),
        MenuItem(label: "Send a notice", href: StyleguidePages.path, icon: "info", isForm: true),
        MenuItem(label: "Delete book", href: "#dialog", icon: "trash", isDangerous: true),
    ]

    private var pagination: PaginationView {
        Pagination(page: page, perPage: 50, total: 1204).view(path: StyleguidePages.path)
    }

    private var events: [AuditRow] {
        let renamed = [
            Change("title", "The Lantern Foxes", "The Lantern Fox"),
            Change("author", nil, "Mira Holm"),
        ]
        return [
            entry(90, "created", "book", 1, "The Lantern Fox", []),
            entry(4000, "changed", "book", 1, "The Lantern Fox", renamed),
            entry(90_000, "deleted", "category", 2, "Winter", [Change("slug", "winter", nil)]),
        ].map { AuditRow($0, now: now, times: times) }
    }

    private func entry(
        _ secondsAgo: Int,
        _ action: String,
        _ kind: String,
        _ recordID: Int,
        _ label: String,
        _ changes: [Change]
    ) -> AuditEntry {
        AuditEntry(
            id: 1,
            at: now - secondsAgo,
            actorName: "Ada",
            action: action,
            kind: kind,
            recordID: recordID,
            label: label,
            changes: changes
        )
    }

    static let fields: [Field<ListSamples>] = [
        .list("books") { _ in books },
        .list("scopes") { _ in scopes },
        .list("filters") { _ in filters },
        .list("headings") { _ in headings },
        .list("menu") { _ in menu },
        .record("pagination") { $0.pagination },
        .list("events") { $0.events },
    ]
}
