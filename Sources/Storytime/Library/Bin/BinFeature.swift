extension Feature {
    /// Books, categories, publishers and series that were moved to the bin.
    static let bin = Feature(
        routes: BinPages.routes,
        pages: [BinPage.self, PurgePage.self],
        quickLinks: [
            QuickLink("Bin", "/admin/books/bin")
        ],
        upkeep: [
            Upkeep(.eachRound) { _, database, now in
                try BinStore(database: database, now: now).removeOld()
                try ShelfBin(CategoryStore(database: database, now: now)).removeOld()
                try ShelfBin(PublisherStore(database: database, now: now)).removeOld()
                try ShelfBin(SeriesStore(database: database, now: now)).removeOld()
            }
        ]
    )
}
