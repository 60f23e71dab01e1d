extension Feature {
    /// The console's own backups: what there is, whether it is sound, and saving one elsewhere.
    static let backups = Feature(
        routes: BackupPages.routes,
        pages: [BackupIndexPage.self],
        quickLinks: [
            QuickLink("Backups", "/admin/backups")
        ],
        jobs: [.checkBackup],
        needs: [
            .folder({ Backups.folder($0) }, stops: "No backups are made.") {
                $0.backupEveryHours > 0
            }
        ]
    )
}
