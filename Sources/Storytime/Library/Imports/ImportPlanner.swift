import SQLite

/// Says of each row of a file what would become of it, and changes nothing.
///
/// A row is about the book with its id; without one, about the book with its ISBN; without that, about
/// the book with its title and author, case and accents aside. Two rows about one book contradict each other, so the second is refused.
struct ImportPlanner {
    private let books: BookStore
    private let reader: BookCellReader
    private(set) var names: ImportNames
    /// In which line a book of the catalog was spoken of first.
    private var linesOfBooks: [ID<Book>: Int] = [:]
    /// In which line a new book was: title and author as a digest, for there may be many.
    private var linesOfNew: [[UInt8]: Int] = [:]

    init(database: Database, reader: BookCellReader, createsMissing: Bool) {
        books = BookStore(database: database, now: 0)
        self.reader = reader
        names = ImportNames(database: database, createsMissing: createsMissing)
    }

    mutating func plan(_ row: CSVRow) throws -> PlannedRow {
        var (cells, problems) = reader.read(row)
        guard problems.isEmpty else { return refused(row, cells, problems) }
        do {
            let book = try find(cells)
            try noteLine(row.line, of: book?.book.id, cells)
            let changes = try changes(of: book, by: &cells)
            return PlannedRow(
                line: row.line,
                outcome: book == nil ? .created : changes.isEmpty ? .same : .changed,
                book: book?.book.id,
                title: book?.book.title ?? cells.title ?? "",
                author: book?.book.author ?? cells.author ?? "",
                changes: changes
            )
        } catch let problem as Problem {
            return refused(row, cells, [named(problem)])
        }
    }

    // MARK: Refusing

    /// What is wrong with a cell that could be read.
    private struct Problem: Error {
        let column: ImportColumn?
        let reason: String
    }

    private func named(_ problem: Problem) -> CellProblem {
        let index = problem.column.flatMap(reader.mapping.index)
        return CellProblem(column: index.map { reader.headings[$0] } ?? "", reason: problem.reason)
    }

    private func refused(
        _ row: CSVRow,
        _ cells: BookCells,
        _ problems: [CellProblem]
    ) -> PlannedRow {
        let text = { (column: ImportColumn) in
            reader.mapping.index(of: column).map { row[$0] } ?? ""
        }
        return PlannedRow(
            line: row.line,
            outcome: .refused,
            book: cells.id,
            title: cells.title ?? text(.title),
            author: cells.author ?? text(.author),
            problems: problems,
            cells: row.cells
        )
    }

    // MARK: Which book

    private func find(_ cells: BookCells) throws -> BookSummary? {
        guard let id = try cells.id ?? bookOfISBN(cells) ?? twin(of: cells) else { return nil }
        guard let book = try books.findIfThere(id) else {
            throw Problem(column: .id, reason: "No book has the id \(id).")
        }
        guard book.deletedAt == nil else {
            throw Problem(column: .id, reason: "Book \(id) is in the bin. Restore it first.")
        }
        return BookSummary(book: book, categories: try books.categories(of: id))
    }

    /// The one book with the row's ISBN.
    private func bookOfISBN(_ cells: BookCells) throws -> ID<Book>? {
        guard let isbn = cells.details[.isbn].flatMap({ try? ISBN($0) }) else { return nil }
        let books = try books.books(with: isbn)
        return books.count == 1 ? books.first : nil
    }

    /// The book of the row's title and author. Where the file has no authors, the title says it.
    private func twin(of cells: BookCells) throws -> ID<Book>? {
        guard let title = cells.title else {
            throw Problem(column: .title, reason: "A new book needs a title.")
        }
        let hasAuthors = reader.mapping.index(of: .author) != nil
        let twins = try books.twins(title, by: hasAuthors ? cells.author ?? "" : nil)
        guard twins.count < 2 else {
            let what = hasAuthors ? "title and author" : "title"
            let reason = "Several books have this \(what). Use the id to say which one."
            throw Problem(column: .title, reason: reason)
        }
        return twins.first
    }

    private mutating func noteLine(_ line: Int, of id: ID<Book>?, _ cells: BookCells) throws {
        let other: Int?
        if let id {
            other = linesOfBooks.updateValue(line, forKey: id)
            linesOfBooks[id] = other ?? line
        } else {
            let text = Folding.fold(cells.title ?? "") + "\n" + Folding.fold(cells.author ?? "")
            let key = Array(try Digest.sha256(Array(text.utf8)).prefix(16))
            other = linesOfNew.updateValue(line, forKey: key)
            linesOfNew[key] = other ?? line
        }
        if let other {
            let reason = "Line \(Counted.number(other)) already has the same book."
            throw Problem(column: nil, reason: reason)
        }
    }

    // MARK: What would change

    /// The names of the cells become those of the catalog.
    private mutating func changes(of summary: BookSummary?, by cells: inout BookCells) throws
        -> [Change]
    {
        let book = summary?.book
        try checkAges(cells, book)
        let known = try book.map { try books.details(of: $0.id) } ?? BookDetails()
        try checkSeries(cells, known)
        if cells.coverAddress != nil, case .file = book?.cover {
            let reason = "The book has an uploaded cover. Remove it first."
            throw Problem(column: .coverAddress, reason: reason)
        }
        let number = { (age: Int?) in age.map { String($0) } }
        var changes: [Change] = []
        func note(_ column: ImportColumn, _ before: String?, _ after: String?) {
            guard let after else { return }
            let change = Change(column.rawValue, before == "" ? nil : before, after)
            if change.isReal { changes.append(change) }
        }
        note(.title, book?.title, cells.title)
        note(.author, book?.author, cells.author)
        note(.publisher, book?.publisher?.name, try publisher(cells.publisher))
        note(.description, book?.description, cells.description)
        note(.ageMin, number(book?.ages.minimum), number(cells.ageMin))
        note(.ageMax, number(book?.ages.maximum), number(cells.ageMax))
        note(.language, book?.language, cells.language)
        if let (before, after) = try categories(of: summary, cells.categories) {
            note(.categories, before, after)
        }
        let status = cells.status ?? (book == nil ? .draft : nil)
        note(.status, book?.status.rawValue, status?.rawValue)
        note(.coverAddress, book?.coverAddress, cells.coverAddress)
        for detail in BookDetail.allCases {
            guard let text = cells.details[detail] else { continue }
            var after = BookDetails()
            detail.set(text, in: &after)
            let (before, name) = (detail.text(of: known), detail.text(of: after))
            // The series and the tags that are there keep their spelling.
            let isByName = detail == .series || detail == .tags
            let isSame = isByName && Folding.fold(before) == Folding.fold(name)
            if let column = ImportColumn(rawValue: detail.rawValue) {
                note(column, before, isSame ? before : name)
            }
        }
        return changes
    }

    private func checkAges(_ cells: BookCells, _ book: Book?) throws {
        guard cells.ageMin != nil || cells.ageMax != nil,
            let least = cells.ageMin ?? book?.ages.minimum,
            let most = cells.ageMax ?? book?.ages.maximum, least > most
        else { return }
        throw Problem(
            column: cells.ageMax == nil ? .ageMin : .ageMax,
            reason: "The oldest age can’t be below the youngest (\(least))."
        )
    }

    private func checkSeries(_ cells: BookCells, _ known: BookDetails) throws {
        guard cells.details[.seriesNumber] != nil, cells.details[.series] == nil,
            known.series.isEmpty
        else { return }
        throw Problem(
            column: .seriesNumber,
            reason: "Give the series, too, or leave out the number."
        )
    }

    private mutating func publisher(_ name: String?) throws -> String? {
        guard let name else { return nil }
        let publisher = try resolve(.publisher, name, .publisher)
        names.count(.publisher, publisher)
        return publisher.name
    }

    /// The categories that the book has and would have; nil where they are the same ones.
    private mutating func categories(of summary: BookSummary?, _ names: [String]?) throws
        -> (before: String?, after: String)?
    {
        guard let names else { return nil }
        let before = summary?.categories.map(\.name) ?? []
        var after: [ImportNames.Resolved] = []
        for name in names {
            let name = try resolve(.category, name, .categories)
            guard !after.contains(name) else { continue }
            self.names.count(.category, name)
            after.append(name)
        }
        guard Set(before.map(Folding.fold)) != Set(after.map(\.key)) else { return nil }
        return (
            before.isEmpty ? nil : before.joined(separator: ", "),
            after.map(\.name).joined(separator: ", ")
        )
    }

    private mutating func resolve(
        _ kind: ImportNames.Kind,
        _ name: String,
        _ column: ImportColumn
    ) throws -> ImportNames.Resolved {
        switch try names.resolve(kind, name) {
        case .success(let name): return name
        case .failure(let unknown): throw Problem(column: column, reason: unknown.reason)
        }
    }
}

extension BookStore {
    /// A book, in the catalog or in the bin; nil when there is none.
    fileprivate func findIfThere(_ id: ID<Book>) throws -> Book? {
        do {
            return try find(id)
        } catch Failure.notFound {
            return nil
        }
    }

    /// Two of the catalog's books with this number.
    fileprivate func books(with isbn: ISBN) throws -> [ID<Book>] {
        try database.all(
            """
            SELECT id FROM books WHERE isbn = \(isbn.digits) AND deleted_at IS NULL
            ORDER BY id LIMIT 2
            """
        ) { ID(try $0.int(0)) }
    }

    /// Two of the catalog's books with this title, and with this author if one is given.
    fileprivate func twins(_ title: String, by author: String?) throws -> [ID<Book>] {
        let condition: SQL = author.map { "AND author_key = \(Folding.fold($0))" } ?? ""
        return try database.all(
            """
            SELECT id FROM books
            WHERE deleted_at IS NULL AND title_key = \(Folding.fold(title)) \(sql: condition)
            ORDER BY id LIMIT 2
            """
        ) { ID(try $0.int(0)) }
    }
}
