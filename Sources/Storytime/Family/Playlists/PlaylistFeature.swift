import SQLite

extension Allowance {
    /// Each has 500 videos at most (`PlaylistStore.mostItems`).
    static let playlists = Allowance(
        title: "Playlists",
        noun: "playlists",
        limit: PlaylistStore.mostPlaylists,
        isOfParent: true,
        tables: ["playlists", "playlist_items"],
        remedy: "Remove one first.",
        count: mostOfParent("playlists", where: "removed_at IS NULL")
    )
}

extension Feature {
    /// Parents' playlists, and the shelves that children have of them.
    static let playlists = Feature(
        routes: (PlaylistPages.routes + PlaylistAddPages.routes + KidsPlaylistPages.routes
            + PlaylistAPI.routes)
            .switched(by: .playlists),
        pages: [
            PlaylistIndexPage.self, PlaylistShowPage.self, PlaylistNewPage.self,
            PlaylistEditPage.self, PlaylistAddPage.self, PlaylistChoosePage.self,
            KidsPlaylistPage.self,
        ],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try PlaylistStore.removeOld(database, now: now)
            }
        ],
        archive: { subject, reader in ArchiveTable.playlistTables(subject, for: reader) },
        allowances: [.playlists]
    )
}
