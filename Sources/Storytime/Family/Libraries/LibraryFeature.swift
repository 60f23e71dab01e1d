extension Feature {
    /// The libraries of children.
    static let libraries = Feature(
        routes: LibraryPages.routes + LibraryAPI.routes + PositionAPI.routes,
        pages: [LibraryPage.self],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try LibraryStore(database: database, now: now).removeOld()
            }
        ],
        archive: { subject, _ in [.libraries(subject)] }
    )
}
