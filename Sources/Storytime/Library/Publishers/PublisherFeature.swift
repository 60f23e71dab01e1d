import Server

extension Feature {
    /// Who publishes the books.
    static let publishers = Feature(
        routes: PublisherPages.routes + PublisherAPI.routes + [
            get("/admin/publishers.csv", lane: .slow, scripts: .readCatalog) { visit in
                let address = PublisherListAddress(try visit.query())
                return try visit.csv(try PublisherExport(address, visit.publishers))
            }
        ],
        pages: [
            PublisherIndexPage.self, PublisherNewPage.self, PublisherEditPage.self,
            PublisherShowPage.self, PublisherDeletePage.self,
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
        search: [.publishers],
        auditLinks: [.publisher: { $0.recordID.map { "/admin/publishers/\($0)" } }]
    )
}
