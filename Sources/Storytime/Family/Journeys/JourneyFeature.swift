extension Feature {
    /// Stories that a child's device keeps, to be watched without a network.
    static let journeys = Feature(
        routes: JourneyPages.routes + KidsJourneyPages.routes,
        pages: [KidsJourneyPage.self],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try JourneyStore(database: database, now: now).removeStrays()
            }
        ]
    )
}
