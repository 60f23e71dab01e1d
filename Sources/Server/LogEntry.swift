import HTTP

/// One line for the log: a request and its result.
package struct LogEntry: Sendable {
    /// Nil if the head could not be read.
    package let head: RequestHead?
    package let status: Status
    /// The fields of the response, without those that the server added.
    package let fields: Headers
    /// Bytes handed to the kernel, head included.
    package let bytesSent: Int
    /// From the complete head to the last byte handed to the kernel.
    package let microseconds: Int
    package let peer: String
    package let lane: Lane
    /// Why the server itself refused the request or gave up the connection; nil for a normal end.
    package let reason: String?

    package var method: String { head?.method.name ?? "-" }
    /// Path and query as they were sent.
    package var target: String { head?.target.raw ?? "-" }
    package var path: String { head?.target.path ?? "-" }
}
