/// What a stranger may send. Each limit has its own status, so that a client can tell what was
/// wrong.
package struct Limits: Sendable {
    /// Method, target and version: 8 KiB, the least that RFC 9112 §3 recommends to support and
    /// what browsers and proxies count on. More is 414.
    package var requestLineBytes = 8 * 1024

    /// All field lines together: 32 KiB leaves room for a browser's 4 KiB cookies and a proxy's
    /// additions. More is 431.
    package var fieldSectionBytes = 32 * 1024

    /// Field lines: browsers send about 20, behind two proxies about 30. More is 431.
    package var fieldCount = 100

    /// Content, unless a route says otherwise: 1 MiB is more text than any form here needs. More
    /// is 413, or goes to a file if it is expected.
    package var contentBytes = 1024 * 1024

    /// Content that is read only to be thrown away, so that the connection of a refused request
    /// can continue. Beyond 64 KiB a new connection is cheaper than reading.
    package var discardedBytes = 64 * 1024

    /// One line that announces a chunk: 16 hexadecimal digits and extensions that nobody uses.
    package var chunkLineBytes = 256

    /// All chunk extensions of a message (RFC 9112 §7.1.1 asks for a limit): without it, extensions
    /// beside one-byte chunks let a client send a hundred times what the content limit allows.
    package var chunkExtensionBytes = 4 * 1024

    /// All trailer lines together; they are checked and thrown away. More is 431.
    package var trailerBytes = 8 * 1024

    /// Empty lines before a request line. RFC 9112 §2.2 asks to ignore "at least one", for old
    /// clients that end a form's content with one line end too many.
    package var leadingEmptyLines = 4

    package init() {}
}
