import Quill

/// A field of a book as the form has it and as it was found.
struct LookupRow: Record {
    let name: String
    let label: String
    let mine: String
    var found: String
    var note: String?
    var isSame: Bool
    let hidden: [HiddenField]
    /// The address of a picture, for the cover.
    var picture: String?

    static let fields: [Field<LookupRow>] = [
        .text("name") { $0.name },
        .text("label") { $0.label },
        .text("mine") { $0.mine },
        .text("found") { $0.found },
        .optionalText("note") { $0.note },
        .bool("is_same") { $0.isSame },
        .bool("is_checked") { $0.mine.isEmpty },
        .list("hidden") { $0.hidden },
        .optionalText("picture") { $0.picture },
    ]
}

/// A book that was found, field by field beside what the form has.
struct LookupComparePage: Page {
    static let template = "library/lookup/compare.html"

    let source: String
    let form: LookupForm
    let found: FoundBook
    let rows: [LookupRow]
    /// Why there is no picture, although the catalog has one.
    let coverProblem: String?
    /// It is one of several editions, and nobody asked for this one.
    let isGuess: Bool

    static let fields: [Field<LookupComparePage>] = [
        .text("source") { $0.source },
        .text("back_href") { LookupPages.backHref(of: $0.form.book) },
        .text("back_label") { $0.form.book?.title ?? "Books" },
        .text("action") { LookupPages.path(for: $0.form.book?.id) + "/use" },
        .list("hidden") { $0.form.hidden },
        .list("rows") { $0.rows },
        .bool("has_choice") { $0.rows.contains { !$0.isSame } },
        .optionalText("page") { $0.found.page },
        .optionalText("note") { $0.found.note },
        .optionalText("cover_problem") { $0.coverProblem },
        .bool("is_guess") { $0.isGuess },
    ]
}

/// The books that a search by title has found.
struct LookupResultsPage: Page {
    static let template = "library/lookup/results.html"

    let source: String
    let form: LookupForm
    let found: FoundTitles

    private var lede: String {
        guard found.total > found.titles.count else {
            return Counted.text(found.total, "match", "matches") + " at \(source)."
        }
        return "\(found.titles.count) of \(Counted.number(found.total)) matches at "
            + "\(source). Add the author, or more of the title, to narrow the search."
    }

    static let fields: [Field<LookupResultsPage>] = [
        .text("lede") { $0.lede },
        .text("back_href") { LookupPages.backHref(of: $0.form.book) },
        .text("back_label") { $0.form.book?.title ?? "Books" },
        .text("action") { LookupPages.path(for: $0.form.book?.id) },
        .list("hidden") { $0.form.hidden },
        .list("titles") { $0.found.titles },
    ]
}

extension FoundTitle: Record {
    static let fields: [Field<FoundTitle>] = [
        .text("key") { $0.key },
        .text("title") { $0.title },
        .text("authors") { $0.authors },
        .optionalText("year") { $0.year.map { String($0) } },
        .text("languages") { Counted.list(Array($0.languages.prefix(3))) },
        .optionalText("editions") { $0.editions.map { Counted.text($0, "edition", "editions") } },
    ]
}
