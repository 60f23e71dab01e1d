/// How long a client may take. All of it is about clients: how long an answer takes to be made is the
/// application's business.
package struct Deadlines: Sendable {
    /// From the first byte of a head to its last (408): 15 s is plenty for a phone on a train and
    /// little for a client that sends one byte at a time to hold a connection.
    package var headMilliseconds = 15_000

    /// From the connection to its first byte. It is closed without a word then.
    package var firstByteMilliseconds = 15_000

    /// Between two requests: longer than a reader stays on a page, the usual 75 s.
    package var idleMilliseconds = 75_000

    /// Content and responses are measured over windows of this length: a client gets at least one.
    package var rateWindowMilliseconds = 30_000

    /// The least that must move within a window: 500 bytes/s is a tenth of a modem of 1991.
    package var minimumBytesPerSecond = 500

    /// How long a connection that we closed is still read, so that the client gets our last words
    /// before its unread bytes make the kernel reset the connection (RFC 9112 §9.6). A client that goes
    /// on sending, an upload that was refused, is read for as long again, and again.
    package var lingerMilliseconds = 5_000

    /// But no longer than this in all.
    package var longestLingerMilliseconds = 60_000

    /// How long a stopping server waits for what has begun.
    package var drainMilliseconds = 30_000

    package init() {}
}
