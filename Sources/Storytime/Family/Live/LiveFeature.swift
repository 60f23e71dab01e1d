import SQLite
import Server

extension Allowance {
    static let liveSessions = Allowance(
        title: "Live sessions",
        noun: "live sessions",
        limit: LiveStore.mostSessions,
        isOfParent: true,
        tables: ["live_sessions", "live_pieces"],
        remedy: "Delete some and try again tomorrow: a deleted session counts for one more day.",
        count: mostOfParent("live_sessions")
    )
}

extension Feature {
    /// Writing down what a microphone hears, for parents who turned it on.
    static let live = Feature(
        routes: (LivePages.routes + LivePiecePages.routes + LiveExplaining.routes)
            .switched(by: .live),
        pages: [LivePage.self, LiveSessionPage.self],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try LiveStore(database: database, now: now).removeOld()
            }
        ],
        archive: { subject, reader in ArchiveTable.liveTables(subject, for: reader) },
        allowances: [.liveSessions],
        shared: { [LiveDesk()] }
    )
}
