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
        archive: { subject, reader in ArchiveTable.playlistTables(subject, for: reader) }
    )
}
