import HTTP

/// Children's libraries, for programs of their parents.
enum LibraryAPI {
    private static let operation = Operations(
        .libraries,
        for: .parent,
        reads: .readLibrary,
        writes: .writeLibrary
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/children/{child_id}/library",
            "getLibrary",
            "List the books in a child’s library",
            "Returns the books parents chose for a child, with the place in each "
                + "story. A book stays in the library when its rights end; it can’t be "
                + "watched then, and `is_available` is false. Books in a category "
                + "hidden from the child are left out.",
            index
        ),
        operation(
            .post,
            "/api/v1/children/{child_id}/library_items",
            "addLibraryItem",
            "Add a book to a child’s library",
            "Adds a book the family can watch. If it is already in the library, "
                + "nothing changes and the answer is 200 instead of 201. Books hidden "
                + "from the child are rejected.",
            refuses: [.conflict],
            create
        ),
        operation(
            .get,
            "/api/v1/children/{child_id}/library_items/{book_id}",
            "getLibraryItem",
            "Get a book from a child’s library",
            "Returns one book from a child’s library, with the place in the story.",
            show
        ),
        operation(
            .delete,
            "/api/v1/children/{child_id}/library_items/{book_id}",
            "removeLibraryItem",
            "Remove a book from a child’s library",
            "Removes a book from a library and clears the place in the story. What was "
                + "watched stays in the reports.",
            delete
        ),
    ]

    static func index(_ visit: Visit, _ sent: Sent<LibraryQuery>, _ id: ID<Child>) throws
        -> ListPage<LibraryBookAnswer>
    {
        let list = try visit.library(of: id)
        let query = try sent.read()
        if let changes = query.changes {
            return try self.changes(changes, query.page, in: list, visit)
        }
        let books = try list.page(
            query.sort,
            limit: query.page.perPage,
            offset: query.page.offset
        )
        return ListPage(
            records: try visit.libraryAnswers(books, on: list.shelf),
            query: query.page,
            total: try list.count()
        )
    }

    /// What was changed since a moment, in that order.
    private static func changes(
        _ query: ChangesQuery,
        _ page: PageQuery,
        in list: LibraryList,
        _ visit: Visit
    ) throws -> ListPage<LibraryBookAnswer> {
        let changes = try visit.changes(query)
            .library(of: list.child, on: list.shelf, now: visit.now, limit: page.perPage)
        let books = try list.find(changes.entries.map { ID($0.id) })
        return ListPage(
            records: try visit.libraryAnswers(books, on: list.shelf),
            query: page,
            total: changes.total,
            removed: RemovedRecords(changes, but: books.map(\.item.book.value))
        )
    }

    static func create(_ visit: Visit, _ sent: Sent<NewLibraryItem>, _ id: ID<Child>) throws
        -> CreatedOnce<LibraryBookAnswer>
    {
        let scope = try visit.family()
        let list = try visit.library(of: id)
        let book = try sent.read().book
        if try list.shelf.maySee(book), try list.shelf.visibleBooks(for: id).hides(book) {
            throw try hidden(book, from: visit.children.find(id, of: scope.family.id))
        }
        do {
            let change = try visit.libraries.add([book], to: id, of: list.shelf, by: scope.actor)
            guard let shelved = try list.find(book) else { throw notThere(book) }
            return CreatedOnce(
                record: try visit.libraryAnswer(shelved, on: list.shelf),
                location: "/api/v1/children/\(id)/library_items/\(book)",
                wasThere: change == nil
            )
        } catch LibraryStore.Refusal.isFull {
            let child = try visit.children.find(id, of: scope.family.id)
            throw Failure.conflict(LibraryStore.fullness(of: child))
        }
    }

    /// A book that the family may not see is told from one that isn't there by nothing.
    private static func notThere(_ book: ID<Book>) -> APIFailure {
        .invalid([
            ErrorDetail(
                field: "book_id",
                code: "not_found",
                message: "Book \(book) doesn’t exist."
            )
        ])
    }

    /// It would be in the library, and the child's player would not find it there.
    private static func hidden(_ book: ID<Book>, from child: Child) -> APIFailure {
        .invalid([
            ErrorDetail(
                field: "book_id",
                code: "not_found",
                message: "Book \(book) is in a category that is hidden from \(child.name)."
            )
        ])
    }

    static func show(_ visit: Visit, _ id: ID<Child>, _ book: ID<Book>) throws
        -> Details<LibraryBookAnswer>
    {
        let list = try visit.library(of: id)
        guard let shelved = try list.find(book) else { throw Failure.notFound }
        return Details(record: try visit.libraryAnswer(shelved, on: list.shelf))
    }

    static func delete(_ visit: Visit, _ id: ID<Child>, _ book: ID<Book>) throws -> NoContent {
        let scope = try visit.family()
        let list = try visit.library(of: id)
        guard try list.holds(book) else { throw Failure.notFound }
        let change = try visit.libraries.remove(book, from: id, of: list.shelf, by: scope.actor)
        guard change != nil else { throw Failure.notFound }
        return NoContent()
    }
}

/// In which order a program asks for a library, and for which page of it.
struct LibraryQuery: QueryContent {
    let sort: LibrarySort
    let page: PageQuery
    let changes: ChangesQuery?

    init?(_ query: inout QueryFields) {
        changes = query.changes(others: ["sort", "page"])
        let sort = query.choice("sort", LibrarySort.self, else: .added)
        let page = PageQuery(&query)
        guard let sort, let page else { return nil }
        self.sort = sort
        self.page = page
    }

    static let meanings = [
        "sort": "`added` and `watched` sort newest first, `title` from A to Z."
    ].merging(PageQuery.meanings) { own, _ in own }
        .merging(ChangesQuery.meanings) { own, _ in own }
}

/// The book that a program adds to a library.
struct NewLibraryItem: JSONContent {
    let book: ID<Book>

    init?(_ fields: inout JSONFields) {
        guard let book = fields.id("book_id", of: Book.self) else { return nil }
        self.book = book
    }

    static let meanings = ["book_id": "The id of a book the family can see."]
    static let example = #"{"book_id": 1}"#
}

/// A book of a library as the API tells of it.
struct LibraryBookAnswer: NamedRecord {
    let book: CatalogBookAnswer
    let item: LibraryItem
    /// Whether the family may watch it today.
    let isOpen: Bool

    static let schemaName = "LibraryBook"
    static let example = LibraryBookAnswer(
        book: .example,
        item: LibraryItem(
            book: ID(1),
            addedAt: 1_795_161_600,
            position: 60,
            playedAt: 1_795_248_300
        ),
        isOpen: true
    )

    static let json: [JSONField<LibraryBookAnswer>] =
        JSONField.members { $0.book } + [
            .optionalInteger(
                "last_position_seconds",
                "The place in the story; null at the beginning."
            ) { $0.item.position },
            .optionalTime(
                "last_played_at",
                "When a position was last saved or the end reached; null before that."
            ) { $0.item.playedAt },
            .time("added_at", "When it was added to the library.") { $0.item.addedAt },
            .bool(
                "is_available",
                "Whether the family can watch it today; it stays here when its rights end."
            ) { $0.isOpen },
            .bool("is_playable", "Whether it is available and its video is ready.") {
                $0.isOpen && $0.book.video?.isReady == true
            },
        ]
}

extension Visit {
    /// The library of a child of the parent who asks, as the child sees it.
    func library(of child: ID<Child>) throws -> LibraryList {
        let scope = try family()
        return LibraryList(
            database: database,
            shelf: shelf(of: scope.family),
            child: try children.find(child, of: scope.family.id).id,
            isForChild: true
        )
    }

    fileprivate func libraryAnswers(_ books: [ShelvedBook], on shelf: FamilyShelf) throws
        -> [LibraryBookAnswer]
    {
        var videos: [ID<Book>: StoryVideo] = [:]
        for book in books { videos[book.item.book] = book.video }
        let answers = try catalogAnswers(books.map(\.summary), videos, on: shelf)
        return zip(books, answers).map { shelved, answer in
            LibraryBookAnswer(book: answer, item: shelved.item, isOpen: shelved.isOpen)
        }
    }

    fileprivate func libraryAnswer(_ book: ShelvedBook, on shelf: FamilyShelf) throws
        -> LibraryBookAnswer
    {
        guard let answer = try libraryAnswers([book], on: shelf).first else {
            throw Failure.notFound
        }
        return answer
    }
}
