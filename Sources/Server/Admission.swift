import HTTP

/// Where a request is answered. Each lane of workers has threads and a queue of its own, so that
/// none waits for what another does.
package enum Lane: String, Sendable, CaseIterable {
    /// On the event loop itself, between two sockets: for safe requests that take microseconds.
    /// While one runs, no other connection of that loop is served.
    case loop
    /// On a worker: forms, writes, everything ordinary.
    case worker
    /// On a worker of the slow lane: exports, reports, uploads; whatever would keep others waiting.
    case slow
    /// On a worker that finds out who somebody is: password hashes take a tenth of a second of a
    /// processor, and nobody should wait for anything else before they can sign in.
    case signIn = "sign-in"
    /// On a worker that waits for other servers, which may take as long as they like.
    case outgoing

    /// Those with workers.
    static let ofWorkers = allCases.filter { $0 != .loop }
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
