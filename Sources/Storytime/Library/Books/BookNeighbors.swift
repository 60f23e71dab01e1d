import Quill
import SQLite

/// The books before and after one in the list that led to it.
struct BookNeighbors {
    var previous: Book?
    var next: Book?
}

/// A link to the book before or after the one that is shown, in the same list.
struct BookNeighbor: Record {
    let title: String
    let href: String

    init(_ book: Book, _ back: BookWayBack) {
        title = book.title
        href = back.bookHref("\(BookListAddress.path)/\(book.id)")
    }

    static let fields: [Field<BookNeighbor>] = [
        .text("title") { $0.title },
        .text("href") { $0.href },
    ]
}

extension BookList {
    /// Nobody is beside a book that the list doesn't have, or has no longer.
    ///
    /// As for a page, few matches are sorted; of many, the table is walked one step each way.
    func neighbors(of book: ID<Book>, in request: BookListRequest) throws -> BookNeighbors {
        if let keys = request.filter.keys, try count(request.filter) <= Self.fewMatches {
            return try neighbors(of: book, among: Self.matches(keys, request))
        }
        guard let key = try key(of: book, in: request.filter) else { return BookNeighbors() }
        return BookNeighbors(
            previous: try step(from: key, request.filter, request.sort.reversed),
            next: try step(from: key, request.filter, request.sort)
        )
    }

    private func neighbors(of book: ID<Book>, among matches: SQL) throws -> BookNeighbors {
        let ids = try database.all(matches) { ID<Book>(try $0.int(0)) }
        guard let place = ids.firstIndex(of: book) else { return BookNeighbors() }
        let beside = ids[max(place - 1, 0)...min(place + 1, ids.count - 1)]
        let found = try find(beside)
        let own = found.firstIndex { $0.id == book } ?? 0
        return BookNeighbors(
            previous: own > 0 ? found[own - 1] : nil,
            next: own + 1 < found.count ? found[own + 1] : nil
        )
    }
}
