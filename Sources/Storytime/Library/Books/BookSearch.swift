extension SearchKind {
    static let books = SearchKind(isFirst: true) { visit, words, memory in
        var filter = BookFilter()
        filter.words = words.text
        if memory != nil { filter.spellings = try visit.bookList.spellings(for: filter) }
        let (books, total) = try visit.bookList.search(filter, limit: maximumShown)
        return SearchGroup(
            title: "Books",
            total: total,
            results: books.map(\.found),
            allHref: BookListAddress(filter).href,
            spellings: filter.spellings
        )
    }
}

extension BookSummary {
    fileprivate var found: SearchResult {
        SearchResult(
            title: book.title,
            detail: book.author,
            href: href,
            cover: Thumb(palette: book.palette, icon: icon, picture: CoverPicture(book.cover))
        )
    }
}
