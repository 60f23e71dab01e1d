extension Feature {
    /// The captions of videos.
    static let captions = Feature(jobs: [.readCaptions])
}
