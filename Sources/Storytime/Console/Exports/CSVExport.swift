import Received
import HTTP
import SQLite

/// A column of a file: its name, its meaning, and its value in a record.
///
/// `docs/csv.md` says the same, and a test compares the two.
struct CSVColumn<Record>: Sendable {
    let name: String
    let meaning: String
    let write: @Sendable (Record, inout CSVWriter) -> Void

    static func text(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> String?
    ) -> Self {
        Self(name: name, meaning: meaning) { $1.text(value($0)) }
    }

    static func integer(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int?
    ) -> Self {
        Self(name: name, meaning: meaning) { $1.integer(value($0)) }
    }

    /// A moment, in ISO 8601 and UTC, whatever the reader's zone: files are compared.
    static func time(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int
    ) -> Self {
        Self(name: name, meaning: meaning) { $1.text(TimeText.iso(value($0))) }
    }
}

/// A column of a file whose rows aren't written column by column.
struct CSVHeading: Sendable {
    let name: String
    let meaning: String
}

/// A list on its way into a file: the part that has not been written yet.
///
/// It is a value that remembers where it is, so that no transaction and no thread is held while
/// the reader is slow. Records added after the beginning are not included.
protocol WrittenList: Sendable {
    /// The beginning of the file's name.
    static var name: String { get }
    /// How many rows make some 50 to 200 KB of text.
    static var rowsPerPiece: Int { get }
    /// The names of the columns.
    var header: [String] { get }
    /// Roughly how many rows there will be, to show progress to someone who downloads it with a
    /// script; nil if counting them would take long.
    var rowCount: Int? { get }
    /// Writes roughly this many of the next rows; false if there are none left.
    mutating func write(_ rows: Int, to csv: inout CSVWriter, from database: Database) throws
        -> Bool
}

extension WrittenList {
    static var rowsPerPiece: Int { 500 }
    var rowCount: Int? { nil }
}

/// A list of records that are written column by column, like most.
protocol ExportedList: WrittenList {
    associatedtype Record
    var columns: [CSVColumn<Record>] { get }
    /// At most this many of the next records; none at the end.
    mutating func next(_ limit: Int, from database: Database) throws -> [Record]
}

extension ExportedList {
    var header: [String] { columns.map(\.name) }

    mutating func write(_ rows: Int, to csv: inout CSVWriter, from database: Database) throws
        -> Bool
    {
        let records = try next(rows, from: database)
        let columns = columns
        for record in records {
            for column in columns { column.write(record, &csv) }
            csv.endRow()
        }
        return !records.isEmpty
    }
}

/// A list as a CSV file that is made while it is read: it needs the memory of one piece.
struct CSVExport<List: WrittenList>: ChunkSource {
    private var list: List
    /// Whether the beginning of the file has not been written yet.
    private var isAtStart = true
    private let form: CSVForm
    /// The size of the last piece: the next one will be similar.
    private var pieceBytes = 0

    init(_ list: List, _ form: CSVForm = CSVForm()) {
        self.list = list
        self.form = form
    }

    func next(_ responder: any Responder) throws -> (chunk: [UInt8], rest: any ChunkSource)? {
        guard let application = responder as? Application else { return nil }
        var rest = self
        return try rest.next(from: application.database).map { ($0, rest) }
    }

    /// The next piece of the file; nil at the end.
    mutating func next(from database: Database) throws -> [UInt8]? {
        // A little more room, so that a slightly larger piece isn't moved.
        var csv = CSVWriter(
            form,
            isAtStart: isAtStart,
            capacity: pieceBytes + pieceBytes / 8
        )
        if isAtStart { csv.row(list.header) }
        let hasRows = try list.write(List.rowsPerPiece, to: &csv, from: database)
        guard isAtStart || hasRows else { return nil }
        isAtStart = false
        pieceBytes = csv.count
        return form.encoding.encode(csv.take())
    }
}

extension Visit {
    /// A list as a file to save, with its own name or that of its list and the current day; in the
    /// form that was asked for, unless it has one of its own.
    func csv(
        _ list: some WrittenList,
        named name: FileName? = nil,
        in ownForm: CSVForm? = nil
    ) throws -> Response {
        let form = try ownForm ?? csvForm()
        var headers = Headers([
            ("Content-Type", "text/csv; charset=\(form.encoding.charset)"),
            (
                "Content-Disposition",
                name?.disposition ?? "attachment; filename=\"\(fileName(list))\""
            ),
        ])
        if let count = list.rowCount { headers["Storytime-Rows"] = String(count) }
        return Response(
            headers: headers,
            body: .chunks(CSVExport(list, form))
        )
    }

    private func fileName<List: WrittenList>(_ list: List) -> String {
        "\(List.name)-\(times.isoDay(now)).csv"
    }
}
