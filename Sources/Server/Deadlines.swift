/// How long a client may take. This is only about clients: how long an answer takes is the
/// application's business.
package struct Deadlines: Sendable {
    /// From the first byte of a head to its last (408): 15 s is plenty for a phone on a train, and
    /// little for a client that sends one byte at a time to hold a connection.
    package var headMilliseconds = 15_000

    /// From the connection to its first byte. After that it is closed without an answer.
    package var firstByteMilliseconds = 15_000

    /// Between two requests: longer than a reader stays on a page, the usual 75 s.
    package var idleMilliseconds = 75_000

    /// Content and responses are measured over windows of this length, so a client gets at least
    /// one.
    package var rateWindowMilliseconds = 30_000

    /// The minimum that must move within a window: 500 bytes/s is a tenth of a modem of 1991.
    package var minimumBytesPerSecond = 500

    /// How long we read from a connection that we closed, so that the client gets our last words
    /// before its unread bytes make the kernel reset the connection (RFC 9112 §9.6). If the client
    /// keeps sending, as in an upload that was refused, this starts again.
    package var lingerMilliseconds = 5_000

    /// The limit for all of that together.
    package var longestLingerMilliseconds = 60_000

    /// After how much silence a response that comes by itself is kept alive. Proxies give up after
    /// a minute, nginx's `proxy_read_timeout`; phones notice sooner that they have no network.
    package var heartbeatMilliseconds = 15_000

    /// How long a stopping server waits for requests that have begun.
    package var drainMilliseconds = 30_000

    package init() {}
}
