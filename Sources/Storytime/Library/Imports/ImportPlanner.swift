import SQLite

/// Finds out what would become of each row of a file, without changing anything.
///
/// A row is about the book with its id; without one, about the book with its ISBN; without that, about
/// the book with its title and author, case and accents aside. Two rows about one book contradict each
/// other, so the second is refused.
struct ImportPlanner {
    private let books: BookStore
    private let reader: BookCellReader
    private(set) var names: ImportNames
    /// The values of all rows that the catalog doesn't know.
    private(set) var values = ImportValueTally()
    /// In how many rows a cell of a column is left empty because it can’t be read.
    private(set) var leftEmpty: [ImportColumn: Int] = [:]
    /// The line that first mentioned a book of the catalog.
    private var linesOfBooks: [ID<Book>: Int] = [:]
    /// The line of each new book, by a digest of title and author, because there may be many.
    private var linesOfNew: [[UInt8]: Int] = [:]
    /// The series in the file that exist already.
    private var knownSeries: [String: Bool] = [:]

    /// Findings about the current row: its faults, the values that the catalog doesn't know, and the names
    /// that count if the row is accepted.
    private var problems: [CellProblem] = []
    private var rowValues: [ImportValue] = []
    private var rowLeftEmpty: Set<ImportColumn> = []
    private var rowNames: [(ImportNames.Kind, ImportNames.Resolved)] = []

    init(database: Database, reader: BookCellReader, createsMissing: Bool) {
        books = BookStore(database: database, now: 0)
        self.reader = reader
        names = ImportNames(database: database, createsMissing: createsMissing)
    }

    /// Finds all faults of a row, not only the first.
    mutating func plan(_ row: CSVRow) throws -> PlannedRow {
        let reading = reader.read(row)
        problems = reading.problems
        rowValues = reading.values
        rowNames = []
        var cells = reading.cells
        let found = try find(reading)
        rowLeftEmpty = reading.leftEmpty
        let changes = try changes(found, by: &cells, reading.unreadable)
        for column in rowLeftEmpty { leftEmpty[column, default: 0] += 1 }
        values.count(rowValues)
        guard problems.isEmpty, case .known(let book) = found else {
            return refused(row, cells)
        }
        try claim(row.line, book?.book.id, cells)
        for (kind, name) in rowNames { names.count(kind, name) }
        return PlannedRow(
            line: row.line,
            outcome: book == nil ? .created : changes.isEmpty ? .same : .changed,
            book: book?.book.id,
            title: book?.book.title ?? cells.title ?? "",
            author: book?.book.author ?? cells.author ?? "",
            changes: changes
        )
    }

    /// The book that a row is about.
    private enum Found {
        /// One of the catalog; nil for a new one.
        case known(BookSummary?)
        /// It isn't clear which one.
        case unknown

        var book: BookSummary? {
            if case .known(let book) = self { book } else { nil }
        }

        var isKnown: Bool {
            if case .known = self { true } else { false }
        }
    }

    /// A title that can't be read says nothing about whether there is such a book.
    private mutating func find(_ reading: BookCellReader.Reading) throws -> Found {
        let naming: Set<ImportColumn> = [.id, .title, .author, .isbn]
        guard reading.unreadable.isDisjoint(with: naming) else { return .unknown }
        let found = try attempt { try $0.find(reading.cells) }
        guard let book = found else { return .unknown }
        try attempt { try $0.checkLine(of: book?.book.id, reading.cells) }
        return .known(book)
    }

    /// Notes the fault that the body throws, and goes on with the rest of the row.
    @discardableResult
    private mutating func attempt<Value>(_ body: (inout Self) throws -> Value) throws -> Value? {
        do {
            return try body(&self)
        } catch let problem as Problem {
            problems.append(named(problem))
            return nil
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

    private func refused(_ row: CSVRow, _ cells: BookCells) -> PlannedRow {
        let text = { (column: ImportColumn) in
            let cell = reader.mapping.index(of: column).map { row[$0] } ?? ""
            return String(cell.prefix(Self.shownCharacters))
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

    /// More of a cell that is no title says nothing.
    private static let shownCharacters = 200

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

    /// Only an accepted row claims its book: a corrected copy of a refused row may follow.
    private mutating func claim(_ line: Int, _ id: ID<Book>?, _ cells: BookCells) throws {
        if let id {
            linesOfBooks[id] = line
        } else {
            linesOfNew[try Self.key(ofNew: cells)] = line
        }
    }

    private func checkLine(of id: ID<Book>?, _ cells: BookCells) throws {
        let other = try id.map { linesOfBooks[$0] } ?? linesOfNew[Self.key(ofNew: cells)]
        guard let other else { return }
        let reason = "Line \(Counted.number(other)) already has the same book."
        throw Problem(column: nil, reason: reason)
    }

    private static func key(ofNew cells: BookCells) throws -> [UInt8] {
        let text = Folding.fold(cells.title ?? "") + "\n" + Folding.fold(cells.author ?? "")
        return Array(try Digest.sha256(Array(text.utf8)).prefix(16))
    }

    // MARK: What would change

    /// The names of the cells become those of the catalog.
    private mutating func changes(
        _ found: Found,
        by cells: inout BookCells,
        _ unreadable: Set<ImportColumn>
    ) throws -> [Change] {
        let (summary, book) = (found.book, found.book?.book)
        try attempt { try $0.checkAges(cells, book) }
        let known = try book.map { try books.details(of: $0.id) } ?? BookDetails()
        let hasCoverFile = if case .file = book?.cover { true } else { false }
        if found.isKnown, !unreadable.contains(.series) {
            rowLeftEmpty.formUnion(
                cells.leaveOut(reader.meanings, beside: known, hasCoverFile: hasCoverFile)
            )
            try attempt { try $0.checkSeries(cells, known) }
        }
        if cells.coverAddress != nil, hasCoverFile {
            let reason = "The book has an uploaded cover. Remove it first."
            problems.append(named(Problem(column: .coverAddress, reason: reason)))
        }
        try noteSeries(cells.details[.series])
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

    /// A series that isn't there is created; somebody may want another one instead.
    private mutating func noteSeries(_ name: String?) throws {
        guard let name else { return }
        let key = Folding.fold(name)
        if knownSeries[key] == nil {
            let names = ImportRecordNames(database: books.database)
            knownSeries[key] = try names.find(key, among: .series) != nil
        }
        if knownSeries[key] == false {
            rowValues.append(ImportValue(column: .series, text: name))
        }
    }

    private mutating func publisher(_ name: String?) throws -> String? {
        guard let name else { return nil }
        return try attempt { try $0.resolve(.publisher, name, .publisher).name }
    }

    /// The categories that the book has and would have; nil where they are the same ones.
    private mutating func categories(of summary: BookSummary?, _ names: [String]?) throws
        -> (before: String?, after: String)?
    {
        guard let names else { return nil }
        let before = summary?.categories.map(\.name) ?? []
        var after: [ImportNames.Resolved] = []
        for name in names {
            let name = try attempt { try $0.resolve(.category, name, .categories) }
            guard let name, !after.contains(name) else { continue }
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
        case .success(let resolved):
            if resolved.isNew { rowValues.append(ImportValue(column: column, text: name)) }
            if !rowNames.contains(where: { $0 == (kind, resolved) }) {
                rowNames.append((kind, resolved))
            }
            return resolved
        case .failure(let unknown):
            rowValues.append(ImportValue(column: column, text: name))
            throw Problem(column: column, reason: unknown.reason)
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
