import Quill

/// The rights of a book as its page shows them: whether it may be shown today and why, and its
/// windows against the months around today.
struct RightsSection: Record {
    let windows: [RightsWindow]
    let rights: Rights
    let back: BookWayBack
    let book: Book
    let times: TimeText

    private var standing: RightsStanding { RightsStanding(rights, windows) }
    private var months: MonthRuler { MonthRuler(around: rights.day) }

    private var rows: [RightsWindowRow] {
        let months = months
        return windows.map {
            RightsWindowRow(window: $0, rights: rights, months: months, back: back, times: times)
        }
    }

    static let fields: [Field<RightsSection>] = [
        .bool("is_open") { $0.standing.isOpen },
        .text("standing") { $0.standing.text(in: $0.rights.territory, $0.times) },
        .list("windows") { $0.rows },
        .list("months") { $0.months.marks },
        .text("today") { $0.months.place(of: $0.rights.day) },
        .text("new_href") { $0.back.bookHref("/admin/books/\($0.book.id)/rights/new") },
        .bool("may_change") { $0.book.deletedAt == nil },
    ]
}

/// A window in the section of its book.
struct RightsWindowRow: Record {
    let window: RightsWindow
    let rights: Rights
    let months: MonthRuler
    let back: BookWayBack
    let times: TimeText

    private var href: String { "/admin/rights/\(window.id)" }

    /// Whether it is what gives the rights today.
    private var isOpen: Bool { rights.areGiven(by: [window]) }

    /// Open, over or still to come, and whether it counts here.
    private var state: String {
        guard window.territory.includes(rights.territory) else { return "Elsewhere" }
        return isOpen ? "Open" : window.days.first > rights.day ? "To come" : "Over"
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
            rights: rights,
            back: back,
            book: book,
            times: times
        )
    }
}
