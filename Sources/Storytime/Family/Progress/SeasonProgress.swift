/// A season as somebody sees it, and the rules by which marks are set in it. They are pure: the
/// `ProgressStore` writes what they say.
///
/// "Watched up to here" is something that a person says, one season at a time. It is never inferred
/// from a later episode, and nothing is marked that hasn't aired.
struct SeasonProgress: Sendable, Equatable {
    /// Why nothing can be marked.
    enum Refusal: Error, Equatable {
        case noSuchSeason(Int)
        case noSuchEpisode(EpisodePlace)
        case hasNotAired(EpisodePlace)
        /// Specials lead to nothing, and nothing leads to them.
        case isSpecial

        /// What a person reads.
        var message: String {
            switch self {
            case .noSuchSeason(let season):
                season == 0
                    ? "This series has no specials." : "This series has no season \(season)."
            case .noSuchEpisode(let place):
                place.season == 0
                    ? "This series has no special \(place.episode)."
                    : "Season \(place.season) of this series has no episode \(place.episode)."
            case .hasNotAired(let place): "\(place) hasn’t aired yet."
            case .isSpecial: "Specials are watched between episodes, and are never next."
            }
        }
    }

    /// What a request comes to.
    struct Outcome: Sendable, Equatable {
        let status: EpisodeStatus
        /// The episodes whose mark changes, with the new one.
        var changes: [(id: ID<SeriesEpisode>, status: EpisodeStatus)] = []
        /// The existing episodes that it is about, aired or not.
        var requested = 0
        /// Those of them that can't be marked yet.
        var unaired = 0
        /// What was played last if this is so; nil if nothing of the season is marked.
        var pointer: EpisodePlace?
        /// The episodes that have no mark afterwards, whether or not they had one.
        var cleared: Set<EpisodePlace> = []
        /// "Progress updated to S1 E4"
        var message = ""
        /// What is said instead to a person who taps what is so already: "Already watched up to S1 E4"
        var standing = ""

        static func == (left: Outcome, right: Outcome) -> Bool {
            left.status == right.status && left.requested == right.requested
                && left.unaired == right.unaired && left.pointer == right.pointer
                && left.cleared == right.cleared
                && left.message == right.message && left.standing == right.standing
                && left.changes.elementsEqual(right.changes) { $0 == $1 }
        }
    }

    let number: Int
    /// By their numbers, which may have gaps.
    let episodes: [SeriesEpisode]
    /// The first one to come of those that have a date.
    private let airsNext: ID<SeriesEpisode>?

    init(number: Int, episodes: [SeriesEpisode]) {
        self.number = number
        self.episodes = episodes
        let dated = episodes.compactMap { episode in
            episode.isAired ? nil : episode.airDate.map { (day: $0, id: episode.id) }
        }
        airsNext = dated.min { $0.day < $1.day }?.id
    }

    /// The greatest number that is watched, 0 if none is.
    var lastWatched: Int { episodes.last { $0.status == .watched }?.number ?? 0 }
    /// The one that is being watched.
    var watching: Int? { episodes.last { $0.status == .watching }?.number }
    var airedCount: Int { episodes.count { $0.isAired } }
    var watchedCount: Int { episodes.count { $0.status == .watched } }
    /// Whether everything that can be watched was.
    var isComplete: Bool {
        airedCount > 0 && episodes.allSatisfy { !$0.isAired || $0.status == .watched }
    }

    /// The first one that aired and wasn't watched, after a number if there is one.
    func firstUnwatched(after number: Int? = nil) -> SeriesEpisode? {
        episodes.first { episode in
            episode.isAired && episode.status != .watched
                && number.map { episode.number > $0 } ?? true
        }
    }

    /// The first episode that has yet to be shown: the one that has a date, if any has.
    var upcoming: SeriesEpisode? {
        let unaired = episodes.filter { !$0.isAired }
        return unaired.first { $0.id == airsNext } ?? unaired.first
    }

    /// What is said about when an episode is shown.
    func airing(of episode: SeriesEpisode) -> SeriesEpisode.Airing {
        episode.isAired ? .aired : episode.id == airsNext ? .next : .upcoming
    }

    // MARK: Marking

    /// What it comes to if everything up to an episode is watched, if everything before it is and it
    /// is being watched, or if it and what follows aren't watched any more.
    func setting(_ status: EpisodeStatus, at number: Int) throws(Refusal) -> Outcome {
        let place = EpisodePlace(season: self.number, episode: number)
        guard let episode = episodes.first(where: { $0.number == number }) else {
            throw .noSuchEpisode(place)
        }
        switch status {
        case .watched: return watched(upTo: place)
        case .watching:
            guard episode.isAired else { throw .hasNotAired(place) }
            return watching(place)
        case .unwatched: return unwatched(from: place)
        }
    }

    /// What is after the place stays as it is. So there is still one at most that is being watched.
    private func watched(upTo place: EpisodePlace) -> Outcome {
        var outcome = Outcome(status: .watched)
        var reached: EpisodePlace?
        for episode in episodes where episode.number <= place.episode {
            outcome.requested += 1
            if episode.isAired {
                outcome.note(episode, .watched)
                reached = episode.place
            } else {
                outcome.unaired += 1
            }
        }
        outcome.message = outcome.updateText(to: reached)
        // Whoever taps what was watched already says nothing about where they are.
        if !outcome.changes.isEmpty {
            outcome.pointer = reached
        } else if let last = watchedFromStart {
            outcome.standing = outcome.text("Already watched up to \(last)")
        }
        return outcome
    }

    /// The last one of those that were watched without a gap.
    private var watchedFromStart: EpisodePlace? {
        episodes.filter(\.isAired).prefix { $0.status == .watched }.last?.place
    }

    private func watching(_ place: EpisodePlace) -> Outcome {
        var outcome = Outcome(status: .watching)
        for episode in episodes {
            if episode.number <= place.episode { outcome.requested += 1 }
            if episode.number == place.episode {
                outcome.note(episode, .watching)
            } else if episode.number < place.episode, episode.isAired {
                outcome.note(episode, .watched)
            } else {
                if episode.number < place.episode { outcome.unaired += 1 }
                if episode.status == .watching { outcome.note(episode, .unwatched) }
            }
        }
        outcome.pointer = place
        outcome.message = outcome.updateText(to: place)
        outcome.standing = outcome.text("Already at \(place)")
        return outcome
    }

    private func unwatched(from place: EpisodePlace) -> Outcome {
        var outcome = Outcome(status: .unwatched)
        for episode in episodes {
            if episode.number >= place.episode {
                outcome.requested += 1
                outcome.cleared.insert(episode.place)
                outcome.note(episode, .unwatched)
            } else if episode.status != .unwatched {
                outcome.pointer = episode.place
            }
        }
        let subject = outcome.requested > 1 ? "\(place) and later are" : "\(place) is"
        outcome.message = "\(subject) unwatched"
        outcome.standing = "\(subject) unwatched already"
        return outcome
    }

    /// What it comes to if an episode is the next one: it isn't watched, and the one before it was
    /// played last, whether there is one or not.
    func settingNext(_ number: Int) throws(Refusal) -> Outcome {
        let place = EpisodePlace(season: self.number, episode: number)
        guard let episode = episodes.first(where: { $0.number == number }) else {
            throw .noSuchEpisode(place)
        }
        guard episode.isAired else { throw .hasNotAired(place) }
        var outcome = Outcome(status: .unwatched, requested: 1)
        outcome.note(episode, .unwatched)
        outcome.pointer = EpisodePlace(season: self.number, episode: number - 1)
        outcome.message = "\(place) is next"
        outcome.standing = "\(place) is next already"
        return outcome
    }

    /// What it comes to if one episode was begun or played to its end. Nothing is said about those
    /// before it, and what was watched once stays so.
    func playing(_ number: Int, toEnd: Bool) throws(Refusal) -> Outcome {
        let place = EpisodePlace(season: self.number, episode: number)
        guard let played = episodes.first(where: { $0.number == number }) else {
            throw .noSuchEpisode(place)
        }
        var outcome = Outcome(status: toEnd ? .watched : .watching, requested: 1)
        if toEnd || played.status != .watched { outcome.note(played, outcome.status) }
        if !toEnd {
            for episode in episodes where episode.status == .watching && episode.number != number {
                outcome.note(episode, .unwatched)
            }
        }
        outcome.pointer = place
        outcome.message = outcome.updateText(to: place)
        return outcome
    }
}

extension SeasonProgress.Outcome {
    /// Of an episode that changes, and no other.
    fileprivate mutating func note(_ episode: SeriesEpisode, _ status: EpisodeStatus) {
        guard episode.status != status else { return }
        changes.append((episode.id, status))
    }

    /// How far it got, and what it left out.
    fileprivate func updateText(to place: EpisodePlace?) -> String {
        text(place.map { "Progress updated to \($0)" } ?? (unaired > 0 ? "Nothing changed" : ""))
    }

    /// A text, and what was left out.
    fileprivate func text(_ lead: String) -> String {
        guard unaired > 0 else { return lead }
        let rest = unaired == 1 ? "1 episode hasn’t" : "\(Counted.number(unaired)) episodes haven’t"
        return "\(lead); \(rest) aired yet"
    }
}
