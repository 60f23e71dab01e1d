import SQLite

extension Feature {
    /// What every page and form of the console needs.
    static let console = Feature(
        routes: PendingFormPages.routes + SavedViewPages.routes,
        pages: [ErrorPage.self, SavedViewsPage.self, SavedViewFormPage.self],
        quickLinks: [
            QuickLink("Saved views", SavedViewPages.path)
        ],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try PendingForm.removeOld(in: database, now: now)
                try SentForm.removeOld(in: database, now: now)
                try IdempotencyStore(database: database, now: now).removeOld()
                try ChangeStore.removeOld(in: database, now: now)
                try HourlyCounts(database: database, now: now).removeOld()
            },
            Upkeep(.hourly) { site, _, now in try site.tokenKeys.rotate(now: now) },
        ],
        erase: { _, database in
            // Recent forms and answers may name anybody. They are only aids that last for an hour,
            // so all of them go: at worst somebody types again.
            try database.execute("DELETE FROM sent_forms")
            try database.execute("DELETE FROM kept_forms")
        },
        needs: [
            .folder({ $0.data }, stops: "Changes can’t be saved."),
            .folder(
                { $0.uploadFolder },
                stops: "Uploads are refused, and nothing is prepared in the background."
            ),
        ]
    )
}
