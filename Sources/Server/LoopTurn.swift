/// What of a loop's time goes to whom: it answers quick pages itself, one after the other, and while one takes long,
/// nobody else's connection is looked at.
///
/// Between two looks at who else is there it answers for so long only. What has come by then goes to the workers,
/// where parties take turns, and so does what a party asks for whose pages took long a moment ago. Requests that a
/// client sent ahead wait for the loop's next turn, one at a time.
struct LoopTurn {
    /// Hundreds of quick pages, and no more than anybody would notice.
    static let microseconds: Int64 = 50_000
    /// A page that takes longer is none for the loop.
    static let slowMicroseconds: Int64 = 20_000
    /// For how long its party is sent to the workers.
    static let memoryMicroseconds: Int64 = 10_000_000
    /// More parties than that are forgotten: it is no more than a memory.
    private static let mostParties = 1_000

    private var end: Int64 = 0
    /// When the last answer was ready.
    private var answeredAt: Int64 = 0
    /// Parties whose pages took long, and until when that is remembered.
    private var slowParties: [Int: Int64] = [:]
    /// Connections with a request that waits for the next turn.
    private(set) var waiting: [ConnectionID] = []

    /// Returns the connections that have waited for it.
    mutating func begin(at now: Int64) -> [ConnectionID] {
        end = now + Self.microseconds
        answeredAt = now
        defer { waiting = [] }
        return waiting
    }

    func isOver(at now: Int64) -> Bool { now >= end }

    /// Whether the loop itself answers what somebody asks for now. Who it is is only asked if that matters.
    func mayAnswer(_ caller: () -> Caller) -> Bool {
        guard answeredAt < end else { return false }
        guard !slowParties.isEmpty, let until = slowParties[caller().party] else { return true }
        return answeredAt >= until
    }

    /// An answer of the loop is ready.
    mutating func note(at now: Int64, for caller: () -> Caller) {
        let isSlow = now - answeredAt >= Self.slowMicroseconds
        answeredAt = now
        guard isSlow, case let caller = caller(), caller != .anybody else { return }
        if slowParties.count >= Self.mostParties { slowParties.removeAll() }
        slowParties[caller.party] = now + Self.memoryMicroseconds
    }

    mutating func wait(_ connection: ConnectionID) { waiting.append(connection) }
}
