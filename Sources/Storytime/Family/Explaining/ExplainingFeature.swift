import SQLite
import Server

extension Feature {
    /// Explaining and translating words of stories, and captions of a family's own.
    static let explaining = Feature(
        routes: ConversationListPages.routes + ExplanationPages.routes
            + FamilyCaptionPages.routes + FamilyCaptionMedia.routes,
        pages: [
            ExplanationShowPage.self, ExplanationRefusedPage.self, ConversationListPage.self,
            FamilyCaptionsPage.self, FamilyCaptionPreviewPage.self,
        ],
        navigation: [
            NavigationEntry(
                for: .parent,
                "Reading along",
                WatchHomePages.path,
                icon: "textformat.abc",
                key: "l"
            )
        ],
        upkeep: [
            Upkeep(.hourly) { _, database, now in
                let explanations = ExplanationStore(database: database, now: now)
                try explanations.removeUnfinished()
                try explanations.removeOld()
                try FamilyCaptionStore(database: database, now: now).removeOld()
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
