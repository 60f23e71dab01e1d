extension Feature {
    /// How far children are with series.
    static let progress = Feature(
        routes: SeriesBrowsePages.routes + WatchlistAPI.routes,
        pages: [SeriesBrowsePage.self, SeriesProgressPage.self],
        navigation: [
            NavigationEntry(for: .parent, "Series", SeriesAddress.path, icon: "stack", key: "e")
        ],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try ProgressStore.removeOld(database, now: now)
            }
        ],
        archive: { subject, _ in [.childSeries(subject), .episodeProgress(subject)] },
        settings: Configuration.progressSettings
    )
}
