import Server

extension Feature {
    /// The categories that families find books by.
    static let categories = Feature(
        routes: CategoryPages.routes + CategoryAPI.routes + [
            get("/admin/categories.csv", lane: .slow, scripts: .readCatalog) { visit in
                try visit.csv(try CategoryExport(visit.database))
            }
        ],
        pages: [
            CategoryIndexPage.self, CategoryShowPage.self, NewPage<CategoryPages>.self,
            EditPage<CategoryPages>.self, DeletePage<CategoryPages>.self,
            MergePage<CategoryPages>.self,
            ShelfBinPage<CategoryPages>.self, BinnedShelfPage<CategoryPages>.self,
            RestorePage<CategoryPages>.self, PurgeShelfPage<CategoryPages>.self,
        ],
        quickLinks: [
            QuickLink("Add category", "/admin/categories/new")
        ],
        navigation: [
            NavigationEntry(
                for: .admin,
                "Categories",
                CategoryPages.list.href,
                icon: "tag",
                key: "c"
            )
        ],
        search: [.categories],
        auditLinks: [.category: { $0.recordID.map { "/admin/categories/\($0)" } }]
    )
}
