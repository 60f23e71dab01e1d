import Quill

/// The filters above the list of books: one form that is sent with GET, so that its state is the
/// address of the page.
struct BookFilterForm: Record {
    let address: BookListAddress
    let categories: [Category]
    let publishers: [PublisherLink]
    let series: [SeriesLink]
    let tags: [Tag]
    let languages: [String]

    private var filter: BookFilter { address.request.filter }

    // MARK: Choices

    private var categoryChoices: [Choice] {
        Self.choices(
            [("", "Any category"), (BookFilter.noneText, "No category")]
                + categories.map { (String($0.id.value), $0.name) },
            chosen: BookFilter.text(filter.category)
        )
    }

    private var publisherChoices: [Choice] {
        Self.choices(
            [("", "Any publisher"), (BookFilter.noneText, "No publisher")]
                + publishers.map { (String($0.id.value), $0.name) },
            chosen: BookFilter.text(filter.publisher)
        )
    }

    private var seriesChoices: [Choice] {
        Self.choices(
            [("", "Any series"), (BookFilter.noneText, "No series")]
                + series.map { (String($0.id.value), $0.name) },
            chosen: BookFilter.text(filter.series)
        )
    }

    private var tagChoices: [Choice] {
        Self.choices(
            [("", "Any tag"), (BookFilter.noneText, "No tags")]
                + tags.map { (String($0.id.value), $0.name) },
            chosen: BookFilter.text(filter.tag)
        )
    }

    private var ageChoices: [Choice] {
        Self.choices(
            [("", "Any age"), (BookFilter.noneText, "No ages given")]
                + AgeRange.allowed.map { (String($0), "Age \($0)") },
            chosen: filter.ageText
        )
    }

    private var languageChoices: [Choice] {
        Self.choices(
            [("", "Any language"), (BookFilter.noneText, "No language given")]
                + languages.map { ($0, LanguageTag.name(of: $0) ?? $0) },
            chosen: filter.languageText
        )
    }

    private var coverChoices: [Choice] {
        Self.choices(
            [("", "Any cover"), ("yes", "With cover"), ("no", "Without cover")],
            chosen: filter.hasCover.map { $0 ? "yes" : "no" } ?? ""
        )
    }

    private var videoChoices: [Choice] {
        Self.choices(
            [
                ("", "Any video"), ("ready", "Video ready"), ("unready", "No ready video"),
                ("preparing", "Video in progress"), ("errored", "Video failed"),
                (BookFilter.noneText, "No video"),
            ],
            chosen: filter.video?.rawValue ?? ""
        )
    }

    private var rightsChoices: [Choice] {
        Self.choices(
            [
                ("", "Any rights"), (RightsFilter.State.open.rawValue, "Rights today"),
                (RightsFilter.State.some.rawValue, "Rights today for some families only"),
                (RightsFilter.State.missing.rawValue, "No rights today for any family"),
                (
                    RightsFilter.State.ending.rawValue,
                    "A window ends within \(RightsFilter.endingDays) days"
                ),
            ],
            chosen: filter.rights?.state.rawValue ?? ""
        )
    }

    private var statusChoices: [Choice] {
        Self.choices(
            [("", "Any status")] + Book.Status.allCases.map { ($0.rawValue, $0.label) },
            chosen: filter.status?.rawValue ?? ""
        )
    }

    private var sortChoices: [Choice] {
        let orders: [(BookSort.Direction, String)] = [
            (.init(.title), "Title A–Z"), (.init(.title, isDescending: true), "Title Z–A"),
            (.init(.author), "Author A–Z"), (.init(.author, isDescending: true), "Author Z–A"),
            (.init(.added, isDescending: true), "Newest first"), (.init(.added), "Oldest first"),
            (.init(.changed, isDescending: true), "Recently changed"),
            (.init(.changed), "Least recently changed"),
        ]
        return Self.choices(
            [("", "Best match, or title")] + orders.map { ($0.text, $1) },
            chosen: address.query.first { $0.name == "sort" }?.value ?? ""
        )
    }

    private var perPageChoices: [Choice] {
        Self.choices(
            BookListAddress.perPageChoices.map {
                ($0 == BookListAddress.usualPerPage ? "" : String($0), String($0))
            },
            chosen: address.query.first { $0.name == "per_page" }?.value ?? ""
        )
    }

    /// One that is chosen but not offered is there too, because the list below is what it leads to.
    private static func choices(
        _ offered: [(value: String, label: String)],
        chosen: String
    ) -> [Choice] {
        var offered = offered
        if !offered.contains(where: { $0.value == chosen }) { offered.append((chosen, chosen)) }
        return offered.map {
            Choice(value: $0.value, label: $0.label, isChosen: $0.value == chosen)
        }
    }

    // MARK: What is chosen

    /// The filters in use, each with the address of the list without it; the words and the status
    /// are seen elsewhere.
    var chosen: [ChosenFilter] {
        let parts: [(label: String?, href: String)] = [
            (label(categoryChoices, filter.category), address.href { $0.category = nil }),
            (label(publisherChoices, filter.publisher), address.href { $0.publisher = nil }),
            (label(seriesChoices, filter.series), address.href { $0.series = nil }),
            (label(tagChoices, filter.tag), address.href { $0.tag = nil }),
            (label(ageChoices, filter.age), address.href { $0.age = nil }),
            (label(languageChoices, filter.language), address.href { $0.language = nil }),
            (label(coverChoices, filter.hasCover), address.href { $0.hasCover = nil }),
            (label(videoChoices, filter.video), address.href { $0.video = nil }),
            (label(rightsChoices, filter.rights), address.href { $0.rights = nil }),
        ]
        let unknown = filter.unknown.map { unknown in
            ChosenFilter(
                label: "\(unknown.name): \(unknown.value)",
                href: address.href { $0.unknown.removeAll { $0 == unknown } }
            )
        }
        return parts.compactMap { part in
            part.label.map { ChosenFilter(label: $0, href: part.href) }
        } + unknown
    }

    /// All that narrows the list, in words; empty where nothing does.
    var summary: String {
        let words = filter.words.isEmpty ? [] : ["“\(filter.words)”"]
        let status = filter.status.map { [$0.label] } ?? []
        return (words + status + chosen.map(\.label)).joined(separator: ", ")
    }

    private func label<Value>(_ choices: [Choice], _ value: Value?) -> String? {
        value.flatMap { _ in choices.first(where: \.isChosen)?.label }
    }

    static let fields: [Field<BookFilterForm>] = [
        .text("words") { $0.filter.words },
        .list("statuses") { $0.statusChoices },
        .list("categories") { $0.categoryChoices },
        .list("publishers") { $0.publisherChoices },
        .list("series") { $0.seriesChoices },
        .list("tags") { $0.tagChoices },
        .list("ages") { $0.ageChoices },
        .list("languages") { $0.languageChoices },
        .list("covers") { $0.coverChoices },
        .list("videos") { $0.videoChoices },
        .list("rights") { $0.rightsChoices },
        .list("orders") { $0.sortChoices },
        .list("per_page") { $0.perPageChoices },
        .list("chosen") { $0.chosen },
    ]
}
