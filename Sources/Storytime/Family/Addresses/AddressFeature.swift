import SQLite

extension Feature {
    /// Videos that parents open by their address, and the console as an app that addresses are shared with.
    static let addresses = Feature(
        routes: OpenPages.routes + WebVideoPages.routes + WebCaptionPages.routes
            + ParentAppPages.routes,
        pages: [OpenPage.self, WebVideoPage.self, YouTubePage.self],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try WebVideoStore(database: database, now: now).removeOld()
            }
        ],
        archive: { subject, reader in ArchiveTable.addressTables(subject, for: reader) },
        archiveFiles: { subject, _, _ in
            guard case .family(let family) = subject else { return [] }
            return [WebVideoPicturesPart(of: family)]
        },
        settings: Configuration.addressSettings,
        shared: { [AddressDesk()] }
    )
}
