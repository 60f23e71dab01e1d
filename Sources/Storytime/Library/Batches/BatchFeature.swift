import SQLite

extension Feature {
    /// Bulk edits of books, and undoing them.
    static let batches = Feature(
        routes: BatchPages.routes,
        pages: [BatchIndexPage.self, BatchShowPage.self],
        upkeep: [
            Upkeep(.eachRound) { _, database, now in
                try BatchStore(database: database, now: now).removeOld()
            }
        ],
        // A parent who used to be an admin may have edited many books.
        erase: { try AuditLog.anonymizeActors($0, of: "batches", in: $1) },
        batchLink: { entry, now in
            guard entry.at > Batch.earliest(now: now) else { return nil }
            return entry.batch.map { "\(BatchPages.path)/\($0)" }
        }
    )
}
