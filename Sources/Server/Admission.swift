import HTTP

/// Where a request is answered.
package enum Lane: Sendable, CaseIterable {
    /// On the event loop itself, between two sockets: for safe requests that take microseconds.
    /// While one runs, no other connection of that loop is served.
    case loop
    /// On a worker: forms, writes, everything ordinary.
    case worker
    /// On a worker of the slow lane: password hashes, exports, reports; whatever would keep others
    /// waiting.
    case slow
}

/// What the application says about a request before its content is read.
package struct Admission: Sendable {
    package var lane: Lane
    /// More content than this is a 413. Beyond `Limits.contentBytes`, the responder is asked first
    /// (`Responder.refusal`), and the content goes to a file.
    package var bodyLimitBytes: Int
    /// The answer, if the head is enough to refuse; the content is not read then.
    package var refusal: Response?

    package init(lane: Lane, bodyLimitBytes: Int, refusal: Response? = nil) {
        self.lane = lane
        self.bodyLimitBytes = bodyLimitBytes
        self.refusal = refusal
    }
}
