import SQLite

/// A list of an archive: what its columns are, and the query that reads it in the order of its keys.
struct ArchiveTable: Sendable {
    /// What a cell holds, and so how it is written.
    enum Kind: Sendable {
        case text, integer
        /// Seconds since 1970, written as ISO 8601 in UTC.
        case time
        /// Yes or no.
        case flag
        /// JSON that the program wrote itself.
        case json
    }

    /// How its files are called: "children" for `children.csv` and `children.json`.
    let name: String
    let columns: [(name: String, kind: Kind)]
    /// The rows behind a key, in order, up to a limit. Their first column is the key, which is written
    /// as well.
    let rows: @Sendable (_ key: Int, _ limit: Int) -> SQL
}

/// A table on its way into an archive, some rows at a time.
struct ArchiveTablePart: ArchivePart {
    /// Some 100 KB of text.
    private static let rowsPerFile = 1000
    /// Rows of the log may hold long texts twice; a file ends behind the row that passes this.
    static let mostBytes = 1 << 20

    private let table: ArchiveTable
    private var key = 0
    /// How many pieces were made.
    private var count = 0
    private var isAtEnd = false

    init(_ table: ArchiveTable) {
        self.table = table
    }

    /// The first piece is there even if it has no row: that nothing is kept is an answer too.
    mutating func next(from database: Database) throws -> [ArchiveFile] {
        guard !isAtEnd else { return [] }
        var csv = CSVWriter()
        csv.row(table.columns.map(\.name))
        var json = Array("[".utf8)
        var (rows, isFull) = (0, false)
        try database.scan(table.rows(key, Self.rowsPerFile)) { row in
            if rows > 0 { json += Array(",\n ".utf8) }
            json += try Array(write(row, &csv).utf8)
            key = try row.int(0)
            rows += 1
            isFull = csv.count + json.count >= Self.mostBytes
            return !isFull
        }
        isAtEnd = !isFull && rows < Self.rowsPerFile
        guard count == 0 || rows > 0 else { return [] }
        count += 1
        let name = count == 1 ? table.name : "\(table.name)-\(count)"
        json += Array("]\n".utf8)
        return [
            ArchiveFile(name: name + ".csv", bytes: csv.take()),
            ArchiveFile(name: name + ".json", bytes: json),
        ]
    }

    /// Writes a row as CSV, and returns it as JSON.
    private func write(_ row: Row, _ csv: inout CSVWriter) throws -> String {
        var members: [String] = []
        for (index, column) in table.columns.enumerated() {
            let json = try write(column.kind, row, index, &csv)
            members.append("\(JSONText.quoted(column.name)):\(json ?? "null")")
        }
        csv.endRow()
        return "{" + members.joined(separator: ",") + "}"
    }

    private func write(
        _ kind: ArchiveTable.Kind,
        _ row: Row,
        _ index: Int,
        _ csv: inout CSVWriter
    ) throws -> String? {
        switch kind {
        case .integer:
            let number = try row.intOrNil(index)
            csv.integer(number)
            return number.map { String($0) }
        case .flag:
            let isOn = try row.bool(index)
            csv.text(isOn ? "yes" : "no")
            return isOn ? "true" : "false"
        case .text, .time, .json:
            let text =
                kind == .time
                ? try row.intOrNil(index).map { TimeText.iso($0) } : try row.textOrNil(index)
            csv.text(text)
            return kind == .json ? text : text.map(JSONText.quoted)
        }
    }
}
