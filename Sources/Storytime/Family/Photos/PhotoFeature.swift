extension Feature {
    /// Families' photos.
    static let photos = Feature(
        jobs: [.photoSizes],
        upkeep: [
            Upkeep(.eachRound) { site, database, now in
                let folder = PhotoFolder(site.configuration)
                try PhotoStore(site, database, now: now).removeOld()
                try PhotoCleaner(database: database, now: now, folder: folder).removeUnused()
            },
            Upkeep(.hourly) { site, database, now in
                let folder = PhotoFolder(site.configuration)
                try PhotoCleaner(database: database, now: now, folder: folder).removeLost()
            },
        ],
        settings: Configuration.photoSettings
    )
}
