import Quill

/// A series in a list.
struct SeriesCard: Record {
    let found: SeriesFinder.Found
    /// Of a series that the child has to do with; nil of others.
    let progress: SeriesProgress?
    let episodeCount: Int
    let address: SeriesAddress
    /// If it is open.
    let panel: SeriesPanel?

    private var series: SeenSeries { found.series }

    private var facts: [String] {
        progress?.facts ?? [Counted.text(episodeCount, "episode", "episodes")]
    }

    private var thumb: Thumb {
        Thumb(
            palette: DrawnCover.palette(of: series.name),
            icon: "stack",
            picture: CoverPicture(found.cover)
        )
    }

    static let fields: [Field<SeriesCard>] = [
        .text("anchor") { SeriesAddress.anchor($0.series.id) },
        .int("id") { $0.series.id.value },
        .text("name") { $0.series.name },
        .record("thumb") { $0.thumb },
        .texts("facts") { $0.facts },
        .optionalText("list_label") { $0.found.state.list?.label },
        .text("href") { card in
            card.panel == nil
                ? card.address.seriesHref(card.series.id)
                : card.address.href {
                    $0.page = card.address.page
                } + "#" + SeriesAddress.anchor(card.series.id)
        },
        .text("page_href") { $0.address.seriesHref($0.series.id) },
        .optionalRecord("panel") { $0.panel },
    ]
}

/// The series of a child, with what can be searched.
struct SeriesBrowsePage: PageWithCovers {
    static let template = "family/progress/index.html"

    let scope: FamilyScope
    let address: SeriesAddress
    let children: [Child]
    /// Nil where the family has none.
    let child: Child?
    let counts: [SeriesList: Int]
    let cards: [SeriesCard]
    let corrected: String?
    let pagination: PaginationView

    private var faces: [Face] {
        guard children.count > 1 else { return [] }
        return children.map { child in
            Face(
                label: child.name,
                avatar: child.avatar.rawValue,
                href: address.href { $0.child = child.id },
                isCurrent: child.id == self.child?.id
            )
        }
    }

    /// A child to choose.
    struct Face: Record {
        let label: String
        let avatar: String
        let href: String
        let isCurrent: Bool

        static let fields: [Field<Face>] = [
            .text("label") { $0.label },
            .text("avatar") { $0.avatar },
            .text("href") { $0.href },
            .bool("is_current") { $0.isCurrent },
        ]
    }

    private var scopes: [ScopeLink] {
        [
            ScopeLink(
                label: "All series",
                href: address.href { ($0.list, $0.showsAll) = (nil, true) },
                count: nil,
                isCurrent: address.list == nil
            )
        ]
            + SeriesList.allCases.map { list in
                ScopeLink(
                    label: list.label,
                    href: address.href { ($0.list, $0.showsAll) = (list, false) },
                    count: counts[list] ?? 0,
                    isCurrent: address.list == list
                )
            }
    }

    static let fields: [Field<SeriesBrowsePage>] = [
        .optionalText("behalf") { $0.scope.behalf },
        .text("back_href") { $0.scope.childrenHref },
        .text("path") { $0.address.path },
        .text("words") { $0.address.words },
        .text("clear_href") { $0.address.href { $0.words = "" } },
        .text("all_href") {
            $0.address.href { ($0.words, $0.list, $0.showsAll) = ("", nil, true) }
        },
        .bool("has_children") { $0.child != nil },
        .text("new_child_href") { $0.scope.childrenPath + "/new" },
        .int("child_id") { $0.child?.id.value ?? 0 },
        .text("child_name") { $0.child?.name ?? "" },
        .list("faces") { $0.faces },
        .list("scopes") { $0.scopes },
        .text("list_label") { $0.address.list?.label ?? "" },
        .text("file_href") { $0.address.fileHref },
        .list("cards") { $0.cards },
        .optionalText("corrected") { $0.corrected },
        .int("total") { $0.pagination.total },
        .record("pagination") { $0.pagination },
    ]
}

/// One series of a child on a page of its own.
struct SeriesProgressPage: Page {
    static let template = "family/progress/show.html"

    let panel: SeriesPanel

    static let fields: [Field<SeriesProgressPage>] = [
        .optionalText("behalf") { $0.panel.scope.behalf },
        .text("back_href") { page in
            page.panel.address.href { $0.page = page.panel.address.page }
        },
        .record("panel") { $0.panel },
    ]
}
