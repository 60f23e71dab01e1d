import SQLite

extension Feature {
    /// What every page and form of the console needs.
    static let console = Feature(
        routes: KeptFormPages.routes,
        pages: [ErrorPage.self],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try KeptForm.removeOld(in: database, now: now)
                try SentForm.removeOld(in: database, now: now)
                try IdempotencyStore(database: database, now: now).removeOld()
                try ChangeStore.removeOld(in: database, now: now)
            },
            Upkeep(.hourly) { site, _, now in try site.tokenKeys.rotate(now: now) },
        ],
        erase: { _, database in
            // What was typed or answered lately may name anybody. These are aids that last for an
            // hour, so all of them go: at worst somebody types again.
            try database.execute("DELETE FROM sent_forms")
            try database.execute("DELETE FROM kept_forms")
        }
    )
}
