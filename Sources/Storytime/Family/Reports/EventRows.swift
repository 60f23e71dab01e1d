import SQLite

/// Events of some viewings, on their way from the database into a file.
///
/// They come viewing by viewing, but within one in the order of an index, by the names that a
/// device gave them: they are gathered until the viewing is complete, and then written in the
/// order in which they happened. Their texts remain bytes, in one block for all of them.
struct EventRows {
    private struct Event {
        let id: Int
        let occurredMS: Int
        let claimedMS: Int
        let receivedMS: Int
        let position: Int?
        let from: Int?
        let to: Int?
        /// The places of its texts in the block: its name, followed by its type.
        let clientID: Range<Int>
        let type: Range<Int>
    }

    let openings: ArraySlice<EventExport.Opening>
    /// The viewing whose events are being gathered; none before the first.
    private var current: Int
    private var events: [Event] = []
    private var texts: [UInt8] = []
    private var written = 0

    init(_ openings: ArraySlice<EventExport.Opening>) {
        self.openings = openings
        current = openings.startIndex
    }

    /// Takes a row of `EventExport.eventsStatement`.
    mutating func take(_ row: SQLite.Row, _ csv: inout CSVWriter) throws {
        let viewing = try row.int(0)
        if openings[current].id != viewing { pass(to: viewing, &csv) }
        let start = texts.count
        try row.withUTF8(2) { texts.append(contentsOf: $0) }
        let middle = texts.count
        try row.withUTF8(3) { texts.append(contentsOf: $0) }
        events.append(
            Event(
                id: try row.int(1),
                occurredMS: try row.int(4),
                claimedMS: try row.int(5),
                receivedMS: try row.int(6),
                position: try row.intOrNil(7),
                from: try row.intOrNil(8),
                to: try row.intOrNil(9),
                clientID: start..<middle,
                type: middle..<texts.count
            )
        )
    }

    /// Writes what is left, and returns the total number of rows.
    mutating func finish(_ csv: inout CSVWriter) -> Int {
        writeCurrent(&csv)
        return written
    }

    /// Moves on to a viewing later in the list; those between have no events any more.
    private mutating func pass(to viewing: Int, _ csv: inout CSVWriter) {
        writeCurrent(&csv)
        while current < openings.endIndex - 1, openings[current].id != viewing { current += 1 }
    }

    private mutating func writeCurrent(_ csv: inout CSVWriter) {
        guard !events.isEmpty else { return }
        events.sort { ($0.occurredMS, $0.id) < ($1.occurredMS, $1.id) }
        let opening = openings[current]
        let leftOut = opening.isLeftOut ? "yes" : "no"
        csv.integer(opening.child.id)
        csv.text(opening.child.name)
        csv.integer(opening.book)
        csv.text(opening.title)
        csv.text(opening.session)
        csv.rememberCells()
        for (index, event) in events.enumerated() {
            if index > 0 { csv.beginRowAsRemembered() }
            csv.text(texts.span.extracting(event.clientID))
            csv.text(texts.span.extracting(event.type))
            csv.instant(milliseconds: event.occurredMS)
            csv.integer(event.position)
            csv.integer(event.from)
            csv.integer(event.to)
            csv.instant(milliseconds: event.claimedMS)
            csv.instant(milliseconds: event.receivedMS)
            csv.text(leftOut)
            csv.endRow()
        }
        written += events.count
        events.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
    }
}
