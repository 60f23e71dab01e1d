import SQLite

/// The rows of a file that were refused, as they stood there and in the file's own form, each with what
/// is wrong with it: to be mended and brought again.
struct RefusedExport: WrittenList {
    static let name = "rejected-rows"
    /// A name that no file gives a column by itself, so that ours is known when it comes back.
    static let noteColumn = "Problems (Storytime)"
    /// What it was called in the files of earlier versions.
    private static let earlierNoteColumn = "storytime_problems"

    let header: [String]
    private let id: ID<Import>
    /// The columns of the file, without our own of an earlier time.
    private let columns: [Int]
    private let columnCount: Int
    /// The number of the last row that was read.
    private var last = 0

    init(_ subject: Import) {
        id = subject.id
        columns = subject.headings.indices.filter { !Self.isNote(subject.headings[$0]) }
        // In front, because a row may have more cells than there are columns.
        header = [Self.noteColumn] + columns.map { subject.headings[$0] }
        columnCount = subject.headings.count
    }

    /// Whether a column is the one that we added when a row was refused.
    static func isNote(_ heading: String) -> Bool {
        heading == noteColumn || heading == earlierNoteColumn
    }

    /// The file's name from that of the file that was uploaded: "messy-rejected-rows.csv".
    static func fileName(_ subject: Import) -> FileName {
        var name = subject.fileName[...]
        if let point = name.lastIndex(of: "."), point > name.startIndex { name = name[..<point] }
        // It may have been such a file itself.
        if name.hasSuffix("-" + Self.name) { name = name.dropLast(Self.name.count + 1) }
        return FileName(String(name), or: "books", (plain: Self.name, full: Self.name))
    }

    mutating func write(_ rows: Int, to csv: inout CSVWriter, from database: Database) throws
        -> Bool
    {
        let refused = try next(rows, from: database)
        for (problems, cells) in refused {
            csv.text(problems.map(\.sentence).joined(separator: " "))
            for column in columns { csv.text(cells.indices.contains(column) ? cells[column] : "") }
            for cell in cells.dropFirst(columnCount) { csv.text(cell) }
            csv.endRow()
        }
        return !refused.isEmpty
    }

    private mutating func next(
        _ limit: Int,
        from database: Database
    ) throws -> [(problems: [CellProblem], cells: [String])] {
        try database.all(
            """
            SELECT number, details, cells FROM import_rows
            WHERE import_id = \(id.value) AND outcome = 'refused' AND number > \(last)
            ORDER BY number LIMIT \(limit)
            """
        ) { row in
            last = try row.int(0)
            return (
                try JSONList.read(try row.text(1), of: CellProblem.self),
                try JSONList.read(try row.textOrNil(2) ?? "[]", of: String.self)
            )
        }
    }
}
