import Received
import SQLite

@testable import Storytime

extension FuzzTarget {
    /// A file of rows. Traps if the reader finds other rows in the same bytes cut differently, or if rows
    /// that are written again are read as others.
    func fuzzCSV(_ bytes: [UInt8], _ choice: FuzzChoice) {
        for encoding in [TextEncoding.utf8, .utf16LittleEndian, .utf16BigEndian, .windows1252] {
            let portion = 1 + choice.way(of: 64)
            for readsOn in [false, true] {
                let whole = FileReading(bytes, encoding, max(1, bytes.count), readsOn: readsOn)
                let cut = FileReading(bytes, encoding, portion, readsOn: readsOn)
                precondition(whole == cut, "the same bytes, cut differently, are other rows")
            }
        }
        Self.checkRoundTrip(bytes)
    }

    /// A file as a person brings it, written again and read again.
    private static func checkRoundTrip(_ bytes: [UInt8]) {
        guard var file = try? CSVFile(bytes: bytes) else { return }
        var writer = CSVWriter()
        var rows = [file.header.cells]
        writer.row(file.header.cells)
        while let row = try? file.next() {
            // What goes beyond a limit is refused again when it comes back.
            if case .broken? = row.doubt { continue }
            rows.append(row.cells)
            writer.row(row.cells)
        }
        let again = FileReading(writer.take(), .utf8, 7)
        let isSame =
            again.rows.map { $0.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } }
        precondition(
            isSame && again.failure == nil,
            "what was written comes back as something else"
        )
    }

    // MARK: Rows and what becomes of them

    /// A file of books: what would become of each row.
    func fuzzBooks(_ bytes: [UInt8]) {
        guard var file = try? CSVFile(bytes: bytes) else { return }
        let headings = file.header.cells
        let reader = BookCellReader(headings: headings, mapping: ImportMapping(headings: headings))
        var planner = ImportPlanner(
            database: FuzzHouse.own.database,
            reader: reader,
            createsMissing: true
        )
        while let row = try? file.next() {
            do {
                _ = try planner.plan(row)
            } catch {
                preconditionFailure("a row can’t be planned: \(error)")
            }
        }
    }

    /// A file of series, seasons or episodes: what would become of each row.
    func fuzzSeries(_ bytes: [UInt8]) {
        let work = SeriesImport(
            database: FuzzHouse.own.database,
            now: FuzzHouse.now,
            actor: .commandLine
        )
        _ = try? work.plan({ try CSVFile(bytes: bytes) }, maximumRows: 200)
    }

    /// A file of words, from Anki or a spreadsheet: what would become of each row.
    func fuzzWords(_ bytes: [UInt8]) {
        if let head = AnkiHead(bytes) { precondition(head.lines > 0, "a head without lines") }
        let house = FuzzHouse.own
        _ = try? house.words.carryOut(bytes, in: house.store, by: .commandLine, isTrial: true)
    }
}

/// A family with a child and nothing else, in a database in memory.
private struct FuzzHouse {
    /// 21 November 2026.
    static let now = 1_795_257_600
    nonisolated(unsafe) static let own: FuzzHouse = {
        do {
            return try FuzzHouse()
        } catch {
            preconditionFailure("there is no database to plan in: \(error)")
        }
    }()

    let database: Database
    let words: WordImport
    let store: KeptWordStore

    private init() throws {
        database = try Database(path: ":memory:")
        try Migrator(directory: "migrations").migrate(database, now: Self.now)
        let family = try FamilyStore(database: database, now: Self.now).insert(
            .init(name: "Fuzz", territory: "SE", timeZone: "Europe/Stockholm", language: "sv"),
            by: .commandLine
        )
        guard let birthday = CalendarDay(year: 2021, month: 5, day: 4) else {
            preconditionFailure("a day that is none")
        }
        let child = try ChildStore(database: database, now: Self.now).insert(
            .init(name: "Pippi", birthDate: birthday, avatar: .owl),
            into: family.id,
            by: .commandLine
        )
        words = WordImport(
            family: family,
            children: [child],
            shelf: FamilyShelf(family, on: Self.now, in: database),
            owner: .parents,
            language: "sv"
        )
        store = KeptWordStore(database: database, now: Self.now)
    }
}

/// The rows in some bytes, the lines where they begin, and what stopped the reading.
private struct FileReading: Equatable {
    private(set) var rows: [[String]] = []
    private(set) var failure: CSVError?
    private var lines: [Int] = []
    private var doubts: [CSVRow.Doubt?] = []

    init(_ bytes: [UInt8], _ encoding: TextEncoding, _ portion: Int, readsOn: Bool = false) {
        let source = MemorySource(bytes, pieceBytes: portion)
        var reader = CSVReader(
            TextDecoder(source, TextRecognition(bytes, chosen: encoding)),
            delimiter: .comma
        )
        reader.readsOn = readsOn
        do {
            while let row = try reader.next() {
                rows.append(row.cells)
                lines.append(row.line)
                doubts.append(row.doubt)
            }
        } catch {
            failure = error as? CSVError
        }
    }
}
