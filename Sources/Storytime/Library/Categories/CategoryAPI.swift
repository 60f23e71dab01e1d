import HTTP
import SQLite

/// Categories, for programs of those who keep the catalog.
enum CategoryAPI {
    static let routes = [
        api(
            .get,
            "/api/v1/categories",
            OperationText(
                .categories,
                "listCategories",
                "List all categories",
                "Returns all categories in the order the console shows them, with the "
                    + "number of books in each."
            ),
            for: .admin,
            .readCatalog,
            index
        ),
        api(
            .post,
            "/api/v1/categories",
            OperationText(
                .categories,
                "createCategory",
                "Add a category",
                "Adds a category. Its name and slug must be unique; without a slug, "
                    + "one is made from the name."
            ),
            for: .admin,
            .writeCatalog,
            create
        ),
        api(
            .get,
            "/api/v1/categories/{category_id}",
            OperationText(
                .categories,
                "showCategory",
                "Get a category",
                "Returns one category."
            ),
            for: .admin,
            .readCatalog,
            show
        ),
        api(
            .patch,
            "/api/v1/categories/{category_id}",
            OperationText(
                .categories,
                "updateCategory",
                "Change a category",
                "Changes only the members you send."
            ),
            for: .admin,
            .writeCatalog,
            update
        ),
        api(
            .delete,
            "/api/v1/categories/{category_id}",
            OperationText(
                .categories,
                "deleteCategory",
                "Delete a category",
                "Deletes a category. Its books stay. If the category has books, you must also "
                    + "send their number as `books_count`."
            ),
            for: .admin,
            .writeCatalog,
            refuses: [.conflict, .changedMeanwhile],
            delete
        ),
    ]

    static func index(_ visit: Visit) throws -> WholeList<AdminCategoryAnswer> {
        WholeList(records: try visit.categories.all().map { AdminCategoryAnswer(category: $0) })
    }

    static func show(_ visit: Visit, _ id: ID<Category>) throws -> Details<AdminCategoryAnswer> {
        details(try visit.categories.find(id))
    }

    static func create(_ visit: Visit, _ sent: Sent<NewRecord<CategoryForm>>) throws
        -> Added<AdminCategoryAnswer>
    {
        let members = try sent.read().members
        var form = CategoryForm(members.fields(), icons: visit.site.assets.categoryIcons)
        guard let draft = form.draft else { throw members.refusal(form.errors) }
        do {
            let category = try visit.categories.insert(draft, by: visit.actor)
            return Added(
                record: AdminCategoryAnswer(category: category),
                location: "/api/v1/categories/\(category.id)"
            )
        } catch let refusal as CategoryStore.Refusal {
            form.reject(refusal)
            throw members.refusal(form.errors)
        }
    }

    static func update(
        _ visit: Visit,
        _ sent: Sent<ChangedRecord<CategoryForm>>,
        _ id: ID<Category>
    ) throws -> Details<AdminCategoryAnswer> {
        let category = try visit.categories.find(id)
        let members = try sent.read().members
        try visit.expectMatch(details(category))
        var form = CategoryForm(
            members.fields(over: CategoryForm.pairs(category)),
            icons: visit.site.assets.categoryIcons,
            current: category
        )
        guard let draft = form.draft else { throw members.refusal(form.errors) }
        do {
            return details(
                try visit.categories.update(
                    id,
                    version: category.version,
                    draft,
                    by: visit.actor
                )
            )
        } catch CategoryStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        } catch let refusal as CategoryStore.Refusal {
            form.reject(refusal)
            throw members.refusal(form.errors)
        }
    }

    static func delete(_ visit: Visit, _ sent: Sent<UnlinkingQuery>, _ id: ID<Category>) throws
        -> Done
    {
        // In the transaction that deletes it: as many books as were said, and no other version.
        try visit.database.write {
            let category = try visit.categories.find(id)
            let query = try sent.read()
            try visit.expectMatch(details(category))
            try query.expect(category.bookCount)
            _ = try visit.categories.delete(id, version: nil, by: visit.actor)
        }
        return Done()
    }

    private static func details(_ category: Category) -> Details<AdminCategoryAnswer> {
        Details(record: AdminCategoryAnswer(category: category))
    }
}

/// A category as the API tells admins of it.
struct AdminCategoryAnswer: NamedRecord {
    let category: Category

    static let schemaName = "AdminCategory"
    static let example = AdminCategoryAnswer(
        category: Category(
            id: ID(4),
            name: "Fairy Tales",
            slug: "fairy-tales",
            displayOrder: 4,
            iconName: "wand.and.stars",
            bookCount: 12,
            version: 1,
            createdAt: 1_795_248_000,
            updatedAt: 1_795_248_000
        )
    )

    static let json: [JSONField<AdminCategoryAnswer>] = [
        .integer("id", "The category’s id.") { $0.category.id.value },
        .text("name", "The name.") { $0.category.name },
        .text("slug", "Its slug in addresses.") { $0.category.slug },
        .integer("display_order", "Its position: smaller numbers come first.") {
            $0.category.displayOrder
        },
        .optionalText("icon_name", "The name of its icon.") { $0.category.iconName },
        .integer("books_count", "The number of books in it.") { $0.category.bookCount },
        .time("created_at", "When it was added.") { $0.category.createdAt },
        .time("updated_at", "When it was last changed.") { $0.category.updatedAt },
    ]
}
