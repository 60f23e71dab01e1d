/// The settings of progress in series.
struct ProgressSettings: FeatureSettings {
    /// Whether a tap on an episode says that it is being watched, and not that it was.
    var usesExactPosition = false

    /// What a tap sets.
    var tap: EpisodeStatus { usesExactPosition ? .watching : .watched }
}

extension Configuration {
    var progress: ProgressSettings {
        get { self[ProgressSettings.self] }
        set { self[ProgressSettings.self] = newValue }
    }

    static let progressSettings: [Setting] = [
        Setting(
            "STORYTIME_USE_EXACT_POSITION_PROGRESS",
            \.progress.usesExactPosition,
            (no: "false", yes: "true"),
            range: "true or false",
            help: "Whether tapping an episode marks it as being watched instead of as watched."
        )
    ]
}
