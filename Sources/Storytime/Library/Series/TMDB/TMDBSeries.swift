import Quill

/// A series as TMDB has it: of what it says, only what our fields accept.
struct TMDBSeries: Sendable, Equatable {
    let id: Int
    let name: String
    let originalName: String
    let overview: String
    let firstAirDate: CalendarDay?
    let airing: Airing
    /// “/abc.jpg”; nil if it has no picture.
    let poster: String?
    /// The numbers of its seasons; 0 are the specials. Empty in the results of a search.
    let seasons: [Int]

    /// Nil for what isn't a series, or has no name.
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.integer, (1...Int(Int32.max)).contains(id),
            let name = Self.line(value["name"], 200)
        else { return nil }
        self.id = id
        self.name = name
        let original = Self.line(value["original_name"], 200) ?? ""
        originalName = original == name ? "" : original
        overview = Self.text(value["overview"])
        firstAirDate = value["first_air_date"]?.string.flatMap(CalendarDay.init(iso:))
        airing = value["status"]?.string.flatMap(Airing.init(rawValue:)) ?? .unknown
        poster = value["poster_path"]?.string.flatMap { Self.isPicture($0) ? $0 : nil }
        let numbers = value["seasons"]?.items.compactMap { $0["season_number"]?.integer } ?? []
        seasons = Array(Set(numbers.filter(EpisodePlace.seasons.contains)).sorted().prefix(500))
    }

    /// Whether it is the path of a picture, “/a1B2.jpg”, which becomes part of an address.
    private static func isPicture(_ path: String) -> Bool {
        let parts = path.utf8.dropFirst().split(
            separator: UInt8(ascii: "."),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard path.hasPrefix("/"), parts.count == 2, !parts[0].isEmpty else { return false }
        return parts[0].allSatisfy(Base64URL.isDigit)
            && ["jpg", "jpeg", "png", "webp"].contains(Substring(parts[1]))
    }

    /// One line that a field accepts; nil for nothing.
    static func line(_ value: JSONValue?, _ length: Int) -> String? {
        guard let text = value?.string else { return nil }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let spec = FieldSpec(name: "", label: "", maximumLength: length)
        return spec.complaint(about: line) == nil ? line : nil
    }

    /// Lines that a field accepts; empty for nothing.
    static func text(_ value: JSONValue?) -> String {
        guard let text = value?.string else { return "" }
        let lines = PlainText.trimmed(PlainText.lines(of: text))
        return EpisodeForm.descriptionSpec.complaint(about: lines) == nil ? lines : ""
    }
}

/// The first series that a search has found, and how many there are.
struct TMDBResults: Sendable, Equatable {
    let series: [TMDBSeries]
    let total: Int
}

/// A season as TMDB has it, with its episodes.
struct TMDBSeason: Sendable, Equatable {
    let number: Int
    /// Empty if it is “Season 2” and nothing else.
    let name: String
    let episodes: [TMDBEpisode]

    init?(_ value: JSONValue) {
        guard let number = value["season_number"]?.integer, EpisodePlace.seasons.contains(number)
        else { return nil }
        self.number = number
        let name = TMDBSeries.line(value["name"], 200) ?? ""
        self.name = Season.isPlain(name, number) ? "" : name
        episodes = (value["episodes"]?.items ?? []).compactMap { TMDBEpisode($0, season: number) }
    }
}

/// An episode as TMDB has it.
struct TMDBEpisode: Sendable, Equatable {
    let place: EpisodePlace
    /// Empty if it is “Episode 4” and nothing else.
    let title: String
    let overview: String
    let airDate: CalendarDay?
    let minutes: Int?

    init?(_ value: JSONValue, season: Int) {
        guard let number = value["episode_number"]?.integer, EpisodePlace.numbers.contains(number)
        else { return nil }
        place = EpisodePlace(season: season, episode: number)
        let title = TMDBSeries.line(value["name"], 300) ?? ""
        let isPlain = Folding.fold(title) == Folding.fold("Episode \(number)")
        self.title = isPlain ? "" : title
        overview = TMDBSeries.text(value["overview"])
        airDate = value["air_date"]?.string.flatMap(CalendarDay.init(iso:)).flatMap { day in
            Episode.complaint(aboutDay: day.iso) == nil ? day : nil
        }
        minutes = value["runtime"]?.integer.flatMap { (1...9999).contains($0) ? $0 : nil }
    }
}
