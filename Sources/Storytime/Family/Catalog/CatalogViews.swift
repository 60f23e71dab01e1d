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

    /// The pages that the rows are on, the first row's page first.
    func places(hasPlaylists: Bool) -> [CatalogPlace] {
        (first...last).map {
            CatalogPlace(address.showing(page: $0), hasPlaylists: hasPlaylists)
        }
    }

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
        SearchWords(address.words).corrections(slice.spellings)
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
    /// The family's children, and how old they are.
    let children: [(child: Child, years: Int)]

    private var ages: [ChipLink] {
        let all = ChipLink(
            label: AgeBand.allLabel,
            href: address.href { $0.lookForAllAges() },
            isCurrent: address.age == nil && address.ages == nil
        )
        let bands = AgeBand.allCases.map { band in
            ageChip(band.rawValue, isCurrent: address.ages == band) { $0.look(for: band) }
        }
        return [all] + exactAge + childChips + bands
    }

    private var childChips: [ChipLink] {
        children.map { child, years in
            ageChip("\(child.name), \(years)", isCurrent: address.isFor(child, years)) {
                $0.look(for: child, years)
            }
        }
    }

    /// The age of an address that is no child's; it can be taken off and not be chosen.
    private var exactAge: [ChipLink] {
        guard let age = address.age,
            !children.contains(where: { address.isFor($0.child, $0.years) })
        else { return [] }
        return [ageChip("Age \(age)", isCurrent: true) { _ in }]
    }

    /// One that is chosen is taken off by choosing it again.
    private func ageChip(
        _ label: String,
        isCurrent: Bool,
        _ choose: (inout CatalogAddress) -> Void
    ) -> ChipLink {
        ChipLink(
            label: label,
            href: address.href { isCurrent ? $0.lookForAllAges() : choose(&$0) },
            isCurrent: isCurrent,
            isRemovable: isCurrent
        )
    }

    private var categoryChips: [ChipLink] {
        let chosen = address.chosen(categories)?.id
        return categories.map { category in
            let isCurrent = category.id == chosen
            return ChipLink(
                label: category.name,
                href: address.href { $0.category = isCurrent ? "" : category.slug },
                isCurrent: isCurrent,
                icon: category.iconName,
                isRemovable: isCurrent
            )
        }
    }

    private var film: ChipLink {
        ChipLink(
            label: "With a video",
            href: address.href { $0.hasFilm.toggle() },
            isCurrent: address.hasFilm,
            isRemovable: address.hasFilm
        )
    }

    private var sorts: [ChipLink] {
        CatalogSort.allCases.map { sort in
            ChipLink(
                label: sort.label(hasWords: !address.words.isEmpty),
                href: address.href { $0.sort = sort },
                isCurrent: sort == address.sort
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
        .text("age") { $0.address.age.map { String($0) } ?? "" },
        .text("ages_chosen") { $0.address.ages?.rawValue ?? "" },
        .text("child") { $0.address.child.map { String($0.value) } ?? "" },
        .text("category") { $0.address.category },
        .text("clear_href") { $0.address.href { $0.words = "" } },
        .bool("has_more_filters") { $0.address.publisher != nil || !$0.address.language.isEmpty },
        .text("film_chosen") { $0.address.hasFilm ? "yes" : "" },
        .text("sort_chosen") { $0.address.sort == .usual ? "" : $0.address.sort.rawValue },
        .record("film") { $0.film },
        .list("sorts") { $0.sorts },
        .list("ages") { $0.ages },
        .list("categories") { $0.categoryChips },
        .list("publishers") { $0.publisherChoices },
        .list("languages") { $0.languageChoices },
    ]
}

/// The catalog.
struct CatalogPage: PageWithCovers {
    static let template = "family/catalog/index.html"

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
        .text("words") { $0.address.words },
        .bool("is_filtered") { $0.address.isFiltered },
        .optionalText("age") { $0.address.age.map { String($0) } },
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
