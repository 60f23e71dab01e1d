import HTTP
import SQLite

/// Categories, for programs of those who keep the catalog.
enum CategoryAPI: RecordAPI {
    typealias Pages = CategoryPages

    static let path = "/api/v1/categories"

    private static let operation = Operations(
        .categories,
        for: .admin,
        reads: .readCatalog,
        writes: .writeCatalog
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/categories",
            "listCategories",
            "List all categories",
            "Returns all categories in the order the console shows them, with the "
                + "number of books in each.",
            index
        ),
        operation(
            .post,
            "/api/v1/categories",
            "createCategory",
            "Add a category",
            "Adds a category. Its name and slug must be unique; without a slug, "
                + "one is made from the name.",
            create
        ),
        operation(
            .get,
            "/api/v1/categories/{category_id}",
            "showCategory",
            "Get a category",
            "Returns one category.",
            show
        ),
        operation(
            .patch,
            "/api/v1/categories/{category_id}",
            "updateCategory",
            "Change a category",
            "Changes only the members you send.",
            update
        ),
        operation(
            .delete,
            "/api/v1/categories/{category_id}",
            "deleteCategory",
            "Delete a category",
            "Moves a category to the bin. Its books stay. If the category has books, you must also "
                + "send their number as `books_count`.",
            refuses: [.conflict, .changedMeanwhile],
            delete
        ),
    ]

    static func index(_ visit: Visit) throws -> WholeList<Category> {
        WholeList(records: try visit.categories.all())
    }
}
