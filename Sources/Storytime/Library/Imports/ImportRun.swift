import Received
import SQLite

/// Carries out a plan: reads the file again, and does to each row what was planned for it. It runs inside
/// the transaction of the batch.
///
/// The book of a row comes from the plan and isn't looked up again: earlier rows may have changed titles.
struct ImportRun {
    let database: Database
    let now: Int
    let subject: Import
    let path: String
    let actor: Actor

    /// The record that a name in the file stands for; nil if it wasn't to be created.
    private typealias Names = [String: Int]

    /// `beat` is told how much of the file is done, in percent, and may end it all by throwing.
    func run(_ plan: BatchPlan, beat: (Int) throws -> Void) throws {
        let store = ImportStore(database: database, now: now)
        let meanings = try ImportValueStore(database: database, subject: subject.id).meanings()
        try createNames(try store.newNames(of: subject.id))
        let publishers = try ids("SELECT name_key, id FROM publishers")
        let categories = try ids("SELECT name_key, id FROM categories")
        var file = try CSVFile(
            path: path,
            encoding: subject.encoding,
            delimiter: subject.delimiter
        )
        let reader = BookCellReader(
            headings: subject.headings,
            mapping: subject.mapping,
            meanings: meanings.map
        )
        var percent = 0
        try eachPlanned { line, outcome, book in
            guard let row = try file.row(at: line) else { throw FileChanged() }
            var cells = reader.read(row).cells
            let link = Links(
                publisher: cells.publisher.flatMap { publishers[Folding.fold($0)] }.map { ID($0) },
                categories: cells.categories?.compactMap { categories[Folding.fold($0)] }
                    .map { ID($0) } ?? []
            )
            if cells.categories != nil, link.categories.isEmpty { cells.categories = nil }
            try leaveOut(&cells, of: book, reader.meanings)
            if outcome == .created {
                try create(cells, link, plan)
            } else if let book {
                try change(book, cells, link, plan)
            }
            guard Int(clamping: file.progress * 100) > percent else { return }
            percent = Int(clamping: file.progress * 100)
            try beat(percent)
        }
    }

    /// What the names of a row stand for.
    private struct Links {
        let publisher: ID<Publisher>?
        let categories: [ID<Category>]
    }

    /// Leaves out what the plan left out.
    private func leaveOut(
        _ cells: inout BookCells,
        of id: ID<Book>?,
        _ meanings: ImportValueMap
    ) throws {
        guard [.seriesNumber, .coverAddress].contains(where: meanings.leavesUnreadable) else {
            return
        }
        let store = BookStore(database: database, now: now)
        let known = try id.map { try store.details(of: $0) } ?? BookDetails()
        let cover = try id.flatMap { try store.find($0).cover }
        let hasCoverFile = if case .file? = cover { true } else { false }
        _ = cells.leaveOut(meanings, beside: known, hasCoverFile: hasCoverFile)
    }

    // MARK: Names

    private func createNames(_ names: [ImportNames.New]) throws {
        let categories = CategoryStore(database: database, now: now)
        let publishers = PublisherStore(database: database, now: now)
        for name in names where name.isWanted {
            switch name.kind {
            case .category: _ = try categories.insert(.init(name: name.name), by: actor)
            case .publisher: _ = try publishers.insert(.init(name: name.name), by: actor)
            }
        }
    }

    private func ids(_ sql: SQL) throws -> Names {
        var ids: Names = [:]
        try database.each(sql) { ids[try $0.text(0)] = try $0.int(1) }
        return ids
    }

    // MARK: Rows

    /// The rows that change something, in the order of the file.
    private func eachPlanned(
        _ body: (Int, PlannedRow.Outcome, ID<Book>?) throws -> Void
    ) throws {
        try database.each(
            """
            SELECT line, outcome, book_id FROM import_rows INDEXED BY import_rows_by_line
            WHERE import_id = \(subject.id.value) AND outcome IN ('created', 'changed')
            ORDER BY line
            """
        ) { row in
            let outcome = PlannedRow.Outcome(rawValue: try row.text(1)) ?? .refused
            try body(try row.int(0), outcome, try row.intOrNil(2).map { ID($0) })
        }
    }

    private func create(_ cells: BookCells, _ links: Links, _ plan: BatchPlan) throws {
        let draft = Book.Draft(
            title: cells.title ?? "",
            author: cells.author ?? "",
            description: cells.description ?? "",
            ages: AgeRange(minimum: cells.ageMin, maximum: cells.ageMax),
            language: cells.language,
            publisher: links.publisher,
            status: cells.status ?? .draft,
            categories: Set(links.categories),
            details: cells.details.reduce(into: BookDetails()) { $1.key.set($1.value, in: &$0) }
        )
        let books = BookStore(database: database, now: now)
        let book = try books.insert(draft, by: actor, in: plan.batch)
        if let address = cells.coverAddress {
            try database.execute(
                "UPDATE books SET cover_url = \(address) WHERE id = \(book.id.value)"
            )
            try BookIndex(database: database).refresh("SELECT \(book.id.value)")
        }
        try plan.created(book.id)
    }

    private func change(_ id: ID<Book>, _ cells: BookCells, _ links: Links, _ plan: BatchPlan)
        throws
    {
        let book = try BookStore(database: database, now: now).find(id)
        if let title = cells.title { try plan.set(.title, to: title, of: id) }
        if let author = cells.author { try plan.set(.author, to: author, of: id) }
        if let text = cells.description { try plan.set(.description, to: text, of: id) }
        let ages = AgeRange(
            minimum: cells.ageMin ?? book.ages.minimum,
            maximum: cells.ageMax ?? book.ages.maximum
        )
        if ages != book.ages { try plan.set(.ages, to: BatchField.text(ages), of: id) }
        if let language = cells.language { try plan.set(.language, to: language, of: id) }
        if let publisher = links.publisher { try plan.set(.publisher, to: publisher.value, of: id) }
        if let status = cells.status { try plan.set(.status, to: status.rawValue, of: id) }
        if let address = cells.coverAddress { try plan.set(.coverAddress, to: address, of: id) }
        try changeDetails(book, cells.details, plan)
        guard cells.categories != nil else { return }
        let before = Set(try BookStore(database: database, now: now).categories(of: id).map(\.id))
        for category in before.subtracting(links.categories) {
            try plan.link(category, isThere: false, of: "SELECT \(id.value)")
        }
        for category in Set(links.categories).subtracting(before) {
            try plan.link(category, isThere: true, of: "SELECT \(id.value)")
        }
    }
}

extension ImportRun {
    private func changeDetails(
        _ book: Book,
        _ details: [BookDetail: String],
        _ plan: BatchPlan
    ) throws {
        guard !details.isEmpty else { return }
        let id = book.id
        let known = try BookStore(database: database, now: now).details(of: id)
        var wanted = known
        for (detail, text) in details { detail.set(text, in: &wanted) }
        for (detail, text) in details {
            switch detail {
            case .originalTitle: try plan.set(.originalTitle, to: text, of: id)
            case .illustrator: try plan.set(.illustrator, to: text, of: id)
            case .translator: try plan.set(.translator, to: text, of: id)
            case .narrator: try plan.set(.narrator, to: text, of: id)
            case .series:
                let series = SeriesStore(database: database, now: now)
                try plan.set(.series, to: try series.named(text, by: actor)?.value, of: id)
            case .seriesNumber: try plan.set(.seriesNumber, to: wanted.seriesNumber, of: id)
            case .isbn: try plan.set(.isbn, to: wanted.isbn?.digits, of: id)
            case .year: try plan.set(.year, to: wanted.year, of: id)
            case .pageCount: try plan.set(.pageCount, to: wanted.pageCount, of: id)
            case .tags:
                // Tags that are there keep their spelling.
                guard known.tags.map(Folding.fold) != wanted.tags.map(Folding.fold) else {
                    continue
                }
                let tags = TagStore(database: database)
                let names = try wanted.tags.map { try tags.find(named: $0)?.name ?? $0 }
                try plan.set(.tags, to: names.joined(separator: "|"), of: id)
            }
        }
    }
}

/// The file isn't the one that was planned.
struct FileChanged: Error, CustomStringConvertible {
    var description: String { "The file is no longer the one that was checked." }
}

extension CSVFile {
    /// Skips to the row that begins in that line; nil if there is none.
    fileprivate mutating func row(at line: Int) throws -> CSVRow? {
        while let row = try next() {
            if row.line >= line { return row.line == line ? row : nil }
        }
        return nil
    }
}
