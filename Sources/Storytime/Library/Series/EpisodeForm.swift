import Quill

/// The form of an episode, new or there already.
struct EpisodeForm: EditForm, ProgramForm {
    typealias Kept = Episode

    /// The id of the list that suggests books.
    static let bookList = "series-books"
    static let titleSpec = FieldSpec(
        name: "title",
        label: "Title",
        hint: "Leave blank for the title of its book, or “Episode 4”.",
        isRequired: false,
        maximumLength: 300,
        autocomplete: "off"
    )

    static let seasonSpec = FieldSpec(
        name: "season_number",
        label: "Season",
        kind: .number,
        hint: "0 for specials.",
        range: EpisodePlace.seasons,
        autocomplete: "off"
    )

    static let numberSpec = FieldSpec(
        name: "episode_number",
        label: "Episode",
        kind: .number,
        range: EpisodePlace.numbers,
        autocomplete: "off"
    )

    static let airDateSpec = FieldSpec(
        name: "air_date",
        label: "Air date",
        kind: .day,
        hint: "Without one it is upcoming, unless it is a book.",
        isRequired: false,
        autocomplete: "off",
        isVerbatim: true,
        rule: Episode.complaint(aboutDay:)
    )

    static let runtimeSpec = FieldSpec(
        name: "runtime_minutes",
        label: "Minutes",
        kind: .number,
        isRequired: false,
        range: 1...9999,
        autocomplete: "off"
    )

    static let descriptionSpec = FieldSpec(
        name: "description",
        label: "Description",
        kind: .lines,
        isRequired: false,
        maximumLength: 5000
    )

    static let bookSpec = FieldSpec(
        name: "book_id",
        label: "Book",
        hint: "The book that it is, by its number or exact title. Then it can be played. A book "
            + "without a series becomes part of this one.",
        isRequired: false,
        maximumLength: 400,
        autocomplete: "off",
        list: bookList
    )

    var season = FormField(seasonSpec)
    var number = FormField(numberSpec)
    var title = FormField(titleSpec)
    var airDate = FormField(airDateSpec)
    var runtime = FormField(runtimeSpec)
    var book = FormField(bookSpec)
    var description = FormField(descriptionSpec)
    /// What the hidden field is called that says from which episode the book may be taken.
    static let takingName = "taken_from"
    /// That episode, once somebody was told of it.
    var takenFrom: ID<Episode>?

    init() {}

    /// What people sent, with what they agreed to.
    init(_ fields: Fields) {
        self = EpisodeForm().reading(fields)
        takenFrom = fields.text(Self.takingName).flatMap { ID(pathSegment: $0[...]) }
    }

    /// The form of a new episode in that place.
    init(_ place: EpisodePlace) {
        season.show(String(place.season))
        number.show(String(place.episode))
    }

    static let entries: [Entry<EpisodeForm>] = [
        Entry(\.season, "The number of its season; 0 for specials.") { String($0.place.season) },
        Entry(\.number, "Its number in the season. It must be unique there.") {
            String($0.place.episode)
        },
        Entry(\.title, "Its title. By default that of its book, or its number.") { $0.ownTitle },
        Entry(\.airDate, "The day on which it is or was first shown.") { $0.airDate?.iso ?? "" },
        Entry(\.runtime, "How many minutes it takes.") {
            $0.runtimeMinutes.map { String($0) } ?? ""
        },
        Entry(\.book, "The id of the book that it is; null if it is only known.") {
            $0.book?.written ?? ""
        },
        Entry(\.description, "What it is about. Line breaks are kept.") { $0.description },
    ]

    /// Programs send the id of a book.
    static let members = entryMembers.map { $0.name == bookSpec.name ? .id($0.name) : $0 }

    var draft: Episode.Draft? {
        guard let season = season.number, let number = number.number, let title = title.value,
            airDate.value != nil, runtime.value != nil, let book = book.value,
            let description = description.value
        else { return nil }
        return Episode.Draft(
            place: EpisodePlace(season: season, episode: number),
            title: title,
            description: description,
            airDate: airDate.day,
            runtimeMinutes: runtime.number,
            book: EpisodeBook(book),
            taking: takenFrom.map { .from($0) } ?? .never
        )
    }

    /// Says what the database refused; false for what isn't a matter of the form.
    mutating func reject(_ refusal: EpisodeStore.Refusal) -> Bool {
        switch refusal {
        case .taken(let other):
            number.reject(
                "\(Season.title(other.place.season)) already has an episode \(other.place.episode): "
                    + "“\(other.title)”. Choose another number, or edit that one."
            )
        case .book(let reason): book.reject(reason)
        case .bookIs(let other, let title):
            takenFrom = other.id
            book.reject(
                "“\(title)” is \(other.place) already. Save again to make it this episode instead."
            )
        case .tooMany:
            number.reject(
                "A series can have at most \(Counted.number(EpisodeStore.maximumEpisodes)) episodes."
            )
        case .changedMeanwhile, .seasonChangedMeanwhile, .seasonTaken, .isOfBook: return false
        }
        return true
    }

    static let fields = entries.map(\.field)

    static let example =
        #"{"season_number": 1, "episode_number": 4, "title": "The Borrowed Lantern", "#
        + #""air_date": "2026-03-04", "runtime_minutes": 11}"#
    static let change = #"{"air_date": "2026-03-11"}"#
}

/// The form of a season, new or there already.
struct SeasonForm: ProgramForm {
    static let numberSpec = FieldSpec(
        name: "season_number",
        label: "Number",
        kind: .number,
        hint: "0 for specials.",
        range: EpisodePlace.seasons,
        autocomplete: "off"
    )

    static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "If it has one of its own, besides its number.",
        isRequired: false,
        maximumLength: 200,
        autocomplete: "off"
    )

    var number = FormField(numberSpec)
    var name = FormField(nameSpec)

    init(number: Int) {
        self.number.show(String(number))
    }

    init(_ season: Season) {
        number.show(String(season.number))
        name.show(season.name)
    }

    init(_ fields: Fields) {
        number.read(fields)
        name.read(fields)
    }

    var draft: Season.Draft? {
        guard let number = number.number, let name = name.value else { return nil }
        return Season.Draft(number: number, name: name)
    }

    var errors: [FormError] { [number, name].errors }

    mutating func rejectTaken() {
        number.reject("The series already has this season.")
    }

    static let members: [FormMember] = [.field(numberSpec), .field(nameSpec)]
    static let meanings = [
        "season_number": "Its number; 0 for specials.",
        "name": "A name of its own, besides its number.",
    ]
    static let example = #"{"season_number": 2, "name": "Winter"}"#
    static let change = #"{"name": "The winter stories"}"#
}

extension SeasonForm: Record {
    static let fields: [Field<SeasonForm>] = [
        .record("season_number") { $0.number },
        .record("name") { $0.name },
    ]
}
