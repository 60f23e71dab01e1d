import HTTP
import SQLite

/// Series, for programs of those who keep the catalog.
enum SeriesAPI: RecordAPI {
    typealias Pages = SeriesPages

    static let path = "/api/v1/series"

    private static let operation = Operations(
        .books,
        for: .admin,
        reads: .readCatalog,
        writes: .writeCatalog
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/series",
            "listSeries",
            "List the series",
            "Returns all series, in pages.",
            index
        ),
        operation(
            .post,
            "/api/v1/series",
            "createSeries",
            "Add a series",
            "Adds a series. Its name must be unique.",
            create
        ),
        operation(
            .get,
            "/api/v1/series/{series_id}",
            "showSeries",
            "Get a series",
            "Returns one series, without its books: list those with `series`.",
            show
        ),
        operation(
            .patch,
            "/api/v1/series/{series_id}",
            "updateSeries",
            "Change a series",
            "Changes only the members you send.",
            update
        ),
        operation(
            .delete,
            "/api/v1/series/{series_id}",
            "deleteSeries",
            "Delete a series",
            "Moves a series to the bin. Its books stay, without a series. If it has books, "
                + "you must also send their number as `books_count`.",
            refuses: [.conflict, .changedMeanwhile],
            delete
        ),
    ]

    static func index(_ visit: Visit, _ sent: Sent<NamedListQuery<SeriesOrder>>) throws
        -> ListPage<Series>
    {
        try list(visit, sent)
    }
}
