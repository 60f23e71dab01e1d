import Glibc
import HTTP

/// From a head to a response.
extension EventLoop {
    /// RFC 9110 §15.5.18 and what a busy server says: try again in a moment.
    private static let retryAfterSeconds = "1"

    /// When something may have been read of what waits for somebody.
    private static let retryAfterWaitingSeconds = "5"

    /// The head is complete: decides what to do, and whether the content is wanted at all.
    func begin(_ connection: Connection, _ head: RequestHead, hasContentArrived: Bool) {
        connection.head = head
        connection.startedAt = clock.microseconds
        connection.isKeepAlive = head.isKeepAlive
        var allowed = limits.discardedBytes
        connection.plan = plan(connection, head, &allowed)
        connection.parser.allowContent(of: allowed)
        guard head.hasContent else { return }
        if allowed > limits.contentBytes, spooler != nil, !admitsLargeContent(connection, head) {
            return
        }
        if let length = head.contentLength, length > allowed {
            fail(connection, RequestFailure(.contentTooLarge, "Content-Length"))
            return
        }
        guard head.expectsContinue, !hasContentArrived else { return }
        if case .refuse(let response) = connection.plan {
            // The client is waiting for permission to send; the answer tells it not to.
            connection.isKeepAlive = false
            send(connection, response)
        } else {
            sendContinue(connection)
        }
    }

    /// What the server decides on its own, and what the application says about the rest.
    private func plan(
        _ connection: Connection,
        _ head: RequestHead,
        _ contentLimit: inout Int
    ) -> Connection.Plan {
        if head.method == .connect || !head.method.isKnown {
            return .refuse(service.errorResponse(.notImplemented, RefusedRequest(head)))
        }
        if head.hasUnknownExpectation {
            return .refuse(service.errorResponse(.expectationFailed, RefusedRequest(head)))
        }
        if head.target.isAsterisk {
            // RFC 9110 §9.3.7: about the server as a whole.
            let methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
            return .refuse(Response(status: .noContent, headers: ["Allow": methods]))
        }
        if let entry = service.staticFiles.entry(head.path) { return .serve(entry) }
        let admission = service.admit(head)
        if let refusal = admission.refusal { return .refuse(refusal) }
        if answers.isFull(for: { caller(of: connection) }) {
            return .refuse(unreadAnswers(connection))
        }
        contentLimit = admission.bodyLimitBytes
        return .respond(admission.lane)
    }

    /// The request is complete.
    func answer(_ connection: Connection) {
        guard let head = connection.head else { return }
        switch connection.plan {
        case .serve(let entry):
            send(connection, entry.response(to: head) ?? otherMethod(head))
        case .refuse(let response):
            send(connection, response)
        case .respond(let lane):
            guard let body = body(of: connection) else { return }
            let request = Request(head: head, body: body, peer: connection.peer)
            connection.content = []
            if lane == .loop, turn.mayAnswer({ caller(of: connection) }) {
                occupation.begin(head)
                let response = responder.respond(to: request)
                turn.note(at: clock.now) { caller(of: connection) }
                send(connection, response)
            } else {
                submit(connection, request, lane)
            }
        }
    }

    /// The content of a complete request; nil if it is lost, which has then been answered.
    private func body(of connection: Connection) -> RequestBody? {
        guard let spool = connection.spool else { return .bytes(connection.content) }
        return spooledBody(connection, spool)
    }

    /// A request for a static file with another method than GET or HEAD.
    private func otherMethod(_ head: RequestHead) -> Response {
        let isOptions = head.method == .options
        var response =
            isOptions
            ? Response(status: .noContent)
            : service.errorResponse(.methodNotAllowed, RefusedRequest(head))
        response.headers["Allow"] = StaticEntry.allow
        return response
    }

    private func submit(_ connection: Connection, _ request: Request, _ lane: Lane) {
        connection.phase = .responding
        deadlines.clear(connection.descriptor)
        var job = Job(connection: connection.id, mailbox: mailbox, task: .respond(request))
        job.caller = caller(of: connection)
        if lane == .signIn, let signingIn = service.signingIn {
            job.caller = signingIn(request, job.caller)
        }
        guard !workers.submit(job, to: lane) else { return }
        connection.reason = "queue full"
        send(connection, busy(request.head, EventLoop.retryAfterSeconds))
    }

    private func busy(_ head: RequestHead, _ seconds: String) -> Response {
        var response = service.errorResponse(.serviceUnavailable, RefusedRequest(head))
        response.headers["Retry-After"] = seconds
        return response
    }

    /// The answer to a request while too much else of its sender waits for them, for that reason.
    func busy(_ connection: Connection, _ reason: String) -> Response {
        connection.reason = reason
        guard let head = connection.head else { return Response(status: .serviceUnavailable) }
        return busy(head, EventLoop.retryAfterWaitingSeconds)
    }

    /// The answer to a request while too many others wait to be read.
    private func unreadAnswers(_ connection: Connection) -> Response {
        busy(connection, "unread answers")
    }

    /// An answer, or a refusal in its place if it may have to wait in memory and there is no room
    /// for it. Static files are there anyway.
    func affordable(_ response: Response, for connection: Connection) -> Response {
        guard case .bytes(let bytes) = response.body, case .respond = connection.plan,
            !answers.hasRoom(for: bytes.count, of: { caller(of: connection) })
        else { return response }
        return unreadAnswers(connection)
    }

    /// Whom the request comes from that a connection has.
    func caller(of connection: Connection) -> Caller {
        if let caller = connection.caller { return caller }
        let caller = connection.head.flatMap { service.caller?($0, connection.peer) } ?? .anybody
        connection.caller = caller
        return caller
    }

    /// Takes the result of a worker or of the spooler.
    func take(_ reply: Reply) {
        guard let connection = connections[reply.connection] else { return }
        switch reply.content {
        case .spooled(let block):
            take(connection, block)
        case .streamed:
            takeStream(connection)
        default:
            guard connection.phase == .responding else { return }
            take(connection, reply.content)
        }
        resume(connection)
    }

    private func take(_ connection: Connection, _ content: Reply.Content) {
        guard !connection.isBroken else {
            abandon(connection, "connection broken")
            return
        }
        switch content {
        case .response(let response):
            send(connection, response)
        case .refused:
            send(connection, unreadAnswers(connection))
        case .chunk(let chunk, let rest):
            send(connection, chunk, rest: rest)
        case .end:
            sendEnd(connection)
        case .failure(let reason):
            abandon(connection, reason)
        case .spooled, .streamed:
            break
        }
    }

    /// The parser, or a deadline, refuses the request: the last response of its connection. If the
    /// application has already refused it, its answer is better than ours.
    func fail(_ connection: Connection, _ failure: RequestFailure) {
        if case .refuse(let response) = connection.plan, connection.head != nil {
            connection.isKeepAlive = false
            connection.reason = failure.reason
            send(connection, response)
        } else {
            refuse(connection, failure)
        }
    }

    func refuse(_ connection: Connection, _ failure: RequestFailure) {
        connection.isKeepAlive = false
        connection.reason = failure.reason
        if connection.head == nil { connection.startedAt = clock.microseconds }
        let request =
            connection.head.map { RefusedRequest($0) }
            ?? RefusedRequest(path: connection.parser.refusedTarget)
        send(connection, service.errorResponse(failure.status, request))
    }
}
