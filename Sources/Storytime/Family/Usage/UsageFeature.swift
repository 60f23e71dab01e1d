extension Feature {
    /// What was watched, as devices report it.
    static let usage = Feature(
        routes: WatchingPages.routes + UsageAPI.routes,
        jobs: [.rebuildUsage, .retainUsage],
        upkeep: [
            Upkeep(.hourly) { site, database, now in
                try UsageRetention(database: database, now: now).queueDue()
                site.vitals.jobBell.ring()
            }
        ],
        archive: { subject, _ in
            [.viewings(subject), .usageEvents(subject), .dailyUsage(subject)]
        }
    )
}
