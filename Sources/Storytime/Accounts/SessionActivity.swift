import Synchronization

/// Which sessions were used since the last time someone wrote it down.
///
/// Pages are answered by threads that must not wait for a disk, so they only note the visit here;
/// the caretaker writes it, at most once a minute for a session.
final class SessionActivity: Sendable {
    /// How old "last seen" may be.
    static let toleranceSeconds = 60

    private let seen = Mutex<[Int: Int]>([:])

    func note(_ session: Session, now: Int) {
        guard now - session.lastSeen >= Self.toleranceSeconds else { return }
        seen.withLock { $0[session.id] = now }
    }

    /// Keeps for the next call what could not be written; what was noted since is newer.
    func putBack(_ earlier: [Int: Int]) {
        seen.withLock { $0.merge(earlier) { max($0, $1) } }
    }

    /// What was noted since the last call.
    func take() -> [Int: Int] {
        seen.withLock { seen in
            defer { seen = [:] }
            return seen
        }
    }
}
