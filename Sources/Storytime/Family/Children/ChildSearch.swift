extension SearchKind {
    static let children = named("Children", .child) { visit, id in
        let family = try visit.families.find(try visit.children.family(of: ID(id)))
        let child = try visit.children.find(ID(id), of: family.id)
        return SearchResult(
            title: child.name,
            detail: family.name,
            href: Child.href(child.id, of: family.id),
            icon: "person"
        )
    }
}
