/// The values in a row of a file about a book; nil for an empty cell.
struct BookCells: Sendable, Equatable {
    var id: ID<Book>?
    var title: String?
    var author: String?
    var publisher: String?
    var description: String?
    var ageMin: Int?
    var ageMax: Int?
    var language: String?
    var categories: [String]?
    var status: Book.Status?
    var coverAddress: String?
    /// Valid texts, and no empty ones.
    var details: [BookDetail: String] = [:]
}

/// A mistake in a cell: the column of the file, and the reason.
struct CellProblem: Codable, Sendable, Equatable {
    /// The file's name for it; empty if the whole row is wrong.
    let column: String
    let reason: String

    /// "Line 12, Youngest age: …"
    func sentence(line: Int) -> String {
        "Line \(Counted.number(line))" + (column.isEmpty ? "" : ", \(column)") + ": " + reason
    }

    /// The same without the line.
    var sentence: String { column.isEmpty ? reason : "\(column): \(reason)" }
}

/// Reads the cells of a row, each by the declaration of the form's field: a file can't contain what a
/// form would refuse.
struct BookCellReader {
    /// What was read of a row.
    struct Reading {
        var cells = BookCells()
        var problems: [CellProblem] = []
        /// The columns whose cells can't be read.
        var unreadable: Set<ImportColumn> = []
        /// The columns whose cells can’t be read, and are left empty.
        var leftEmpty: Set<ImportColumn> = []
        /// The values that are unknown, or that were matched to others.
        var values: [ImportValue] = []
    }

    let headings: [String]
    let mapping: ImportMapping
    var meanings = ImportValueMap()

    func read(_ row: CSVRow) -> Reading {
        if let reason = row.complaint(columns: headings.count) {
            // None of its cells can be trusted, so it isn't about any book.
            return Reading(
                problems: [CellProblem(column: "", reason: reason)],
                unreadable: [.title]
            )
        }
        var reading = Reading()
        if (headings.count..<max(headings.count, row.count)).contains(where: { !row[$0].isEmpty }) {
            let reason =
                "The row has \(row.count) cells, but there are "
                + "\(Counted.text(headings.count, "column", "columns")). Perhaps a quote is missing."
            reading.problems.append(CellProblem(column: "", reason: reason))
        }
        for (index, column) in mapping.columns.enumerated() {
            guard let column, column != .isbn else { continue }
            let reasons =
                column.isMatched
                ? readMatched(row[index], as: column, &reading)
                : reading.cells.read(row[index], as: column).map { [$0] } ?? []
            // Another kind of date says nothing of the book.
            if !reasons.isEmpty, column == .year, ImportColumn.isVague(headings[index]) {
                continue
            }
            note(reasons, column, headings[index], &reading)
        }
        readEdition(row, &reading)
        return reading
    }

    /// Reads the first number of an edition that can be read, those of thirteen digits first. One that can’t
    /// be is only a fault if no other column has one.
    private func readEdition(_ row: CSVRow, _ reading: inout Reading) {
        var faults: [(heading: String, reason: String)] = []
        for index in mapping.editions(headings) {
            if let reason = reading.cells.read(row[index], as: .isbn) {
                faults.append((headings[index], reason))
            } else if reading.cells.details[.isbn] != nil {
                return
            }
        }
        for fault in faults { note([fault.reason], .isbn, fault.heading, &reading) }
    }

    /// Notes why a cell can’t be read, if it can’t.
    private func note(
        _ reasons: [String],
        _ column: ImportColumn,
        _ heading: String,
        _ reading: inout Reading
    ) {
        guard !reasons.isEmpty else { return }
        guard !meanings.leavesUnreadable(column) else {
            reading.leftEmpty.insert(column)
            return
        }
        reading.unreadable.insert(column)
        reading.problems += reasons.map { CellProblem(column: heading, reason: $0) }
    }

    /// Reads a cell whose values may be matched to others; returns what is wrong with it.
    private func readMatched(
        _ cell: String,
        as column: ImportColumn,
        _ reading: inout Reading
    ) -> [String] {
        let isList = column == .categories
        var names: [String] = []
        var reasons: [String] = []
        for name in isList ? NameList.names(in: cell) : [PlainText.trimmed(cell)] {
            let meaning = meanings.meaning(of: name, in: column)
            if meaning != nil { reading.values.append(ImportValue(column: column, text: name)) }
            switch meaning {
            case nil: names.append(name)
            case .instead(let other): names.append(other)
            case .leftOut: break
            case .refused: reasons.append("You chose to reject rows with “\(name)”.")
            }
        }
        guard reasons.isEmpty else { return reasons }
        if isList {
            return reading.cells.read(categories: names).map { [$0] } ?? []
        }
        let text = names.first ?? ""
        guard let reason = reading.cells.read(text, as: column) else { return [] }
        if column.records == nil { reading.values.append(ImportValue(column: column, text: text)) }
        return [reason]
    }
}

extension BookCells {
    /// Empties the cells that a book with these details can’t have, in columns of which bad cells are left
    /// empty; returns the columns.
    mutating func leaveOut(
        _ meanings: ImportValueMap,
        beside known: BookDetails,
        hasCoverFile: Bool
    ) -> Set<ImportColumn> {
        var left: Set<ImportColumn> = []
        let hasSeries = details[.series] != nil || !known.series.isEmpty
        if details[.seriesNumber] != nil, !hasSeries, meanings.leavesUnreadable(.seriesNumber) {
            details[.seriesNumber] = nil
            left.insert(.seriesNumber)
        }
        if coverAddress != nil, hasCoverFile, meanings.leavesUnreadable(.coverAddress) {
            coverAddress = nil
            left.insert(.coverAddress)
        }
        return left
    }

    /// Reads a cell; returns what is wrong with it, if anything. An empty one is skipped.
    fileprivate mutating func read(_ cell: String, as column: ImportColumn) -> String? {
        if let detail = column.detail { return read(cell, as: detail) }
        let text = column == .language ? Self.languageTag(cell) : cell
        let field = Self.field(Self.spec(of: column), text)
        guard let value = field.value else { return Self.reason(field) }
        guard !value.isEmpty else { return nil }
        switch column {
        case .id: id = field.number.map { ID($0) }
        case .title: title = value
        case .author: author = value
        case .publisher: publisher = value
        case .description: description = value
        case .ageMin: ageMin = field.number
        case .ageMax: ageMax = field.number
        case .language: language = LanguageTag(named: value)?.text
        case .status: status = Self.status(value)
        case .coverAddress: coverAddress = value
        default: break
        }
        return nil
    }

    /// A language as operating systems write it: `en_US`.
    private static func languageTag(_ cell: String) -> String {
        let text = PlainText.trimmed(cell)
        let isOne = text.utf8.contains(UInt8(ascii: "_")) && text.utf8.count <= 35
        return (isOne ? LanguageTag(text.replacing("_", with: "-"))?.text : nil) ?? cell
    }

    /// Of several numbers of editions with commas between them, the first that is one.
    private mutating func readEdition(_ cell: String) -> String? {
        let reason = read(CellNumber.edition(cell), of: .isbn)
        guard reason != nil, cell.utf8.contains(UInt8(ascii: ",")) else { return reason }
        for part in cell.split(separator: ",").prefix(Self.mostEditions) {
            let isNone = read(CellNumber.edition(String(part)), of: .isbn) != nil
            if !isNone, details[.isbn] != nil { return nil }
        }
        return reason
    }

    private static let mostEditions = 20

    /// Tags stand in a file as categories do, with bars between them, or with commas as in the form.
    private mutating func read(_ cell: String, as detail: BookDetail) -> String? {
        switch detail {
        case .tags: read(NameList.names(in: cell).joined(separator: ", "), of: detail)
        case .isbn: readEdition(cell)
        default: read(cell, of: detail)
        }
    }

    private mutating func read(_ text: String, of detail: BookDetail) -> String? {
        let field = Self.field(detail.spec, text)
        guard let value = field.value else { return Self.reason(field) }
        if !value.isEmpty { details[detail] = value }
        return nil
    }

    /// A cell as the form’s field, without what is no part of a number.
    private static func field(_ spec: FieldSpec, _ cell: String) -> FormField {
        FormField(spec, typed: spec.kind == .number ? CellNumber.whole(cell) : cell)
    }

    fileprivate mutating func read(categories names: [String]) -> String? {
        for name in names {
            if let complaint = Self.categorySpec.complaint(about: name) { return complaint }
        }
        if !names.isEmpty { categories = names }
        return nil
    }

    /// What is wrong with a cell. The form shows a number beside what is wrong with it; here it must be
    /// said, and there is no list to choose from.
    private static func reason(_ field: FormField) -> String? {
        let text = PlainText.trimmed(field.typed)
        let shown = "“\(text.prefix(shownCharacters))\(text.count > shownCharacters ? "…" : "")”"
        if field.spec.kind == .number, let bounds = field.spec.bounds(of: text) {
            return "\(shown) isn’t a whole number from \(bounds)."
        }
        if field.spec.name == BookFields.language.name, field.error == field.spec.rule(text) {
            return "We don’t know the language \(shown). Use its name, like German, or a tag "
                + "like de."
        }
        return field.error
    }

    /// More of the cell would hide the reason after it.
    private static let shownCharacters = 40

    /// The field of the form. An empty cell leaves the book as it is, so none is required.
    private static func spec(of column: ImportColumn) -> FieldSpec {
        switch column {
        case .id: idSpec
        case .title: titleSpec
        case .author: BookFields.author
        case .publisher: publisherSpec
        case .description: BookFields.description
        case .ageMin: BookFields.ageMin
        case .ageMax: BookFields.ageMax
        case .language: BookFields.language
        case .categories: categorySpec
        case .status: statusSpec
        case .coverAddress: coverSpec
        case .originalTitle, .illustrator, .translator, .narrator, .series, .seriesNumber, .isbn,
            .year, .pageCount, .tags:
            column.detail?.spec ?? titleSpec
        }
    }

    private static let idSpec = FieldSpec(
        name: "id",
        label: "Id",
        kind: .number,
        isRequired: false,
        range: 1...Int.max
    )

    private static let titleSpec = optional(BookFields.title)
    private static let publisherSpec = optional(PublisherForm.nameSpec, "The publisher’s name")
    private static let categorySpec = optional(CategoryForm.nameSpec, "A category’s name")

    private static let statusSpec = FieldSpec(
        name: "status",
        label: "Status",
        isRequired: false,
        rule: { status($0) == nil ? "“\($0)” isn’t a status. Use draft, active or archived." : nil }
    )

    private static let coverSpec = optional(CoverAddress.spec, "The cover’s address")

    private static func optional(_ spec: FieldSpec, _ label: String? = nil) -> FieldSpec {
        var spec = spec
        spec.isRequired = false
        if let label { spec.label = label }
        return spec
    }

    /// By its name in the file or on the page, or as German and French tables have it.
    private static func status(_ text: String) -> Book.Status? {
        let name = Folding.fold(text)
        return Book.Status(rawValue: name) ?? otherStatuses[name]
    }

    private static let otherStatuses: [String: Book.Status] = [
        "entwurf": .draft, "brouillon": .draft, "aktiv": .active, "actif": .active,
        "published": .active, "archiviert": .archived, "archive": .archived,
    ]
}
