import SQLite
import Server

extension Allowance {
    /// Years of asking, and some hundred megabytes at most.
    static let conversations = Allowance(
        title: "Questions about words",
        noun: "questions to the model",
        limit: 10_000,
        tables: ["explanations"],
        remedy: "Delete some conversations first."
    ) { "SELECT count(*) FROM explanations WHERE family_id = \($0.value)" }

    static let captions = Allowance(
        title: "Captions added by the family",
        noun: "captions of your own",
        limit: FamilyCaptionStore.mostOfFamily,
        tables: ["family_captions"],
        remedy: "Remove some from this page or from other videos first."
    ) {
        """
        SELECT count(*) FROM family_captions
        WHERE family_id = \($0.value) AND removed_at IS NULL
        """
    }
}

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
        allowances: [.conversations, .captions],
        files: [
            FamilyFiles(tables: ["family_captions"]) { family in
                """
                SELECT coalesce(sum(length(document)), 0) FROM family_captions
                WHERE family_id = \(family.value)
                """
            },
            FamilyFiles(tables: ["caption_drafts"]) { family in
                """
                SELECT coalesce(sum(length(d.content)), 0)
                FROM users AS u CROSS JOIN caption_imports AS i ON i.user_id = u.id
                    CROSS JOIN caption_drafts AS d ON d.import_id = i.id
                WHERE u.family_id = \(family.value)
                """
            },
        ],
        settings: Configuration.chatSettings,
        needs: [.settings { $0.chat.halves }],
        shared: { [ConversationDesk(), ModelStatus()] }
    )
}
