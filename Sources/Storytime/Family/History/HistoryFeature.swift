extension Feature {
    /// What parents opened to read along, and where they go on from there.
    static let history = Feature(
        routes: WatchHomePages.routes + HistoryAPI.routes,
        pages: [WatchHomePage.self],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try WatchHistory(database: database, now: now).removeOld()
            }
        ],
        archive: { subject, reader in ArchiveTable.historyTables(subject, for: reader) }
    )
}
