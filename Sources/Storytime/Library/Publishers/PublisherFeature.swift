import Server

extension Feature {
    /// Who publishes the books.
    static let publishers = Feature(
        routes: PublisherPages.routes + PublisherAPI.routes + [
            get("/admin/publishers.csv", lane: .slow, scripts: .readCatalog) { visit in
                let address = PublisherListAddress(try visit.query())
                return try visit.csv(try NamedExport(address, Publisher.csv, visit.publishers))
            }
        ],
        pages: [
            PublisherIndexPage.self, PublisherShowPage.self, NewPage<PublisherPages>.self,
            EditPage<PublisherPages>.self, DeletePage<PublisherPages>.self,
            MergePage<PublisherPages>.self,
            ShelfBinPage<PublisherPages>.self, BinnedShelfPage<PublisherPages>.self,
            RestorePage<PublisherPages>.self, PurgeShelfPage<PublisherPages>.self,
        ],
        quickLinks: [
            QuickLink("Add publisher", "/admin/publishers/new")
        ],
        navigation: [
            NavigationEntry(
                for: .admin,
                "Publishers",
                PublisherListAddress.path,
                icon: "building",
                key: "p"
            )
        ],
        lists: [PublisherListAddress.path: "Publishers"],
        search: [.publishers],
        auditLinks: [.publisher: { $0.recordID.map { "/admin/publishers/\($0)" } }]
    )
}
