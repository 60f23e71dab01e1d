extension Feature {
    /// Reading along: a story with its words.
    static let reading = Feature(
        routes: ReadingPages.routes + KidsReadingPages.routes,
        pages: [ReadingPage.self, ReadingPrintPage.self, KidsReadingPage.self],
        archive: { subject, reader in ArchiveTable.readerTables(subject, for: reader) }
    )
}
