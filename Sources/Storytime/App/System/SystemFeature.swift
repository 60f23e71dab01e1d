import SQLite

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
                let found = site.features.lacks(site.configuration)
                for news in site.vitals.lacks.note(found) { site.log.note(news) }
            },
            Upkeep(.eachRound) { site, database, now in
                guard site.vitals.health.isAsked(now: now) else { return }
                // Whether it works is noted where statements fail.
                try? database.tryWriting()
            },
            Upkeep(.eachRound) { site, database, now in
                guard site.vitals.database.isDamaged, site.vitals.health.takeLook(now: now) else {
                    return
                }
                let findings = try database.verify()
                site.log.note(
                    findings.isEmpty
                        ? "all of the database can be read again"
                        : DatabaseFindings(findings: findings).description
                )
            },
            Upkeep(.eachRound) { site, _, _ in
                let size = DatabaseSize(path: site.configuration.databasePath)
                if let news = site.vitals.logGrowth.note(bytes: size.log) { site.log.note(news) }
            },
        ]
    )
}
