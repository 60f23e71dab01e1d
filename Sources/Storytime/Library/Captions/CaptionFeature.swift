extension Feature {
    /// The captions of videos.
    static let captions = Feature(
        routes: TranscribePages.routes,
        jobs: [.readCaptions, .transcribe],
        settings: Configuration.transcribingSettings
    )
}
