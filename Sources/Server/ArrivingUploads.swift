import Synchronization

/// How many uploads of each party are on their way to files. Made by the server, used by its loops.
///
/// What arrives takes space on the disk before it is known to be what it should be, and counts for nobody
/// until then. So a party has only so many at once; the next one is answered with 503 before any of it is
/// read, and may be sent again.
final class ArrivingUploads: Sendable {
    private let limit: Int
    private let parties = Mutex<[Int: Int]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    /// One more begins; false if the party has as many as it may have. Where nobody is told apart, nobody is
    /// held back.
    func begin(of caller: Caller) -> Bool {
        guard caller != .anybody else { return true }
        return parties.withLock { parties in
            let count = parties[caller.party] ?? 0
            guard count < limit else { return false }
            parties[caller.party] = count + 1
            return true
        }
    }

    /// One that began is answered, or its client is gone.
    func end(of caller: Caller) {
        guard caller != .anybody else { return }
        parties.withLock { parties in
            let count = (parties[caller.party] ?? 0) - 1
            parties[caller.party] = count > 0 ? count : nil
        }
    }
}
