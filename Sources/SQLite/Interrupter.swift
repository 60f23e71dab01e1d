import CSQLite
import Synchronization

/// Stops what a connection is doing, from any thread: its statements in progress throw an error whose
/// `isInterrupted` is true, and a transaction that one of them has begun to write is rolled back.
package final class Interrupter: Sendable {
    /// The connection's address; 0 once it is closed. SQLite forbids interrupting a connection
    /// that may be closed meanwhile (https://sqlite.org/c3ref/interrupt.html).
    private let address: Mutex<UInt>

    init(_ handle: OpaquePointer) {
        address = Mutex(UInt(bitPattern: handle))
    }

    package func interrupt() {
        address.withLock { address in
            guard let handle = OpaquePointer(bitPattern: address) else { return }
            sqlite3_interrupt(handle)
        }
    }

    func forget() {
        address.withLock { $0 = 0 }
    }
}
