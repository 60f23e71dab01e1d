extension Feature {
    /// Everything that is kept about a family or a child: saving it as files, and erasing it.
    static let archives = Feature(
        routes: ArchivePages.routes + ParentArchivePages.routes,
        pages: [ErasePage.self, ParentArchivePage.self],
        upkeep: [
            Upkeep(.eachRound) { site, database, now in
                try Eraser(database: database, features: site.features, now: now)
                    .eraseOldChildren()
            }
        ]
    )
}
