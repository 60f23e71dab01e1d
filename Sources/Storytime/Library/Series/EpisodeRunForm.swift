import Quill

/// The form for a run of episodes of one season: how many, from which number, and on which days.
struct EpisodeRunForm {
    private static let numberSpec = FieldSpec(
        name: "first_number",
        label: "First episode",
        kind: .number,
        range: EpisodePlace.numbers,
        autocomplete: "off"
    )

    private static let countSpec = FieldSpec(
        name: "count",
        label: "Number of episodes",
        kind: .number,
        hint: "At most \(EpisodeStore.maximumRun). With titles below, it can be left blank.",
        isRequired: false,
        range: 1...EpisodeStore.maximumRun,
        autocomplete: "off"
    )

    static let titlesSpec = FieldSpec(
        name: "titles",
        label: "Titles",
        hint: "One on each line. A blank line is an episode without a title.",
        isRequired: false,
        maximumLength: 100_000,
        // Whoever comes back wants to add others.
        autocomplete: "off"
    )

    private(set) var season = FormField(EpisodeForm.seasonSpec)
    private(set) var number = FormField(numberSpec)
    private(set) var count = FormField(countSpec)
    private(set) var titles = FormField(Self.lines(titlesSpec))
    private(set) var days: EpisodeDaysForm

    private static func lines(_ spec: FieldSpec) -> FieldSpec {
        var spec = spec
        spec.kind = .lines
        return spec
    }

    init(_ place: EpisodePlace) {
        season.show(String(place.season))
        number.show(String(place.episode))
        days = EpisodeDaysForm(isRequired: false)
    }

    init(_ fields: Fields) {
        season.read(fields)
        number.read(fields)
        count.read(fields)
        titles.read(fields)
        days = EpisodeDaysForm(fields, isRequired: false)
        let lines = self.lines
        if let long = lines.first(where: { $0.utf16.count > EpisodeForm.titleSpec.maximumLength }) {
            titles.reject(
                "A title can have at most \(EpisodeForm.titleSpec.maximumLength) characters: "
                    + "“\(long.prefix(40))…”."
            )
        }
        if lines.count > EpisodeStore.maximumRun {
            titles.reject("Enter at most \(EpisodeStore.maximumRun) titles.")
        }
        if let count = count.number, !lines.isEmpty, lines.count > count {
            titles.reject(
                "There are \(lines.count) titles for \(Counted.text(count, "episode", "episodes"))."
            )
        }
        if count.value == "", lines.isEmpty { count.reject("Enter a number of episodes.") }
        if let number = number.number, number + size - 1 > EpisodePlace.numbers.upperBound {
            number == EpisodePlace.numbers.upperBound
                ? self.number.reject("Choose a smaller number.")
                : count.reject("The last number would be too large.")
        }
    }

    /// The lines of the titles, up to the last one that has something in it.
    private var lines: [String] {
        let text = PlainText.lines(of: titles.typed)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { PlainText.trimmed(String($0)) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private var size: Int { count.number ?? lines.count }

    /// Nil if something is wrong.
    var drafts: [Episode.Draft]? {
        guard errors.isEmpty, let season = season.number, let number = number.number else {
            return nil
        }
        let titles = lines
        return (0..<size).map { index in
            Episode.Draft(
                place: EpisodePlace(season: season, episode: number + index),
                title: index < titles.count ? titles[index] : "",
                airDate: days.day(index)
            )
        }
    }

    var errors: [FormError] { [season, number, count, titles].errors + days.errors }

    mutating func reject(_ refusal: EpisodeStore.Refusal) -> Bool {
        switch refusal {
        case .taken(let other):
            number.reject(
                "\(Season.title(other.place.season)) already has an episode \(other.place.episode): "
                    + "“\(other.title)”. Nothing was added."
            )
        case .tooMany:
            count.reject(
                "A series can have at most \(Counted.number(EpisodeStore.maximumEpisodes)) episodes."
            )
        default: return false
        }
        return true
    }
}

extension EpisodeRunForm: Record {
    static let fields: [Field<EpisodeRunForm>] = [
        .record("season_number") { $0.season },
        .record("first_number") { $0.number },
        .record("count") { $0.count },
        .record("titles") { $0.titles },
        .record("days") { $0.days },
    ]
}

/// When the episodes of a run are shown: the first one on a day, each other so many days after the one
/// before it.
struct EpisodeDaysForm {
    private static let usualDistance = "7"

    private static func firstSpec(isRequired: Bool) -> FieldSpec {
        FieldSpec(
            name: "first_day",
            label: "Air date of the first one",
            kind: .day,
            isRequired: isRequired,
            autocomplete: "off",
            isVerbatim: true,
            rule: Episode.complaint(aboutDay:)
        )
    }

    private static let distanceSpec = FieldSpec(
        name: "days_between",
        label: "Days from one to the next",
        kind: .number,
        hint: "7 for one a week, 0 for all on one day.",
        range: 0...366,
        autocomplete: "off"
    )

    private(set) var first: FormField
    private(set) var distance = FormField(distanceSpec, initially: usualDistance)

    init(isRequired: Bool) {
        first = FormField(Self.firstSpec(isRequired: isRequired))
    }

    init(_ fields: Fields, isRequired: Bool) {
        first = FormField(Self.firstSpec(isRequired: isRequired), fields)
        distance.read(fields)
    }

    var errors: [FormError] { [first, distance].errors }

    /// The day of the one with this index; nil if nobody knows it.
    func day(_ index: Int) -> CalendarDay? {
        first.day.flatMap { day in distance.number.map { day.adding(index * $0) } }
    }
}

extension EpisodeDaysForm: Record {
    static let fields: [Field<EpisodeDaysForm>] = [
        .record("first_day") { $0.first },
        .record("days_between") { $0.distance },
    ]
}
