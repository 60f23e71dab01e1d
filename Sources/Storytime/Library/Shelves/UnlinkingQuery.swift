/// How many books a record is taken off that is deleted: what a page asks before, a program says.
struct UnlinkingQuery: QueryContent {
    private let booksCount: Int

    init?(_ query: inout QueryFields) {
        guard let count = query.integer("books_count", 0...Int.max, else: 0) else { return nil }
        booksCount = count
    }

    static let meanings = ["books_count": "The number of books in it; they stay, without it."]

    /// Refuses to take off books that nobody spoke of.
    func expect(_ count: Int) throws {
        guard count != booksCount else { return }
        throw Failure.conflict(
            "\(Counted.text(count, "book is", "books are")) in it. "
                + "To delete it and keep the books without it, send books_count=\(count)."
        )
    }
}
