import Server

extension Feature {
    /// The books of the catalog.
    static let books = Feature(
        routes: BookPages.routes + BookVersionPages.routes + BookAPI.routes + [
            get("/admin/books.csv", lane: .slow, scripts: .readCatalog) { visit in
                let request = try visit.asked(BookListAddress(visit.query())).request
                return try visit.csv(BookExport(run: try visit.bookList.run(request)))
            }
        ],
        pages: [
            BookIndexPage.self, BookNewPage.self, BookEditPage.self, BookShowPage.self,
            ColumnsPage.self,
        ],
        quickLinks: [
            QuickLink("Add book", "/admin/books/new"),
            QuickLink("Choose the columns of books", "/admin/books/columns"),
        ],
        navigation: [
            NavigationEntry(
                for: .admin,
                "Books",
                BookListAddress.path,
                icon: "books",
                key: "b",
                // They have no entry of their own.
                others: [ImportPages.path]
            )
        ],
        lists: [BookListAddress.path: "Books"],
        search: [.books],
        attention: [{ try Attention.books($0.bookList, $0.audience()) }],
        auditLinks: [.book: { $0.recordID.map { "/admin/books/\($0)" } }]
    )
}
