import Quill

/// Which part of the catalog is shown, and what is before and behind it.
struct CatalogShown: Sendable {
    let address: CatalogAddress
    let slice: CatalogSlice
    private let first: Int
    private let last: Int

    init(_ address: CatalogAddress, _ slice: CatalogSlice) {
        self.address = address
        self.slice = slice
        first = slice.pages.lowerBound
        last = slice.pages.upperBound
    }

    /// On which page a row is, by its place among those that are shown.
    func page(ofRow index: Int) -> Int { first + index / CatalogAddress.perPage }

    /// The same with the next page; nil at the end. Without a script it leads to its first book.
    var moreHref: String? {
        guard last < slice.pageCount else { return nil }
        return address.href(page: last + 1, from: first) + "#next"
    }

    /// The next page alone, for a script that adds it.
    var nextHref: String? {
        last < slice.pageCount ? address.href(page: last + 1, from: last + 1) : nil
    }

    /// What is before the first page that is shown.
    var earlierHref: String? {
        first > 1 ? address.href(page: first - 1, from: first - 1) : nil
    }

    /// How many books come before the page that was added last, whose first one "Load more" leads to.
    var rowsBeforeLast: Int { (last - first) * CatalogAddress.perPage }

    /// What was looked for instead, as “caterpillar”.
    var corrected: String? {
        guard !slice.spellings.isEmpty else { return nil }
        return slice.spellings.sorted { $0.key < $1.key }
            .map { $0.value.map { "“\($0)”" }.joined(separator: " or ") }
            .joined(separator: ", ")
    }
}

/// What the catalog is searched and filtered with.
struct CatalogForm: Record {
    let address: CatalogAddress
    let categories: [Category]
    let publishers: [PublisherLink]
    let languages: [String]
    /// The language in which the family looks first; it is offered first.
    let familyLanguage: String?

    private var ages: [ChipLink] {
        let all = ChipLink(
            label: AgeBand.allLabel,
            href: address.href { $0.age = "" },
            isCurrent: address.age.isEmpty
        )
        return [all]
            + AgeBand.allCases.map { band in
                let value = String(band.rawValue)
                return ChipLink(
                    label: band.label,
                    href: address.href { $0.age = value },
                    isCurrent: address.age == value
                )
            }
    }

    private var categoryChips: [ChipLink] {
        let chosen = address.chosen(categories)?.id
        return categories.map { category in
            let isCurrent = category.id == chosen
            return ChipLink(
                label: category.name,
                href: address.href { $0.category = isCurrent ? "" : category.slug },
                isCurrent: isCurrent,
                icon: category.iconName
            )
        }
    }

    private var publisherChoices: [Choice] {
        let chosen = address.publisher
        return [Choice(value: "", label: "Any publisher", isChosen: chosen == nil)]
            + publishers.map {
                Choice(value: String($0.id.value), label: $0.name, isChosen: $0.id == chosen)
            }
    }

    private var languageChoices: [Choice] {
        let own = familyLanguage.map { [$0] } ?? []
        let tags = own + languages.filter { $0 != familyLanguage }
        return [Choice(value: "", label: "Any language", isChosen: address.language.isEmpty)]
            + tags.map {
                Choice(
                    value: $0,
                    label: LanguageTag.name(of: $0) ?? $0,
                    isChosen: $0 == address.language
                )
            }
    }

    static let fields: [Field<CatalogForm>] = [
        .text("path") { $0.address.path },
        .text("words") { $0.address.words },
        .text("age") { $0.address.age },
        .text("category") { $0.address.category },
        .text("clear_href") { $0.address.href { $0.words = "" } },
        .bool("has_more_filters") { $0.address.publisher != nil || !$0.address.language.isEmpty },
        .list("ages") { $0.ages },
        .list("categories") { $0.categoryChips },
        .list("publishers") { $0.publisherChoices },
        .list("languages") { $0.languageChoices },
    ]
}

/// A form that adds a book to the library of one child.
struct AddTarget: Record {
    let child: Child
    let scope: FamilyScope
    let isAdded: Bool
    var book: ID<Book>

    private var path: String { scope.libraryPath(child.id) }

    static let fields: [Field<AddTarget>] = [
        .text("name") { $0.child.name },
        .text("avatar") { $0.child.avatar.rawValue },
        .text("library_name") { Possessive.text($0.child.name) + " Library" },
        .text("library_href") { $0.path },
        .text("remove_href") { "\($0.path)/\($0.book)/remove" },
        .bool("is_added") { $0.isAdded },
    ]
}

/// A book in the catalog.
struct CatalogRow: Record {
    let summary: BookSummary
    let video: StoryVideo?
    let owners: LibraryOwners
    let scope: FamilyScope
    /// The page that it is on.
    let address: CatalogAddress

    private var book: Book { summary.book }
    private var having: [Child] { owners.children(having: book.id) }

    /// Who has it, where that is not clear.
    private var addedNames: String? {
        having.isEmpty || owners.children.count == 1
            ? nil : having.map(\.name).joined(separator: ", ")
    }

    private var targets: [AddTarget] {
        owners.children(without: book.id).map {
            AddTarget(child: $0, scope: scope, isAdded: false, book: book.id)
        }
    }

    static let fields: [Field<CatalogRow>] = [
        .record("book") { $0.summary },
        .text("id") { String($0.book.id.value) },
        .text("anchor") { CatalogAddress.anchor($0.book.id) },
        .text("href") { $0.address.bookHref($0.book.id) },
        .text("list") { $0.address.carried },
        .optionalText("duration") {
            $0.video.flatMap { $0.isReady ? $0.seconds : nil }.map(DurationText.short)
        },
        .bool("is_playable") { $0.video?.isReady ?? false },
        .bool("is_added") { !$0.having.isEmpty },
        .optionalText("added_names") { $0.addedNames },
        .list("targets") { $0.targets },
        .int("target_count") { $0.targets.count },
    ]
}

/// The catalog.
struct CatalogPage: PageWithCovers {
    static let template = "catalog/index.html"

    let scope: FamilyScope
    let shown: CatalogShown
    let form: CatalogForm
    let rows: [CatalogRow]
    let hasChildren: Bool

    private var address: CatalogAddress { shown.address }

    static let fields: [Field<CatalogPage>] = [
        .optionalText("behalf") { $0.scope.behalf },
        .text("back_href") { $0.scope.childrenHref },
        .record("form") { $0.form },
        .int("total") { $0.shown.slice.total },
        .text("query") { $0.address.words },
        .bool("is_filtered") { $0.address.isFiltered },
        .optionalText("corrected") { $0.shown.corrected },
        .list("rows") { $0.rows },
        .int("rows_before_last") { $0.shown.rowsBeforeLast },
        .optionalText("more_href") { $0.shown.moreHref },
        .optionalText("next_href") { $0.shown.nextHref },
        .optionalText("earlier_href") { $0.shown.earlierHref },
        .bool("has_children") { $0.hasChildren },
        .text("children_path") { $0.scope.childrenPath },
        .optionalText("add_all_href") {
            $0.hasChildren && $0.address.isFiltered && $0.shown.slice.total > 0
                ? $0.address.addHref(nil) : nil
        },
    ]
}
