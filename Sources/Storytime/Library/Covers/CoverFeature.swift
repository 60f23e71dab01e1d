extension Feature {
    /// The covers of books.
    static let covers = Feature(
        routes: CoverPages.routes,
        pages: [CoverPage.self],
        jobs: [.coverSizes],
        upkeep: [
            Upkeep(.hourly) { site, database, now in
                let folder = CoverFolder(site.configuration)
                try CoverCleaner(database: database, now: now, folder: folder).removeUnused()
            }
        ],
        needs: [.folder({ CoverFolder($0).path }, stops: "Covers can’t be uploaded.")]
    )
}
