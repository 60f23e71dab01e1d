import Quill

/// The filters above the list of videos: one form that is sent with GET, so that its state is the
/// address of the page.
struct VideoFilterForm: Record {
    let address: VideoListAddress
    /// Whether somebody wants to use Mux, or did.
    let hasMux: Bool

    private var filter: VideoFilter { address.request.filter }

    private static let ages = [
        (1, "Older than a day"), (7, "Older than a week"), (30, "Older than 30 days"),
        (90, "Older than 90 days"), (365, "Older than a year"),
    ]

    private var providers: [Choice] {
        Choice.offering(
            [("", "Any storage")] + VideoAsset.Provider.allCases.map { ($0.rawValue, $0.label) },
            chosen: filter.provider?.rawValue ?? ""
        )
    }

    private var captions: [Choice] {
        Choice.offering(
            [
                ("", "Any captions"), ("yes", "With captions"),
                ("no", "Without captions"),
            ],
            chosen: filter.captionsText
        )
    }

    private var books: [Choice] {
        Choice.offering(
            [("", "Any book"), ("none", "No book")],
            chosen: filter.isWithoutBook ? "none" : ""
        )
    }

    private var olderThan: [Choice] {
        let chosen = filter.olderThanDays
        let unusual = chosen.flatMap { days in
            Self.ages.contains { $0.0 == days } ? nil : (days, "Older than \(days) days")
        }
        return Choice.offering(
            [("", "Any age")]
                + (Self.ages + [unusual].compactMap(\.self)).map { (String($0), $1) },
            chosen: chosen.map { String($0) } ?? ""
        )
    }

    private var orders: [Choice] {
        let orders: [(VideoSort.Direction, String)] = [
            (.init(.added), "Oldest first"),
            (.init(.duration, isDescending: true), "Longest first"),
            (.init(.duration), "Shortest first"),
        ]
        return Choice.offering(
            [("", "Newest first")] + orders.map { ($0.text, $1) },
            chosen: value(of: "sort")
        )
    }

    private var sizes: [Choice] {
        Choice.offering(
            VideoListAddress.perPageChoices.map {
                ($0 == VideoListAddress.usualPerPage ? "" : String($0), String($0))
            },
            chosen: value(of: "per_page")
        )
    }

    private func value(of name: String) -> String {
        address.query.first { $0.name == name }?.value ?? ""
    }

    /// The filters in use, each with the address of the list without it; the scope is shown
    /// elsewhere.
    var chosen: [ChosenFilter] {
        let parts: [(isUsed: Bool, choices: [Choice], href: String)] = [
            (filter.provider != nil, providers, address.href { $0.provider = nil }),
            (filter.hasCaptions != nil, captions, address.href { $0.hasCaptions = nil }),
            (filter.isWithoutBook, books, address.href { $0.isWithoutBook = false }),
            (filter.olderThanDays != nil, olderThan, address.href { $0.olderThanDays = nil }),
        ]
        return parts.filter(\.isUsed).compactMap { part in
            part.choices.first(where: \.isChosen).map {
                ChosenFilter(label: $0.label, href: part.href)
            }
        }
    }

    static let fields: [Field<VideoFilterForm>] = [
        .bool("has_mux") { $0.hasMux },
        .text("words") { $0.filter.words },
        .text("status") { $0.filter.scope?.text ?? "" },
        .list("providers") { $0.providers },
        .list("captions") { $0.captions },
        .list("books") { $0.books },
        .list("older_than") { $0.olderThan },
        .list("orders") { $0.orders },
        .list("per_page") { $0.sizes },
        .list("chosen") { $0.chosen },
    ]
}

extension Choice {
    fileprivate static func offering(
        _ offered: [(value: String, label: String)],
        chosen: String
    ) -> [Choice] {
        offered.map { Choice(value: $0.value, label: $0.label, isChosen: $0.value == chosen) }
    }
}
