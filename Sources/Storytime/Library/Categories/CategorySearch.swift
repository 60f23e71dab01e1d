extension SearchKind {
    static let categories = named("Categories", .category) { visit, id in
        let category = try visit.categories.find(ID(id))
        return SearchResult(
            title: category.name,
            detail: Counted.text(category.bookCount, "book", "books"),
            href: category.href,
            icon: category.iconName ?? "tag"
        )
    }
}
