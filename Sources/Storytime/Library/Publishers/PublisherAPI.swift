import HTTP
import SQLite

/// Publishers, for programs of those who keep the catalog.
enum PublisherAPI: RecordAPI {
    typealias Pages = PublisherPages

    static let path = "/api/v1/publishers"

    private static let operation = Operations(
        .books,
        for: .admin,
        reads: .readCatalog,
        writes: .writeCatalog
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/publishers",
            "listPublishers",
            "List the publishers",
            "Returns all publishers, in pages.",
            index
        ),
        operation(
            .post,
            "/api/v1/publishers",
            "createPublisher",
            "Add a publisher",
            "Adds a publisher. Its name must be unique.",
            create
        ),
        operation(
            .get,
            "/api/v1/publishers/{publisher_id}",
            "showPublisher",
            "Get a publisher",
            "Returns one publisher.",
            show
        ),
        operation(
            .patch,
            "/api/v1/publishers/{publisher_id}",
            "updatePublisher",
            "Change a publisher",
            "Changes only the members you send.",
            update
        ),
        operation(
            .delete,
            "/api/v1/publishers/{publisher_id}",
            "deletePublisher",
            "Delete a publisher",
            "Moves a publisher to the bin. Its books stay, without a publisher. If it has "
                + "books, you must also send their number as `books_count`.",
            refuses: [.conflict, .changedMeanwhile],
            delete
        ),
    ]

    static func index(_ visit: Visit, _ sent: Sent<NamedListQuery<PublisherOrder>>) throws
        -> ListPage<Publisher>
    {
        try list(visit, sent)
    }
}
