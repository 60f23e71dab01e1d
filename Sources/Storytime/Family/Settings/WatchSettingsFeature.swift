extension Feature {
    /// A parent’s settings for watching and reading along.
    static let watchSettings = Feature(
        routes: WatchSettingsPages.routes,
        pages: [WatchSettingsPage.self, SwitchedOffPage.self],
        archive: { subject, reader in ArchiveTable.switchTables(subject, for: reader) }
    )
}
