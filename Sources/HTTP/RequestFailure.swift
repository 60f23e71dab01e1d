/// Why a request cannot be read: the status to answer with, and a reason for the log.
///
/// After one of these nobody knows where the next request would begin, so the connection is
/// closed.
package struct RequestFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package let status: Status
    package let reason: String

    package init(_ status: Status, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    static func malformed(_ reason: String) -> RequestFailure {
        RequestFailure(.badRequest, reason)
    }

    package var description: String { "\(status): \(reason)" }
}
