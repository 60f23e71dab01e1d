extension SearchKind {
    static let publishers = named(
        "Publishers",
        .publisher,
        list: { PublisherListAddress(words: $0).href }
    ) { visit, id in
        let publisher = try visit.publishers.find(ID(id))
        return SearchResult(
            title: publisher.name,
            detail: Counted.text(publisher.bookCount, "book", "books"),
            href: publisher.href,
            icon: "building"
        )
    }
}
