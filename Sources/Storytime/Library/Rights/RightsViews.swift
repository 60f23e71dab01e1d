import Quill

/// The book whose windows a page is about, and the way back to it.
struct RightsPlace: Sendable {
    let book: Book
    let back: BookWayBack
    let times: TimeText

    /// The section of the book's page that lists its windows.
    var href: String { back.bookHref("/admin/books/\(book.id)") + "#rights" }
    /// What the form carries of the list that the book was reached from.
    var list: String { back.list?.carried ?? "" }
}

/// A window in words.
struct RightsWords: Record {
    let terms: RightsWindow.Terms
    let times: TimeText

    /// "From 1 March 2026 to 31 December 2026", "From 1 March 2026, without an end".
    var days: String {
        let first = times.day(terms.days.first)
        return terms.days.last.map { last in
            last == terms.days.first
                ? "On \(first) alone" : "From \(first) to \(times.day(last))"
        } ?? "From \(first), no end date"
    }

    static let fields: [Field<RightsWords>] = [
        .text("territory") { $0.terms.territory.name },
        .text("days") { $0.days },
        .text("note") { $0.terms.note },
    ]
}

/// The form of a new window.
struct RightsNewPage: Page {
    static let template = "library/rights/new.html"

    let place: RightsPlace
    let form: RightsForm
    private let token: FormToken

    init(place: RightsPlace, form: RightsForm) throws {
        self.place = place
        self.form = form
        token = try FormToken()
    }

    static let fields: [Field<RightsNewPage>] = [
        .text("form_token") { $0.token.text },
        .record("form") { $0.form },
        .list("errors") { $0.form.errors },
        .list("overlaps") { page in
            page.form.overlapped.map { RightsWords(terms: $0.terms, times: page.place.times) }
        },
        .text("action") { "/admin/books/\($0.place.book.id)/rights" },
        .text("book_title") { $0.place.book.title },
        .text("book_href") { $0.place.href },
        .text("list") { $0.place.list },
    ]
}

/// The form of a window that is there.
struct RightsEditPage: Page {
    static let template = "library/rights/edit.html"

    let place: RightsPlace
    let window: RightsWindow
    var form: RightsForm
    /// The version that the form was made of; after a conflict the one that it is now.
    var version: VersionField
    var conflict: Conflict?

    static let fields: [Field<RightsEditPage>] = [
        .record("form") { $0.form },
        .list("errors") { $0.version.errors + $0.form.errors },
        .list("overlaps") { page in
            page.form.overlapped.map { RightsWords(terms: $0.terms, times: page.place.times) }
        },
        .text("action") { "/admin/rights/\($0.window.id)" },
        .text("book_title") { $0.place.book.title },
        .text("book_href") { $0.place.href },
        .text("list") { $0.place.list },
        .text("version") { $0.version.shown },
        .optionalRecord("conflict") { $0.conflict },
    ]
}

/// The question before a window is deleted.
struct RightsDeletePage: Page {
    static let template = "library/rights/delete.html"

    let place: RightsPlace
    let window: RightsWindow
    /// How it stands with the book's rights without the window.
    let standing: String
    /// Someone changed it since the question was asked, so it is asked again.
    var hasChanged = false

    static let fields: [Field<RightsDeletePage>] = [
        .record("window") { RightsWords(terms: $0.window.terms, times: $0.place.times) },
        .text("standing") { $0.standing },
        .text("book_title") { $0.place.book.title },
        .text("book_href") { $0.place.href },
        .text("list") { $0.place.list },
        .text("action") { "/admin/rights/\($0.window.id)/delete" },
        .text("version") { String($0.window.version) },
        .bool("has_changed") { $0.hasChanged },
    ]
}
