import SQLite

/// The series of `storytime demo`: made up, and dated around the day on which they are added, so that
/// there is always an episode that airs next.
enum DemoSeries {
    struct Series: Sendable {
        let name: String
        let description: String
        let number: Int
        let airing: Airing
        let seasons: [Season]
    }

    struct Season: Sendable {
        let number: Int
        var name = ""
        /// When the first one was shown, from the day of the demo; the others follow week by week.
        let firstDay: Int
        let titles: [String]
    }

    static let all = [lanterns, mice, badger]

    /// The stories to play are its episodes, where there are some.
    private static let lanterns = Series(
        name: "Lantern Rhymes and Fables",
        description: "Old rhymes and fables, told by lantern light. New ones every week.",
        number: 900_001,
        airing: .returning,
        seasons: [
            Season(
                number: 1,
                name: "Rhymes",
                firstDay: -330,
                titles: [
                    "Twinkle, Twinkle, Little Star", "Hickory, Dickory, Dock",
                    "Row, Row, Row Your Boat",
                ]
            ),
            Season(
                number: 2,
                name: "Fables",
                firstDay: -15,
                titles: [
                    "The Hare and the Tortoise", "The Crow and the Pitcher", "The Wind and the Sun",
                    "The Lion and the Mouse", "The Fox and the Grapes",
                ]
            ),
            Season(number: 0, firstDay: -200, titles: ["How the Lantern Was Lit"]),
        ]
    )

    private static let mice = Series(
        name: "The Lighthouse Mice",
        description: "Nine mice keep a lighthouse, and each storm washes somebody new ashore.",
        number: 900_002,
        airing: .returning,
        seasons: [
            Season(
                number: 1,
                firstDay: -420,
                titles: [
                    "The Lamp Goes Out", "A Parcel from the Sea", "Fog", "The Borrowed Spyglass",
                    "Gull Trouble", "The Long Stairs", "A Visit from the Keeper", "Storm Lantern",
                ]
            ),
            Season(
                number: 2,
                firstDay: -24,
                titles: [
                    "New Paint", "The Bottle Post", "The Tide That Stayed", "A Boat of Walnut",
                    "The Whistling Rock", "Moonrise", "The Ferry", "Home by Morning",
                ]
            ),
            Season(
                number: 0,
                firstDay: -300,
                titles: ["The Mice Sing", "A Winter on the Rock"]
            ),
        ]
    )

    private static let badger = Series(
        name: "Post Office Badger",
        description:
            "A badger runs the smallest post office in the valley. Every letter is a story.",
        number: 900_003,
        airing: .ended,
        seasons: [
            Season(
                number: 1,
                firstDay: -1500,
                titles: [
                    "The Letter without a Name", "Stamps", "The Round Parcel", "Snow on the Road",
                    "The Wrong Door", "Registered Mail",
                ]
            ),
            Season(
                number: 2,
                firstDay: -1100,
                titles: [
                    "A New Bicycle", "The Postcard", "Return to Sender", "The Heavy Sack",
                    "The Night Post", "A Letter for the Badger",
                ]
            ),
        ]
    )
}

extension Demo {
    /// Adds the missing series with their seasons and episodes, each as a whole; returns how many.
    func addSeries() throws -> Int {
        let store = SeriesStore(database: database, now: now)
        return try database.write {
            var added = 0
            for series in DemoSeries.all where try !isThere(series, store) {
                let record = try store.insert(
                    Series.Draft(
                        name: series.name,
                        description: series.description,
                        externalID: series.number,
                        airing: series.airing,
                        firstAirDate: series.seasons.first.map { today.adding($0.firstDay) }
                    ),
                    by: .commandLine
                )
                for season in series.seasons { try add(season, to: record) }
                added += 1
            }
            try linkStories()
            return added
        }
    }

    private var today: CalendarDay { CalendarDay(number: now / 86_400) }

    /// One in the bin was deleted by somebody, and is left there.
    private func isThere(_ series: DemoSeries.Series, _ store: SeriesStore) throws -> Bool {
        if try store.find(externalID: series.number) != nil { return true }
        if try store.find(named: series.name) != nil { return true }
        return try database.first(
            "SELECT 1 FROM binned_shelves WHERE kind = 'series' AND name = \(series.name)"
        ) { _ in true } ?? false
    }

    private func add(_ season: DemoSeries.Season, to series: Series) throws {
        let store = EpisodeStore(database: database, now: now)
        _ = try store.insert(
            Season.Draft(number: season.number, name: season.name),
            into: series.id,
            by: .commandLine
        )
        let drafts = season.titles.enumerated().map { index, title in
            Episode.Draft(
                place: EpisodePlace(season: season.number, episode: index + 1),
                title: title,
                airDate: today.adding(season.firstDay + 7 * index),
                runtimeMinutes: 7 + index % 5
            )
        }
        _ = try store.insert(drafts, into: series.id, by: .commandLine)
    }

    /// The stories to play become the episodes of their titles.
    private func linkStories() throws {
        let store = EpisodeStore(database: database, now: now)
        guard
            let series = try DemoSeries.all.first.flatMap({ series in
                try SeriesStore(database: database, now: now).find(externalID: series.number)
            })
        else { return }
        let titles = Set(DemoStories.all.map { Folding.fold($0.title) })
        for episode in try store.episodes(of: series.id, limit: 100)
        where episode.book == nil && titles.contains(Folding.fold(episode.title)) {
            var draft = Episode.Draft(episode)
            draft.book = .title(episode.title)
            do {
                _ = try store.update(
                    episode.id,
                    version: episode.version,
                    draft,
                    by: .commandLine
                )
            } catch is EpisodeStore.Refusal {
                // It isn't there, or belongs to another series by now.
            }
        }
    }
}
