/// How a connection is opened. The defaults are those of the console.
package struct DatabaseConfiguration: Sendable {
    /// When a commit is on the disk: https://sqlite.org/pragma.html#pragma_synchronous.
    package enum Synchronous: String, Sendable {
        /// Before `write` returns: an acknowledged change survives a power cut.
        case full = "FULL"
        /// At the next checkpoint: a power cut can take the last changes, never half of one.
        case normal = "NORMAL"
    }

    package var synchronous = Synchronous.full
    /// How long to wait for another writer, first in this process and then in others. Someone who
    /// saves a form waits at most that long before an error.
    package var busyTimeoutMilliseconds = 5_000
    /// The page cache of this connection; it fills as pages are read.
    package var cacheKiB = 4_096
    /// How much of the file is read through the address space. Off by default, because a disk that
    /// fails under a mapped page kills the process instead of failing one statement.
    package var mmapBytes = 0
    package var isReadOnly = false
    /// Where slow statements are recorded; if nil, nothing is measured.
    package var slowStatements: SlowStatements?
    /// Where errors that say something about the database are remembered.
    package var health: DatabaseHealth?
    /// Called with the text of each statement that is about to run. Tests use it to see how SQLite
    /// plans to answer it.
    package var watch: (@Sendable (String) -> Void)?

    package init() {}

    package init(
        synchronous: Synchronous = .full,
        busyTimeoutMilliseconds: Int = 5_000,
        cacheKiB: Int = 4_096,
        mmapBytes: Int = 0,
        isReadOnly: Bool = false
    ) {
        self.synchronous = synchronous
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
        self.cacheKiB = cacheKiB
        self.mmapBytes = mmapBytes
        self.isReadOnly = isReadOnly
    }
}
