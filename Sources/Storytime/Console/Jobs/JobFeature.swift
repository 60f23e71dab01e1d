extension Feature {
    /// The background jobs.
    static let jobs = Feature(
        routes: JobPages.routes,
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try JobStore(database: database, now: now).removeOld()
            }
        ]
    )
}
