import Synchronization

/// The sessions and access keys that were used since the last time this was written to the
/// database.
///
/// Threads that answer pages must not wait for a disk, so they only note visits here; the
/// caretaker writes them, at most once a minute for a session.
final class SessionActivity: Sendable {
    /// How old "last seen" may be.
    static let toleranceSeconds = 60

    /// When each was last used, by its row's key.
    struct Seen: Sendable, Equatable {
        var sessions: [Int: Int] = [:]
        var keys: [Int: Int] = [:]
    }

    private let seen = Mutex(Seen())

    func note(_ session: Session, now: Int) {
        guard now - session.lastSeen >= Self.toleranceSeconds else { return }
        seen.withLock { seen in
            if let key = session.key {
                seen.keys[key.id.value] = now
            } else {
                seen.sessions[session.id] = now
            }
        }
    }

    /// Keeps what could not be written for the next call; later notes take precedence.
    func putBack(_ earlier: Seen) {
        seen.withLock { seen in
            seen.sessions.merge(earlier.sessions) { max($0, $1) }
            seen.keys.merge(earlier.keys) { max($0, $1) }
        }
    }

    /// The notes since the last call.
    func take() -> Seen {
        seen.withLock { seen in
            defer { seen = Seen() }
            return seen
        }
    }
}
