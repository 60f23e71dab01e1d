import HTTP

/// Where a request is answered.
package enum Lane: Sendable, CaseIterable {
    /// On the event loop itself, between two sockets: for safe requests that take microseconds. While
    /// one runs, no other connection of that loop is served.
    case loop
    /// On a worker: forms, writes, everything usual.
    case worker
    /// On a worker of the slow lane: password hashes, exports, reports; what would keep others waiting.
    case slow
}

/// What the application says about a request before its content is read.
package struct Admission: Sendable {
    package var lane: Lane
    /// More content than this is a 413.
    package var bodyLimitBytes: Int
    /// The answer, where the head is enough to refuse; the content is not read then.
    package var refusal: Response?

    package init(lane: Lane, bodyLimitBytes: Int, refusal: Response? = nil) {
        self.lane = lane
        self.bodyLimitBytes = bodyLimitBytes
        self.refusal = refusal
    }
}

/// The application, as the server sees it.
package struct Service: Sendable {
    /// Decides from the head, on the loop, before 100 Continue is sent: a pure function of the route
    /// table, without I/O.
    package var admit: @Sendable (RequestHead) -> Admission

    /// Makes a thread's responder; called once on each thread before the first request is accepted. If
    /// one throws, the server does not start.
    package var makeResponder: @Sendable (Lane) throws -> any Responder

    /// What the loop answers by itself.
    package var staticFiles: StaticFiles

    /// The content of what the server must refuse by itself: 400, 408, 413, 414, 417, 431, 500, 501,
    /// 503, 505. The head is nil where it could not be read. Called on the loop.
    package var errorResponse: @Sendable (Status, RequestHead?) -> Response

    /// Called on the loop once per finished request. It must not block.
    package var log: @Sendable (LogEntry) -> Void

    package init(
        admit: @escaping @Sendable (RequestHead) -> Admission,
        makeResponder: @escaping @Sendable (Lane) throws -> any Responder,
        staticFiles: StaticFiles = StaticFiles(),
        errorResponse: @escaping @Sendable (Status, RequestHead?) -> Response = Service.plainError,
        log: @escaping @Sendable (LogEntry) -> Void = { _ in }
    ) {
        self.admit = admit
        self.makeResponder = makeResponder
        self.staticFiles = staticFiles
        self.errorResponse = errorResponse
        self.log = log
    }

    /// The status in words, for programs without error pages.
    @Sendable
    package static func plainError(_ status: Status, _ head: RequestHead?) -> Response {
        Response(status: status, text: "\(status)\n")
    }
}

/// One line for the log: what was asked, what came of it.
package struct LogEntry: Sendable {
    /// Nil where the head could not be read.
    package let head: RequestHead?
    package let status: Status
    /// Bytes handed to the kernel, head included.
    package let bytesSent: Int
    /// From the complete head to the last byte handed to the kernel.
    package let microseconds: Int
    package let peer: String
    package let lane: Lane
    /// Why the server itself refused the request or gave the connection up; nil for the usual end.
    package let reason: String?

    package var method: String { head?.method.name ?? "-" }
    /// Path and query as they were sent.
    package var target: String { head?.target.raw ?? "-" }
    package var path: String { head?.target.path ?? "-" }
}
