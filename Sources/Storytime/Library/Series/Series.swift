import Quill
import SQLite

/// Books and episodes that belong together and have an order, as “Owl at Dusk” 1, 2 and 3.
struct Series: ShelfRecord {
    let id: ID<Series>
    var name: String
    var slug: String
    var description: String
    /// The number by which programs name it, and under which TMDB has it; nil if nobody gave it one.
    var externalID: Int?
    /// Its name where it was made, if that is another one.
    var originalName: String
    var airing: Airing
    var firstAirDate: CalendarDay?
    var cover: Book.Cover?
    /// When TMDB was last asked about it.
    var refreshedAt: Int?
    /// Without the books in the bin.
    var bookCount: Int
    /// Without those whose book is in the bin.
    var episodeCount: Int
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    struct Draft: Sendable, Equatable {
        var name: String
        /// Nil: one that the name suggests.
        var slug: String?
        var description = ""
        var externalID: Int?
        var originalName = ""
        var airing = Airing.unknown
        var firstAirDate: CalendarDay?
    }

    static let kind = Subject.Kind.series
    static let nameSpec = SeriesForm.nameSpec
    static let table: SQL = "series AS s"
    static let columns: SQL = """
        s.id, s.name, s.slug, s.description, s.external_id, s.original_name, s.airing,
        s.first_air_date, s.cover_key, s.cover_width, s.cover_height, s.cover_is_sized, s.cover_url,
        s.refreshed_at, s.book_count, s.episode_count, s.version, s.created_at, s.updated_at
        """

    static let audited: [AuditedField<Series>] = [
        AuditedField("name") { $0.name },
        AuditedField("slug") { $0.slug },
        AuditedField("description") { $0.description.isEmpty ? nil : $0.description },
        AuditedField("external_id") { $0.externalID.map { String($0) } },
        AuditedField("original_name") { $0.originalName.isEmpty ? nil : $0.originalName },
        AuditedField("airing") { $0.airing == .unknown ? nil : $0.airing.rawValue },
        AuditedField("first_air_date") { $0.firstAirDate?.iso },
    ]

    var subject: Subject { Subject(.series, id.value, name) }

    /// The address of its own page.
    var href: String { "\(SeriesOrder.path)/\(id)" }

    /// Which of the palettes its drawn cover has.
    var palette: Int { DrawnCover.palette(of: name) }

    static let fields: [Field<Series>] = [
        .text("name") { $0.name },
        .text("slug") { $0.slug },
        .text("description") { $0.description },
        .text("external_id") { $0.externalID.map { String($0) } ?? "" },
        .text("original_name") { $0.originalName },
        .text("airing") { $0.airing == .unknown ? "" : $0.airing.label },
        .int("books_count") { $0.bookCount },
        .int("episodes_count") { $0.episodeCount },
        .int("palette") { $0.palette },
        .optionalRecord("picture") { CoverPicture($0.cover) },
        .text("href") { $0.href },
        .text("edit_href") { $0.href + "/edit" },
    ]
}

extension Series {
    init(_ row: Row) throws {
        self.init(
            id: ID(try row.int(0)),
            name: try row.text(1),
            slug: try row.text(2),
            description: try row.text(3),
            externalID: try row.intOrNil(4),
            originalName: try row.text(5),
            airing: Airing(rawValue: try row.text(6)) ?? .unknown,
            firstAirDate: CalendarDay(iso: try row.text(7)),
            cover: try Book.Cover(row, from: 8),
            refreshedAt: try row.intOrNil(13),
            bookCount: try row.int(14),
            episodeCount: try row.int(15),
            version: try row.int(16),
            createdAt: try row.int(17),
            updatedAt: try row.int(18)
        )
    }
}

extension Series: ToldRecord {
    static let told: [RecordColumn<Series>] = [
        .integer("id", "The series’ id.") { $0.id.value },
        .text("name", "The name.") { $0.name },
        .text("slug", "The slug, used in addresses.") { $0.slug },
        .text("description", "The description; empty if there is none.") { $0.description },
        .optionalInteger(
            "external_id",
            "The number by which programs name it (`tmdbId`); null if it has none."
        ) { $0.externalID },
        .text("original_name", "Its original name; empty if it is the same.") { $0.originalName },
        .text(
            "airing",
            "Whether more is to come: `Returning Series`, `Planned`, `In Production`, `Ended`, "
                + "`Canceled` or `Pilot`; empty if unknown."
        ) { $0.airing.rawValue },
        .optionalText("first_air_date", "The day of its first episode; null if unknown.") {
            $0.firstAirDate?.iso
        },
        .optionalText("cover_url", "The address of its cover, if that is a picture elsewhere.") {
            if case .address(let text)? = $0.cover { text } else { nil }
        },
        .integer(
            "books_count",
            inFiles: "books",
            "The number of its books, not counting the bin."
        ) { $0.bookCount },
        .integer(
            "episodes_count",
            inFiles: "episodes",
            "The number of its episodes."
        ) { $0.episodeCount },
        .time("created_at", "When it was added.") { $0.createdAt },
        .time("updated_at", "When it was last changed.") { $0.updatedAt },
    ]

    static let json = told.map(\.json)
    static let schemaName = "AdminSeries"
    static let example = Series(
        id: ID(1),
        name: "The Owls of Alder Wood",
        slug: "the-owls-of-alder-wood",
        description: "Six owls, one wood, and a new neighbor in each book.",
        externalID: 100_001,
        originalName: "",
        airing: .returning,
        firstAirDate: CalendarDay(year: 2019, month: 9, day: 1),
        cover: nil,
        refreshedAt: nil,
        bookCount: 6,
        episodeCount: 14,
        version: 1,
        createdAt: 1_795_248_000,
        updatedAt: 1_795_248_000
    )
}
