extension SearchKind {
    static let families = named(
        "Families",
        .family,
        list: { FamilyListAddress(words: $0).href }
    ) { visit, id in
        let family = try visit.families.find(ID(id))
        return SearchResult(
            title: family.name,
            detail: Counted.text(family.childCount, "child", "children"),
            href: family.href,
            icon: "heart"
        )
    }
}
