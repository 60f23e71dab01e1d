extension SearchKind {
    static let books = SearchKind(isFirst: true) { visit, words in
        let (books, total) = try visit.bookList.search(words, limit: maximumShown)
        var filter = BookFilter()
        filter.words = words.text
        return SearchGroup(
            title: "Books",
            total: total,
            results: books.map(\.found),
            allHref: BookListAddress(filter).href
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
