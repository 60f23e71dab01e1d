import SQLite

extension Feature {
    /// Books from files.
    static let imports = Feature(
        routes: ImportPages.routes + ImportValuesPages.routes + ImportMatchPages.routes
            + ImportAPI.routes,
        pages: [
            ImportIndexPage.self, ImportColumnsPage.self, ImportWorkingPage.self,
            ImportPlanPage.self, ImportValuesPage.self, ImportFailedPage.self,
            ImportMatchesPage.self,
        ],
        quickLinks: [
            QuickLink("Import books", ImportPages.path)
        ],
        jobs: [.importBooks],
        upkeep: [
            Upkeep(.hourly) { site, database, now in
                try ImportFiles(site.configuration).removeOld(
                    ImportStore(database: database, now: now)
                )
            }
        ],
        erase: { try AuditLog.anonymizeActors($0, of: "imports", in: $1) },
        needs: [.folder({ $0.importFolder }, stops: "Books and series can’t be imported.")],
        shared: { [ImportProgress()] }
    )
}
