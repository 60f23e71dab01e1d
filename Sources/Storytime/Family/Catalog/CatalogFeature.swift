extension Feature {
    /// The catalog, as families see it.
    static let catalog = Feature(
        routes: CatalogPages.routes + CatalogAPI.routes,
        pages: [CatalogPage.self, CatalogBookPage.self, CatalogAddPage.self],
        navigation: [
            NavigationEntry(for: .parent, "Catalog", CatalogAddress.path, icon: "books", key: "c")
        ],
        shared: { [BookSets()] }
    )
}
