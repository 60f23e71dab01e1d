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
        archive: { subject, _ in ArchiveTable.vocabularyTables(subject) }
    )
}
