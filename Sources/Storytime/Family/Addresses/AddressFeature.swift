import SQLite

extension Allowance {
    static let webVideos = Allowance(
        title: "Videos from the web",
        noun: "videos from the web",
        limit: WebVideoStore.mostOfFamily,
        tables: ["web_videos"],
        remedy: "Remove some first."
    ) { "SELECT count(*) FROM web_videos WHERE family_id = \($0.value) AND removed_at IS NULL" }
}

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
        allowances: [.webVideos],
        files: [
            FamilyFiles(tables: ["web_video_pictures"]) { family in
                """
                SELECT coalesce(sum(length(p.bytes)), 0)
                FROM web_videos AS v CROSS JOIN web_video_pictures AS p ON p.web_video_id = v.id
                WHERE v.family_id = \(family.value)
                """
            }
        ],
        settings: Configuration.addressSettings,
        shared: { [AddressDesk()] }
    )
}
