import Quill

/// The rights of a book as its page shows them: whether it may be shown today and why, and its
/// windows against the months around today.
struct RightsSection: Record {
    let windows: [RightsWindow]
    let audience: RightsAudience
    let back: BookWayBack
    let book: Book
    let times: TimeText

    private var outlook: RightsOutlook { RightsOutlook(audience, windows, times) }
    private var months: MonthRuler { MonthRuler(around: audience.home.day) }

    private var rows: [RightsWindowRow] {
        let months = months
        return windows.map {
            RightsWindowRow(
                window: $0,
                audience: audience,
                months: months,
                back: back,
                times: times
            )
        }
    }

    static let fields: [Field<RightsSection>] = [
        .text("label") { $0.outlook.label.text },
        .text("kind") { $0.outlook.label.kind },
        .text("standing") { $0.outlook.text },
        .list("windows") { $0.rows },
        .list("months") { $0.months.marks },
        .text("today") { $0.months.place(of: $0.audience.home.day) },
        .text("new_href") { $0.back.bookHref("/admin/books/\($0.book.id)/rights/new") },
        .bool("may_change") { $0.book.deletedAt == nil },
    ]
}

/// A window in the section of its book.
struct RightsWindowRow: Record {
    let window: RightsWindow
    let audience: RightsAudience
    let months: MonthRuler
    let back: BookWayBack
    let times: TimeText

    private var href: String { "/admin/rights/\(window.id)" }

    /// The days that it is now where it holds for families; none where it holds for nobody.
    private var days: [CalendarDay] {
        audience.places.map(\.rights).filter { window.territory.includes($0.territory) }.map(\.day)
    }

    /// Whether it is what gives somebody the rights today.
    private var isOpen: Bool { days.contains(where: window.days.contains) }

    /// Open, over or still to come, and whether that is anything to anybody.
    private var state: String {
        let days = days.isEmpty ? [audience.home.day] : days
        let isToCome = days.allSatisfy { $0 < window.days.first }
        let state =
            days.contains(where: window.days.contains) ? "Open" : isToCome ? "Upcoming" : "Ended"
        return self.days.isEmpty ? state + ", but no families there" : state
    }

    static let fields: [Field<RightsWindowRow>] = [
        .text("anchor") { "window-\($0.window.id)" },
        .record("words") { RightsWords(terms: $0.window.terms, times: $0.times) },
        .text("state") { $0.state },
        .text("state_kind") { $0.isOpen ? "good" : "quiet" },
        .optionalRecord("bar") { $0.months.bar($0.window.days) },
        .text("edit_href") { $0.back.bookHref($0.href + "/edit") },
        .text("delete_href") { $0.back.bookHref($0.href + "/delete") },
    ]
}

extension Visit {
    func rightsSection(of book: Book, _ back: BookWayBack) throws -> RightsSection {
        RightsSection(
            windows: try rightsStore.windows(of: book.id),
            audience: try audience(),
            back: back,
            book: book,
            times: times
        )
    }
}
