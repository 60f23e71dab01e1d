extension SearchKind {
    static let series = named(
        "Series",
        .series,
        list: { SeriesListAddress(words: $0).href }
    ) { visit, id in
        let series = try visit.series.find(ID(id))
        return SearchResult(
            title: series.name,
            detail: Counted.text(series.bookCount, "book", "books"),
            href: series.href,
            icon: "stack"
        )
    }
}
