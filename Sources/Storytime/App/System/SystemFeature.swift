extension Feature {
    /// Health, storage and configuration.
    static let system = Feature(
        routes: SystemPages.routes,
        pages: [SystemPage.self, SetAsidePage.self],
        navigation: [
            NavigationEntry(
                for: .admin,
                "System",
                "/admin/system",
                icon: "gauge",
                key: "s",
                others: [BackupPages.path]
            )
        ],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try CrashStore(database: database, now: now).removeOld()
            },
            Upkeep(.eachRound) { site, _, _ in
                let size = DatabaseSize(path: site.configuration.databasePath)
                if let news = site.vitals.logGrowth.note(bytes: size.log) { site.log.note(news) }
            },
        ]
    )
}
