import SQLite

/// Which of a family's children have which of some books.
struct LibraryOwners: Sendable {
    let children: [Child]
    /// Theirs, in the same order.
    private let libraries: [TargetLibrary]
    private let pairs: [ID<Book>: Set<ID<Child>>]

    init(_ visit: Visit, _ scope: FamilyScope, of books: [ID<Book>]) throws {
        children = try visit.children.list(of: scope.family.id)
        libraries = children.map {
            TargetLibrary($0.id, $0.name, $0.avatar, scope.libraryPath($0.id))
        }
        var pairs: [ID<Book>: Set<ID<Child>>] = [:]
        if !books.isEmpty, !children.isEmpty {
            try visit.database.each(
                """
                SELECT book_id, child_id FROM library_items
                WHERE book_id IN \(list: books.map(\.value))
                    AND child_id IN \(list: children.map(\.id.value))
                """
            ) { row in
                pairs[ID(try row.int(0)), default: []].insert(ID(try row.int(1)))
            }
        }
        self.pairs = pairs
    }

    func has(_ child: Child, _ book: ID<Book>) -> Bool { pairs[book]?.contains(child.id) ?? false }

    /// The children who have a book, by name.
    func children(having book: ID<Book>) -> [Child] { children.filter { has($0, book) } }

    /// The libraries of all of them, whether the book is there, and whether the child would see it.
    /// `packers` have packed it for a journey; nil if that can't be done.
    func targets(of summary: BookSummary, packers: Set<ID<Child>>? = nil) -> [AddTarget] {
        zip(children, libraries).map { child, library in
            AddTarget(
                library: library,
                isAdded: has(child, summary.book.id),
                hiddenText: child.hiddenText(summary.categories),
                book: summary.book.id,
                isPacked: packers.map { $0.contains(child.id) }
            )
        }
    }
}
