import SQLite

/// The rows of a file that were refused, as they stood there, each with its line and what is wrong
/// with it: to be mended and brought again.
struct RefusedExport: ExportedList {
    struct Row: Sendable {
        let line: Int
        let problems: [CellProblem]
        let cells: [String]
    }

    static let name = "refused"
    static let lineColumn = "line"
    static let reasonColumn = "reason"

    let columns: [CSVColumn<Row>]
    private let id: ID<Import>
    /// The number of the last row that was read.
    private var last = 0

    init(_ subject: Import) {
        id = subject.id
        let cells = subject.headings.enumerated().map { index, heading in
            CSVColumn<Row>.text(heading, "As in the file.") { row in
                row.cells.indices.contains(index) ? row.cells[index] : ""
            }
        }
        columns =
            cells + [
                .integer(Self.lineColumn, "The line in the file.") { $0.line },
                .text(Self.reasonColumn, "The problem.") { row in
                    row.problems.map(\.sentence).joined(separator: " ")
                },
            ]
    }

    mutating func next(_ limit: Int, from database: Database) throws -> [Row] {
        try database.all(
            """
            SELECT number, line, details, cells FROM import_rows
            WHERE import_id = \(id.value) AND outcome = 'refused' AND number > \(last)
            ORDER BY number LIMIT \(limit)
            """
        ) { row in
            last = try row.int(0)
            return Row(
                line: try row.int(1),
                problems: try JSONList.read(try row.text(2), of: CellProblem.self),
                cells: try JSONList.read(try row.textOrNil(3) ?? "[]", of: String.self)
            )
        }
    }
}
