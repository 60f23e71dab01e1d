import HTTP
import SQLite

/// The export of all usage as CSV, some events at a time while the client reads.
///
/// It goes on after the last event sent, up to the last one there was when it began: no
/// transaction is held while a slow client reads.
struct UsageExport: ChunkSource {
    /// Some 160 KB of text.
    private static let eventsPerChunk = 2_000

    private let lastSent: Int
    private let last: Int

    init(upTo last: Int) {
        self.init(lastSent: 0, last: last)
    }

    private init(lastSent: Int, last: Int) {
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
            try csv.event($0)
        }
        let rest = count < Self.eventsPerChunk ? last : id
        return (csv.bytes, UsageExport(lastSent: rest, last: last))
    }
}

extension CSVWriter {
    fileprivate mutating func event(_ row: Row) throws {
        number(try row.int(0))
        try row.withUTF8(1) { field($0) }
        try row.withUTF8(2) { field($0) }
        time(epochSeconds: try row.int(3))
        number(try row.int(4))
        try row.withUTF8(5) { field($0) }
        endRow()
    }
}
