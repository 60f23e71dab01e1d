import SQLite

/// A list on its way into an archive, some rows at a time.
struct ArchiveTablePart: ArchivePart {
    private let table: ArchiveTable
    /// The groups that are still to be read, beginning with the current one; nil at the beginning.
    private var groups: ArraySlice<Int>?
    private var place = ArchivePlace()
    /// How many pieces were made.
    private var count = 0

    init(_ table: ArchiveTable) {
        self.table = table
    }

    /// The first piece exists even without a row: that nothing is kept is an answer too.
    mutating func next(from database: Database) throws -> [ArchiveFile] {
        var groups = try groups ?? readGroups(database)
        var file = ArchiveTablePiece(table.columns)
        while let group = groups.first, file.hasRoom {
            place.group = group
            try read(into: &file, from: database)
            // The group ended before the piece did.
            if file.hasRoom {
                groups.removeFirst()
                place = ArchivePlace()
            }
        }
        self.groups = groups
        guard count == 0 || file.rowCount > 0 else { return [] }
        count += 1
        return file.files(named: count == 1 ? table.name : "\(table.name)-\(count)")
    }

    private func readGroups(_ database: Database) throws -> ArraySlice<Int> {
        guard let keys = table.groups else { return [0] }
        return try database.all(keys) { try $0.int(0) }[...]
    }

    private mutating func read(into file: inout ArchiveTablePiece, from database: Database) throws {
        try database.scan(table.rows(place, file.room)) { row in
            try file.add(row)
            place.key = try table.key(of: row)
            return file.hasRoom
        }
    }
}

/// Some rows of a list, as CSV and as JSON.
struct ArchiveTablePiece {
    /// Some 100 KB of text.
    static let mostRows = 1000
    /// Rows of the log may contain long texts twice; a piece ends after the row that exceeds this.
    static let mostBytes = 1 << 20

    private let columns: [(name: String, kind: ArchiveTable.Kind)]
    private var csv = CSVWriter()
    private var json = Array("[".utf8)
    private(set) var rowCount = 0

    init(_ columns: [(name: String, kind: ArchiveTable.Kind)]) {
        self.columns = columns
        csv.row(columns.map(\.name))
    }

    /// How many more rows fit, unless they are long.
    var room: Int { Self.mostRows - rowCount }

    var hasRoom: Bool { room > 0 && csv.count + json.count < Self.mostBytes }

    mutating func add(_ row: Row) throws {
        if rowCount > 0 { json += Array(",\n ".utf8) }
        json += try Array(write(row).utf8)
        rowCount += 1
    }

    mutating func files(named name: String) -> [ArchiveFile] {
        [
            ArchiveFile(name: name + ".csv", bytes: csv.take()),
            ArchiveFile(name: name + ".json", bytes: json + Array("]\n".utf8)),
        ]
    }

    /// Writes a row as CSV, and returns it as JSON.
    private mutating func write(_ row: Row) throws -> String {
        var members: [String] = []
        for (index, column) in columns.enumerated() {
            let json = try write(column.kind, row, index)
            members.append("\(JSONText.quoted(column.name)):\(json ?? "null")")
        }
        csv.endRow()
        return "{" + members.joined(separator: ",") + "}"
    }

    private mutating func write(_ kind: ArchiveTable.Kind, _ row: Row, _ index: Int) throws
        -> String?
    {
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
