import HTTP
import SQLite

/// Publishers, for programs of those who keep the catalog.
enum PublisherAPI {
    static let routes = [
        api(
            .get,
            "/api/v1/publishers",
            OperationText(
                .books,
                "listPublishers",
                "List the publishers",
                "Returns all publishers, in pages."
            ),
            for: .admin,
            .readCatalog,
            index
        ),
        api(
            .post,
            "/api/v1/publishers",
            OperationText(
                .books,
                "createPublisher",
                "Add a publisher",
                "Adds a publisher. Its name must be unique."
            ),
            for: .admin,
            .writeCatalog,
            create
        ),
        api(
            .get,
            "/api/v1/publishers/{publisher_id}",
            OperationText(
                .books,
                "showPublisher",
                "Get a publisher",
                "Returns one publisher."
            ),
            for: .admin,
            .readCatalog,
            show
        ),
        api(
            .patch,
            "/api/v1/publishers/{publisher_id}",
            OperationText(
                .books,
                "updatePublisher",
                "Change a publisher",
                "Changes only the members you send."
            ),
            for: .admin,
            .writeCatalog,
            update
        ),
        api(
            .delete,
            "/api/v1/publishers/{publisher_id}",
            OperationText(
                .books,
                "deletePublisher",
                "Delete a publisher",
                "Deletes a publisher. Its books stay, without a publisher. If it has books, "
                    + "you must also send their number as `books_count`."
            ),
            for: .admin,
            .writeCatalog,
            refuses: [.conflict, .changedMeanwhile],
            delete
        ),
    ]

    static func index(_ visit: Visit, _ sent: Sent<PublisherListQuery>) throws
        -> ListPage<AdminPublisherAnswer>
    {
        let query = try sent.read()
        let publishers = try visit.publishers.list(
            query.words,
            in: query.order,
            limit: query.page.perPage,
            offset: query.page.offset
        )
        return ListPage(
            records: publishers.map { AdminPublisherAnswer(publisher: $0) },
            query: query.page,
            total: try visit.publishers.count(query.words)
        )
    }

    static func show(_ visit: Visit, _ id: ID<Publisher>) throws -> Details<AdminPublisherAnswer> {
        details(try visit.publishers.find(id))
    }

    static func create(_ visit: Visit, _ sent: Sent<NewRecord<PublisherForm>>) throws
        -> Added<AdminPublisherAnswer>
    {
        let members = try sent.read().members
        var form = PublisherForm(members.fields())
        guard let draft = form.draft else { throw members.refusal(form.errors) }
        do {
            let publisher = try visit.publishers.insert(draft, by: visit.actor)
            return Added(
                record: AdminPublisherAnswer(publisher: publisher),
                location: "/api/v1/publishers/\(publisher.id)"
            )
        } catch let refusal as PublisherStore.Refusal {
            form.reject(refusal)
            throw members.refusal(form.errors)
        }
    }

    static func update(
        _ visit: Visit,
        _ sent: Sent<ChangedRecord<PublisherForm>>,
        _ id: ID<Publisher>
    ) throws -> Details<AdminPublisherAnswer> {
        let publisher = try visit.publishers.find(id)
        let members = try sent.read().members
        try visit.expectMatch(details(publisher))
        var form = PublisherForm(members.fields(over: PublisherForm.pairs(publisher)))
        guard let draft = form.draft else { throw members.refusal(form.errors) }
        do {
            return details(
                try visit.publishers.update(
                    id,
                    version: publisher.version,
                    draft,
                    by: visit.actor
                )
            )
        } catch PublisherStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        } catch let refusal as PublisherStore.Refusal {
            form.reject(refusal)
            throw members.refusal(form.errors)
        }
    }

    static func delete(_ visit: Visit, _ sent: Sent<UnlinkingQuery>, _ id: ID<Publisher>) throws
        -> Done
    {
        try visit.database.write {
            let publisher = try visit.publishers.find(id)
            let query = try sent.read()
            try visit.expectMatch(details(publisher))
            try query.expect(publisher.bookCount)
            _ = try visit.publishers.delete(id, version: nil, by: visit.actor)
        }
        return Done()
    }

    private static func details(_ publisher: Publisher) -> Details<AdminPublisherAnswer> {
        Details(record: AdminPublisherAnswer(publisher: publisher))
    }
}

/// Which publishers a program asks for.
struct PublisherListQuery: QueryContent {
    let words: SearchWords
    let order: PublisherOrder
    let page: PageQuery

    init?(_ query: inout QueryFields) {
        let words = query.text("q", upTo: SearchWords.maximumLength)
        let order = query.choice("sort", PublisherOrder.self, else: .name)
        let page = PageQuery(&query)
        guard let order, let page else { return nil }
        self.words = SearchWords(words ?? "")
        self.order = order
        self.page = page
    }

    static let meanings = PageQuery.meanings.merging([
        "q": "Words, or beginnings of words, from their names.",
        "sort": "The order: by name or by number of books; a hyphen reverses it.",
    ]) { $1 }
}

/// A publisher as the API tells admins of it.
struct AdminPublisherAnswer: NamedRecord {
    let publisher: Publisher

    static let schemaName = "AdminPublisher"
    static let example = AdminPublisherAnswer(
        publisher: Publisher(
            id: ID(1),
            name: "Alder House",
            slug: "alder-house",
            bookCount: 31,
            version: 1,
            createdAt: 1_795_248_000,
            updatedAt: 1_795_248_000
        )
    )

    static let json: [JSONField<AdminPublisherAnswer>] = [
        .integer("id", "The publisher’s id.") { $0.publisher.id.value },
        .text("name", "The name.") { $0.publisher.name },
        .text("slug", "Its slug in addresses.") { $0.publisher.slug },
        .integer("books_count", "The number of its books.") { $0.publisher.bookCount },
        .time("created_at", "When it was added.") { $0.publisher.createdAt },
        .time("updated_at", "When it was last changed.") { $0.publisher.updatedAt },
    ]
}
