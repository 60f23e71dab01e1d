/// An episode as the API tells of it, and as a file has it.
struct EpisodeAnswer: ToldRecord {
    let episode: Episode
    /// The name and the number for programs of its series.
    var seriesName: String
    var externalID: Int?

    static let schemaName = "AdminEpisode"

    static let told: [RecordColumn<EpisodeAnswer>] = [
        .integer("id", "The episode’s id.") { $0.episode.id.value },
        .integer("series_id", "The series’ id.") { $0.episode.series.value },
        .text("series", "The name of the series.") { $0.seriesName },
        .optionalInteger(
            "external_id",
            "The number by which programs name the series (`tmdbId`); null if it has none."
        ) { $0.externalID },
        .integer("season_number", "The number of its season; 0 for specials.") {
            $0.episode.place.season
        },
        .integer("episode_number", "Its number in the season.") { $0.episode.place.episode },
        .text(
            "title",
            "Its own title; empty if it has that of its book, or none but its number."
        ) { $0.episode.ownTitle },
        .optionalText("air_date", "The day on which it is or was first shown; null if unknown.") {
            $0.episode.airDate?.iso
        },
        .optionalInteger("runtime_minutes", "How many minutes it takes; null if unknown.") {
            $0.episode.runtimeMinutes
        },
        .optionalInteger(
            "book_id",
            "The id of the book that it is; null if it is only known."
        ) { $0.episode.book?.id.value },
        .optionalText("book", "The title of that book; null if there is none.") {
            $0.episode.book?.title
        },
        .text("description", "What it is about; often empty.") { $0.episode.description },
        .time("created_at", "When it was added.") { $0.episode.createdAt },
        .time("updated_at", "When it was last changed.") { $0.episode.updatedAt },
    ]

    static let json =
        told.map(\.json) + [
            .text("name", "What people call it: its own title, that of its book, or its number.") {
                $0.episode.title
            },
            .bool(
                "is_of_book",
                "Whether it is there because its book has this number in the series, so that nobody "
                    + "entered it."
            ) { $0.episode.isOfBook },
        ]

    static let example = EpisodeAnswer(
        episode: Episode(
            id: ID(31),
            series: ID(1),
            place: EpisodePlace(season: 1, episode: 4),
            ownTitle: "The Borrowed Lantern",
            description: "",
            airDate: CalendarDay(year: 2026, month: 3, day: 4),
            runtimeMinutes: 11,
            book: Episode.BookLink(id: ID(12), title: "Owl at Dusk"),
            isOfBook: false,
            version: 1,
            createdAt: 1_795_248_000,
            updatedAt: 1_795_248_000
        ),
        seriesName: "The Owls of Alder Wood",
        externalID: 100_001
    )
}

/// A season as the API tells of it.
struct SeasonAnswer: NamedRecord {
    let season: Season

    static let schemaName = "AdminSeason"
    static let example = SeasonAnswer(
        season: Season(id: ID(5), series: ID(1), number: 2, name: "Winter", episodeCount: 8)
    )

    static let json: [JSONField<SeasonAnswer>] = [
        .integer("id", "The season’s id.") { $0.season.id.value },
        .integer("series_id", "The series’ id.") { $0.season.series.value },
        .integer("season_number", "Its number; 0 for specials.") { $0.season.number },
        .text("name", "A name of its own; empty if it has none besides its number.") {
            $0.season.name
        },
        .integer("episodes_count", "The number of its episodes.") { $0.season.episodeCount },
    ]
}
