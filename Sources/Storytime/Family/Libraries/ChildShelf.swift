import SQLite

/// What one child may see and watch of what their family may: the one place where that is decided.
///
/// Parents untick categories for a child. A book is hidden from the child as soon as one of its
/// categories is: whoever unticks "Scary Stories" means the scary bedtime story, too. Parents go on
/// seeing it, marked with the child's name; whatever is for the child (the library that players read,
/// playback, the film behind a pass) doesn't have it. What the child watched of it before stays true.
struct ChildShelf {
    let family: FamilyShelf
    let child: ID<Child>

    /// Whether a row `b` of `books` is hidden from a child: a seek for each category that is.
    static func hides(from child: ID<Child>) -> SQL {
        """
        EXISTS (SELECT 1 FROM child_hidden_categories AS h CROSS JOIN book_categories AS g
            ON g.book_id = b.id AND g.category_id = h.category_id
            WHERE h.child_id = \(child.value))
        """
    }

    /// What the child may see, as a condition on a row `b` of `books`.
    var condition: SQL { "\(sql: family.condition) AND NOT \(sql: Self.hides(from: child))" }

    /// What the child may watch.
    var watchable: SQL { "\(sql: family.watchable) AND NOT \(sql: Self.hides(from: child))" }

    /// Whether a picture is the cover of a book or a series that the child may see, in whatever size.
    func maySee(_ cover: CoverName) throws -> Bool {
        try family.has(cover, condition) || episodes.maySee(cover)
    }

    /// Whether the child may have a video and everything that is made of one.
    func mayWatch(_ video: VideoAsset) throws -> Bool {
        guard try family.mayWatch(video), let book = video.bookID else { return false }
        return try !hides(book)
    }

    /// Whether a book is hidden from the child, whatever else is true of it.
    func hides(_ book: ID<Book>) throws -> Bool { try !hidden(among: [book]).isEmpty }

    /// Which of these are hidden from the child.
    func hidden(among books: [ID<Book>]) throws -> Set<ID<Book>> {
        guard !books.isEmpty else { return [] }
        return Set(
            try family.database.all(
                """
                SELECT b.id FROM books AS b
                WHERE b.id IN \(list: books.map(\.value)) AND \(sql: Self.hides(from: child))
                """
            ) { ID(try $0.int(0)) }
        )
    }
}

extension FamilyShelf {
    /// What a child of the family may see.
    func visibleBooks(for child: ID<Child>) -> ChildShelf {
        ChildShelf(family: self, child: child)
    }
}

extension Child {
    /// The names of those of a book's categories that hide it from the child.
    func hiding(_ categories: [CategoryLink]) -> [String] {
        categories.filter { hidden.contains($0.id) }.map(\.name)
    }

    /// "Hidden from Mia (Fairy Tales)": what parents read beside a book that the child doesn't see.
    func hiddenText(_ categories: [CategoryLink]) -> String? {
        let names = hiding(categories)
        return names.isEmpty ? nil : "Hidden from \(name) (\(names.joined(separator: ", ")))"
    }
}
