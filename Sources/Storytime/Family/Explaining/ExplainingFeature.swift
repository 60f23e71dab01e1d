import SQLite
import Server

extension Feature {
    /// Explaining and translating words of stories, captions of a family's own, and kept words.
    static let explaining = Feature(
        routes: ExplanationPages.routes + ExplainingSettingsPages.routes + KeptWordPages.routes
            + FamilyCaptionPages.routes + FamilyCaptionMedia.routes,
        pages: [
            ExplanationShowPage.self, ExplanationRefusedPage.self, ExplainingSettingsPage.self,
            KeptWordsPage.self, FamilyCaptionsPage.self, FamilyCaptionPreviewPage.self,
        ],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                try ExplanationStore(database: database, now: now).removeUnfinished()
                try FamilyCaptionStore(database: database, now: now).removeOld()
                try KeptWordStore(database: database, now: now).removeOld()
            }
        ],
        archive: { subject, reader in ArchiveTable.readingTables(subject, for: reader) },
        archiveFiles: { subject, reader, _ in
            guard case .family(let family) = subject else { return [] }
            return [FamilyCaptionsPart(of: family)]
        },
        settings: Configuration.chatSettings,
        shared: { [ConversationDesk(), ModelStatus()] }
    )
}
