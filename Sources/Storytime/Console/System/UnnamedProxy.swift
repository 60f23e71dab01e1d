import Synchronization

/// A proxy that forwards visitors and is not in the configuration: all of its visitors look like
/// one, and somebody who guesses passwords locks out the others with them.
///
/// One is shared by all threads; it remembers the first such proxy until the program ends, because
/// the setting is only read at startup.
final class UnnamedProxy: Sendable {
    private let seen = Mutex<IPAddress?>(nil)

    var address: IPAddress? { seen.withLock(\.self) }

    func note(_ address: IPAddress) {
        seen.withLock { if $0 == nil { $0 = address } }
    }
}
