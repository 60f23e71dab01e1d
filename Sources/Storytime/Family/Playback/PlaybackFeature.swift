extension Feature {
    /// Covers and films, for those who may see them.
    static let playback = Feature(
        routes: CoverMediaPages.routes + VideoMediaPages.routes + PlaybackAPI.routes
            + SeriesCaptionAPI.routes + SeriesCaptionPages.routes + SavingPages.routes,
        settings: Configuration.savingSettings
    )
}
