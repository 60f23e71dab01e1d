import Glibc
import HTTP

/// The application, as the server sees it.
package struct Service: Sendable {
    /// Decides from the head, on the loop, before 100 Continue is sent: a pure function of the route
    /// table, without I/O.
    package var admit: @Sendable (RequestHead) -> Admission

    /// Makes a thread's responder; called once on each thread before the first request is accepted. If
    /// one throws, the server does not start.
    package var makeResponder: @Sendable (Lane) throws -> any Responder

    /// Files that the loop answers itself.
    package var staticFiles: StaticFiles

    /// Where content goes that is too large for memory (`Limits.contentBytes`), on a disk that has
    /// room for it. Without a folder all content is kept in memory, however much is admitted.
    package var spoolFolder: String?

    /// Whether that folder's disk has room for so many bytes more, asked before each block of them: much may
    /// arrive at the same time, and the last part of a disk may be kept for other things.
    package var hasRoom: @Sendable (_ bytes: Int) -> Bool = { _ in true }

    /// The content of the server's own refusals: 400, 405, 408, 413, 414, 417, 431, 500, 501, 503,
    /// 505, 507. Called on the loop.
    package var errorResponse: @Sendable (Status, RefusedRequest) -> Response

    /// Called on the loop once per finished request. It must not block.
    package var log: @Sendable (LogEntry) -> Void

    /// The name of a request's route in the log.
    package var routeName: @Sendable (RequestHead) -> String = { "\($0.method) \($0.path)" }

    /// Whom a request comes from, `peer` being the other end's address: nobody gets all workers of
    /// a lane. Asked on the loop, for what goes to a worker, without I/O. Nil, for everybody, if
    /// that doesn't matter.
    package var caller: (@Sendable (_ head: RequestHead, _ peer: String) -> Caller)?

    /// Whom a request of the sign-in lane counts as, besides what `caller` says: visitors are told apart by the account
    /// that they want to be let into, or whoever signs in again and again would keep all of their network waiting. Asked
    /// on the loop, without I/O.
    package var signingIn: (@Sendable (Request, Caller) -> Caller)?

    /// Whether the connections from an address aren't limited: those of this machine, and of a proxy,
    /// which carries everybody. Asked when there are too many.
    package var isUnlimited: @Sendable (_ peer: String) -> Bool = Service.isThisMachine

    /// Where the watchdog writes which handlers are stuck.
    package var stuck = StuckHandlers()

    /// Where it writes which lanes serve nobody.
    package var stalled = StalledLanes()

    /// Writes a line to the log that doesn't belong to a request.
    package var note: @Sendable (String) -> Void = { _ in }

    /// Ends the program, for that reason, because it can't continue.
    package var giveUp: @Sendable (String) -> Void = { reason in
        let line = Array("The program ends: \(reason).\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        _exit(70)
    }

    package init(
        admit: @escaping @Sendable (RequestHead) -> Admission,
        makeResponder: @escaping @Sendable (Lane) throws -> any Responder,
        staticFiles: StaticFiles = StaticFiles(),
        spoolFolder: String? = nil,
        errorResponse: @escaping @Sendable (Status, RefusedRequest) -> Response =
            Service.plainError,
        log: @escaping @Sendable (LogEntry) -> Void = { _ in }
    ) {
        self.admit = admit
        self.makeResponder = makeResponder
        self.staticFiles = staticFiles
        self.spoolFolder = spoolFolder
        self.errorResponse = errorResponse
        self.log = log
    }

    @Sendable private static func isThisMachine(_ peer: String) -> Bool {
        peer.hasPrefix("127.") || peer == "::1"
    }

    /// The status in words, for programs without error pages.
    @Sendable
    package static func plainError(_ status: Status, _ request: RefusedRequest) -> Response {
        Response(status: status, text: "\(status)\n")
    }
}
