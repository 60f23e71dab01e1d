import Server

extension Feature {
    /// The series that books belong to.
    static let series = Feature(
        routes: SeriesPages.routes + SeriesAPI.routes + [
            get("/admin/series.csv", lane: .slow, scripts: .readCatalog) { visit in
                let address = SeriesListAddress(try visit.query())
                return try visit.csv(try NamedExport(address, Series.csv, visit.series))
            }
        ],
        pages: [
            SeriesIndexPage.self, SeriesShowPage.self, NewPage<SeriesPages>.self,
            EditPage<SeriesPages>.self, DeletePage<SeriesPages>.self, MergePage<SeriesPages>.self,
            ShelfBinPage<SeriesPages>.self, BinnedShelfPage<SeriesPages>.self,
            RestorePage<SeriesPages>.self, PurgeShelfPage<SeriesPages>.self,
        ],
        quickLinks: [
            QuickLink("Add series", "/admin/series/new")
        ],
        navigation: [
            NavigationEntry(
                for: .admin,
                "Series",
                SeriesListAddress.path,
                icon: "stack",
                key: "e"
            )
        ],
        lists: [SeriesListAddress.path: "Series"],
        search: [.series],
        auditLinks: [.series: { $0.recordID.map { "/admin/series/\($0)" } }]
    )
}
