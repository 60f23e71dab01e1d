import Server

extension Feature {
    /// The series that books belong to.
    static let series = Feature(
        routes: SeriesPages.routes + EpisodePages.routes + SeasonPages.routes
            + SeriesImportPages.routes + TMDBPages.routes + SeriesAPI.routes + EpisodeAPI.routes
            + SeasonAPI.routes + EpisodeExport.routes + [
                get("/admin/series.csv", lane: .slow, scripts: .readCatalog) { visit in
                    let address = SeriesListAddress(try visit.query())
                    return try visit.csv(try NamedExport(address, Series.csv, visit.series))
                }
            ],
        pages: [
            SeriesIndexPage.self, SeriesShowPage.self, NewPage<SeriesPages>.self,
            EditPage<SeriesPages>.self, DeletePage<SeriesPages>.self, MergePage<SeriesPages>.self,
            ShelfBinPage<SeriesPages>.self, BinnedShelfPage<SeriesPages>.self,
            RestorePage<SeriesPages>.self, PurgeShelfPage<SeriesPages>.self, SeriesCoverPage.self,
            SeasonShowPage.self, SeasonNewPage.self, SeasonEditPage.self, SeasonDeletePage.self,
            EpisodeNewPage.self, EpisodeEditPage.self, EpisodeDeletePage.self, EpisodeRunPage.self,
            EpisodesChangePage.self, SeriesImportPage.self, SeriesPlanPage.self,
            TMDBSearchPage.self,
        ],
        quickLinks: [
            QuickLink("Add series", "/admin/series/new"),
            QuickLink("Import series", SeriesImportPages.path),
        ],
        navigation: [
            NavigationEntry(
                for: .admin,
                "Series",
                SeriesListAddress.path,
                icon: "stack",
                key: "e",
                others: ["/admin/seasons", "/admin/episodes"]
            )
        ],
        lists: [SeriesListAddress.path: "Series"],
        search: [.series],
        jobs: [.refreshSeries],
        upkeep: [
            Upkeep(.hourly) { site, _, now in
                SeriesImportFiles(site.configuration).removeOld(now: now)
            }
        ],
        auditLinks: [.series: { $0.recordID.map { "/admin/series/\($0)" } }],
        settings: Configuration.tmdbSettings
    )
}
