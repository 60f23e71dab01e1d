import SQLite

extension Allowance {
    static let words = Allowance(
        title: "Words",
        noun: "words",
        limit: KeptWordStore.mostOfFamily,
        tables: ["kept_words"],
        remedy: "Remove some first."
    ) { "SELECT count(*) FROM kept_words WHERE family_id = \($0.value) AND removed_at IS NULL" }
}

extension Feature {
    /// The words that a family saves, and learning them.
    static let vocabulary = Feature(
        routes: (KeptWordPages.routes + WordReviewPages.routes + StoryWordPages.routes
            + LargeWordPages.routes + WordFilePages.routes + VocabularyAPI.routes)
            .switched(by: .vocabulary),
        pages: [
            KeptWordsPage.self, KeptWordNewPage.self, KeptWordShowPage.self, WordReviewPage.self,
            StoryWordsPage.self, LargeWordsPage.self, KidsWordsPage.self, WordFilesPage.self,
        ],
        upkeep: [
            Upkeep(.hourlyAndAtStart) { _, database, now in
                let words = KeptWordStore(database: database, now: now)
                try words.removeOld()
                try words.fillSearch()
            }
        ],
        archive: { subject, _ in ArchiveTable.vocabularyTables(subject) },
        allowances: [.words]
    )
}
