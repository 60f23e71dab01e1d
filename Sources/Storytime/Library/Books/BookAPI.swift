import HTTP
import SQLite

/// Books, for programs of those who keep the catalog.
enum BookAPI {
    private static let operation = Operations(
        .books,
        for: .admin,
        reads: .readCatalog,
        writes: .writeCatalog
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/books",
            "listBooks",
            "List the books in the catalog",
            "Returns books with any status, filtered and sorted as in the console’s list. "
                + "Books in the bin are left out.",
            index
        ),
        operation(
            .post,
            "/api/v1/books",
            "createBook",
            "Add a book",
            "Adds a book, like the console’s form. A second book with the same title and "
                + "author is rejected unless `is_another` is true.",
            create
        ),
        operation(
            .get,
            "/api/v1/books/{book_id}",
            "showBook",
            "Get a book",
            "Returns a book, whatever its status, even if it is in the bin.",
            show
        ),
        operation(
            .patch,
            "/api/v1/books/{book_id}",
            "updateBook",
            "Change a book",
            "Changes only the members you send; null "
                + "removes a value. Books in the bin can’t be changed.",
            refuses: [.conflict],
            update
        ),
        operation(
            .delete,
            "/api/v1/books/{book_id}",
            "deleteBook",
            "Move a book to the bin",
            "Families no longer see it. It can be restored for \(BinStore.keptDays) days.",
            refuses: [.changedMeanwhile],
            delete
        ),
        operation(
            .post,
            "/api/v1/books/{book_id}/restore",
            "restoreBook",
            "Restore a book from the bin",
            "Puts a deleted book back where it was. A book that isn’t in the bin "
                + "stays as it is.",
            restore
        ),
    ]

    static func index(_ visit: Visit, _ sent: Sent<BookListQuery>) throws
        -> ListPage<AdminBookAnswer>
    {
        let query = try sent.read()
        let slice = try visit.bookList.slice(try query.request(visit))
        // A page of the console shows the last one in the place of one behind it.
        let isBehind = query.page.page > slice.pagination.pageCount
        let rows = isBehind ? [] : slice.rows
        return ListPage(
            records: try visit.adminAnswers(rows),
            query: query.page,
            total: slice.pagination.total,
            edges: rows.first.flatMap { first in
                rows.last.map { (first.book.id.value, $0.book.id.value) }
            }
        )
    }

    static func show(_ visit: Visit, _ id: ID<Book>) throws -> Details<AdminBookAnswer> {
        Details(record: try visit.adminAnswer(try visit.books.find(id)))
    }

    static func create(_ visit: Visit, _ sent: Sent<NewRecord<BookForm>>) throws
        -> Created<AdminBookAnswer>
    {
        let members = try sent.read().members
        let fields = members.fields()
        let form = BookForm(fields, offering: try choices(visit, fields))
        let book = try save(form, members) { draft in
            try visit.books.insert(draft, refusingTwins: !form.isAnother, by: visit.actor)
        }
        return Created(record: try visit.adminAnswer(book), location: "/api/v1/books/\(book.id)")
    }

    static func update(_ visit: Visit, _ sent: Sent<ChangedRecord<BookForm>>, _ id: ID<Book>) throws
        -> Details<AdminBookAnswer>
    {
        let book = try visit.books.find(id)
        let members = try sent.read().members
        let answer = try visit.adminAnswer(book)
        try visit.expectMatch(Details(record: answer))
        let fields = members.fields(
            over: BookForm.pairs(book, answer.details, in: answer.summary.categories)
        )
        let form = BookForm(fields, book, offering: try choices(visit, fields))
        let saved = try save(form, members) { draft in
            try visit.books.update(
                id,
                version: book.version,
                draft,
                refusingTwins: !form.isAnother,
                by: visit.actor
            )
        }
        return Details(record: try visit.adminAnswer(saved))
    }

    /// One that is in the bin already stays there.
    static func delete(_ visit: Visit, _ id: ID<Book>) throws -> NoContent {
        try visit.database.write {
            try visit.expectMatch(Details(record: visit.adminAnswer(visit.books.find(id))))
            _ = try visit.bin.add(id, by: visit.actor)
        }
        return NoContent()
    }

    /// One that is not in the bin stays as it is.
    static func restore(_ visit: Visit, _ id: ID<Book>) throws -> Details<AdminBookAnswer> {
        _ = try visit.books.find(id)
        _ = try visit.bin.restore(id, by: visit.actor)
        return Details(record: try visit.adminAnswer(try visit.books.find(id)))
    }

    // MARK: Parts

    /// What the form offers to a program: every category, and the one publisher that it names.
    private static func choices(_ visit: Visit, _ fields: Fields) throws -> BookChoices {
        let id = fields.text("publisher_id").flatMap { ID<Publisher>(pathSegment: $0[...]) }
        return BookChoices(
            categories: try visit.categories.all(),
            publishers: try id.flatMap { try visit.publishers.link($0) }.map { [$0] } ?? []
        )
    }

    private static func save(
        _ form: BookForm,
        _ members: SentMembers,
        _ save: (Book.Draft) throws -> Book
    ) throws -> Book {
        let names = ["#categories": "category_ids"]
        guard let draft = form.draft else { throw members.refusal(form.errors, names) }
        do {
            return try save(draft)
        } catch BookStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        } catch BookStore.Refusal.isInBin {
            throw Failure.conflict("The book is in the bin. Restore it to change it.")
        } catch BookStore.Refusal.twin(let twin) {
            throw APIFailure.invalid([.twin(twin)])
        } catch let refusal as BookStore.Refusal {
            var form = form
            _ = form.reject(refusal)
            throw members.refusal(form.errors, names)
        }
    }
}

extension ErrorDetail {
    /// A book of the same title and author is there.
    fileprivate static func twin(_ book: Book) -> ErrorDetail {
        ErrorDetail(
            field: "is_another",
            code: "invalid",
            message: "“\(book.title)” by the same author already exists (id \(book.id)). "
                + "Send “is_another” if this is a different book."
        )
    }
}

extension PublisherStore {
    /// A publisher as forms offer it; nil when there is none of that number.
    fileprivate func link(_ id: ID<Publisher>) throws -> PublisherLink? {
        try database.first("SELECT name FROM publishers WHERE id = \(id.value)") {
            PublisherLink(id: id, name: try $0.text(0))
        }
    }
}
