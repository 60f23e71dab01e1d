import SQLite

/// Which films can be played at all, whoever asks: the one place where that is decided.
///
/// A film at Mux that is only to be had at signed addresses can't be while there is no key to sign them
/// with. Everything else that is ready can.
struct PlayableFilms: Sendable, Equatable {
    /// Whether addresses at Mux can be signed.
    let canSign: Bool

    /// Where no setting is missing.
    static let all = PlayableFilms(canSign: true)

    /// A condition on a row `v` of `video_assets`. Unary plus: it is true of nearly all that are ready, so
    /// no index on these columns leads anywhere.
    var condition: SQL {
        canSign
            ? "v.status = 'ready'"
            : "v.status = 'ready' AND (+v.provider = 'local' OR +v.public_playback_id IS NOT NULL)"
    }

    /// The same of one film.
    func contain(_ film: VideoAsset) -> Bool {
        film.status == .ready
            && (canSign || film.provider == .local || film.mux.publicPlaybackID != nil)
    }
}

extension PlayableFilms {
    init(_ settings: MuxSettings) {
        self.init(canSign: settings.canSign)
    }
}
