import Quill
import SQLite

/// An episode of a series: one that is known, or one that is a book of ours.
struct Episode: Sendable, Equatable {
    /// A book as an episode names it.
    struct BookLink: Sendable, Equatable {
        let id: ID<Book>
        let title: String
    }

    let id: ID<Episode>
    let series: ID<Series>
    var place: EpisodePlace
    /// Empty if it has the title of its book, or none but its number.
    var ownTitle: String
    var description: String
    var airDate: CalendarDay?
    var runtimeMinutes: Int?
    var book: BookLink?
    /// It is there because the book has this number in its series, and nobody entered anything else.
    var isOfBook: Bool
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    /// What a valid form makes of its fields, and the only thing that a store accepts.
    struct Draft: Sendable, Equatable {
        var place: EpisodePlace
        var title = ""
        var description = ""
        var airDate: CalendarDay?
        var runtimeMinutes: Int?
        var book: EpisodeBook?
        /// Whether the book may be taken from another episode that it is so far.
        var taking = BookTaking.never
    }

    /// When an episode may get a book that is another one.
    enum BookTaking: Sendable, Equatable {
        case never
        /// Somebody was told which one that is, and agreed.
        case from(ID<Episode>)
        /// The order of what is written settles it, as in a file.
        case always
    }

    /// What people call it.
    var title: String {
        ownTitle.isEmpty ? book?.title ?? "Episode \(place.episode)" : ownTitle
    }

    /// A day counts from its beginning; what is a book of ours can be played whatever its date.
    func isAired(on today: CalendarDay) -> Bool {
        book != nil || airDate.map { $0 <= today } ?? false
    }

    var href: String { "/admin/episodes/\(id)" }

    /// What was aired before there was television, or long after us, is a mistake of the hand.
    private static let years = 1900...2999

    @Sendable static func complaint(aboutDay text: String) -> String? {
        guard let day = CalendarDay(iso: text), !years.contains(day.parts.year) else { return nil }
        return "Choose a day from \(years.lowerBound) to \(years.upperBound)."
    }
}

/// Where an episode is in its series.
struct EpisodePlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    static let seasons = 0...9999
    static let numbers = 0...99_999

    var season: Int
    var episode: Int

    /// "S1 E4", or "Special 2".
    var description: String { season == 0 ? "Special \(episode)" : "S\(season) E\(episode)" }

    /// The same on a page of its season: "E4", or "Special 2".
    var inSeason: String { season == 0 ? description : "E\(episode)" }

    static func < (left: Self, right: Self) -> Bool {
        (left.season, left.episode) < (right.season, right.episode)
    }
}

/// The book that an episode should be: by its id, or by its title.
enum EpisodeBook: Sendable, Equatable {
    case id(ID<Book>)
    case title(String)

    /// Reads “12”, “12: Owl at Dusk” or “Owl at Dusk”; nil for nothing.
    init?(_ text: String) {
        let text = PlainText.trimmed(text)
        guard !text.isEmpty else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text.dropFirst(digits.count)
        if let id = ID<Book>(pathSegment: digits), rest.isEmpty || rest.hasPrefix(":") {
            self = .id(id)
        } else {
            self = .title(text)
        }
    }
}

extension Episode.BookLink {
    /// As the field for it shows it.
    var written: String { "\(id): \(title)" }
}

extension Episode {
    static let table: SQL = "episodes AS e LEFT JOIN books AS b ON b.id = e.book_id"
    static let columns: SQL = """
        e.id, e.series_id, e.season_number, e.episode_number, e.title, e.description, e.air_date,
        e.runtime_minutes, b.id, b.title, e.is_of_book, e.version, e.created_at, e.updated_at
        """

    init(_ row: Row) throws {
        self.init(
            id: ID(try row.int(0)),
            series: ID(try row.int(1)),
            place: EpisodePlace(season: try row.int(2), episode: try row.int(3)),
            ownTitle: try row.text(4),
            description: try row.text(5),
            airDate: CalendarDay(iso: try row.text(6)),
            runtimeMinutes: try row.intOrNil(7),
            book: try row.intOrNil(8).map { BookLink(id: ID($0), title: try row.text(9)) },
            isOfBook: try row.bool(10),
            version: try row.int(11),
            createdAt: try row.int(12),
            updatedAt: try row.int(13)
        )
    }

    /// The fields whose values the history of its series keeps. They have names of their own there.
    private static let audited: [AuditedField<Episode>] = [
        AuditedField("episode_title") { $0.ownTitle.isEmpty ? nil : $0.ownTitle },
        AuditedField("episode_description") { $0.description.isEmpty ? nil : $0.description },
        AuditedField("air_date") { $0.airDate?.iso },
        AuditedField("minutes") { $0.runtimeMinutes.map { String($0) } },
        AuditedField("book") { $0.book?.title },
    ]

    /// What the history says of a change: always with the episode that it is about.
    static func changes(from before: Episode?, to after: Episode?) -> [Change] {
        let (was, isNow) = (before?.place.description, after?.place.description)
        let changes = audited.map { field in
            Change(field.name, before.flatMap(field.value), after.flatMap(field.value))
        }.filter(\.isReal)
        if was == isNow, changes.isEmpty { return [] }
        return [Change("episode", was == isNow ? nil : was, isNow)] + changes
    }
}
