import HTTP
import SQLite

/// The export of all usage as CSV (W4), some events at a time while the client reads.
///
/// It goes on after the last event sent, up to the last one there was when it began: no
/// transaction is held while a slow client reads. Names are read once at the start, because a
/// look at a table of 100,000 for each of a million events costs more than all the rest.
struct UsageExport: ChunkSource {
    /// Some 160 KB of text.
    private static let eventsPerChunk = 2_000

    private let names: UsageNames
    private let lastSent: Int
    private let last: Int

    /// The export as it begins.
    init(_ usage: UsageStore) throws {
        self.init(names: try usage.names(), lastSent: 0, last: try usage.lastEvent())
    }

    private init(names: UsageNames, lastSent: Int, last: Int) {
        self.names = names
        self.lastSent = lastSent
        self.last = last
    }

    func next(_ responder: any Responder) throws -> (chunk: [UInt8], rest: any ChunkSource)? {
        guard lastSent < last, let application = responder as? BenchApplication else { return nil }
        var csv = CSVWriter(capacity: Self.eventsPerChunk * 100)
        if lastSent == 0 {
            csv.row(["id", "child", "book", "started_at", "seconds", "device"])
        }
        var id = last
        var count = 0
        try application.large.usage.events(after: lastSent, upTo: last, limit: Self.eventsPerChunk)
        {
            id = try $0.int(0)
            count += 1
            try csv.event($0, names)
        }
        let rest = count < Self.eventsPerChunk ? last : id
        return (csv.bytes, UsageExport(names: names, lastSent: rest, last: last))
    }
}

extension CSVWriter {
    fileprivate mutating func event(_ row: Row, _ names: UsageNames) throws {
        number(try row.int(0))
        names.children.withName(try row.int(1)) { field($0) }
        names.books.withName(try row.int(2)) { field($0) }
        time(epochSeconds: try row.int(3))
        number(try row.int(4))
        try row.withUTF8(5) { field($0) }
        endRow()
    }
}

/// What the export calls children and books.
struct UsageNames: Sendable {
    let children: NameTable
    let books: NameTable
}

/// Many short names by number, in one block of memory: 100,000 strings would take twice as much.
struct NameTable: Sendable {
    private var text: [UInt8] = []
    private var ranges: [Int: Range<UInt32>] = [:]

    mutating func add(_ id: Int, _ name: UnsafeBufferPointer<UInt8>) {
        let start = UInt32(text.count)
        text.append(contentsOf: name)
        ranges[id] = start..<UInt32(text.count)
    }

    /// Nothing for a number without a name.
    func withName(_ id: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let range = ranges[id] ?? 0..<0
        text.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
    }
}
