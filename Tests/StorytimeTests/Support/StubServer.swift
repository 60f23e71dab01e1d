import HTTP
import Server
import Synchronization
import Testing

@testable import Storytime

/// A server on this machine that stands for another one, like Mux's API: it answers what a test told it
/// to, and remembers what it was asked.
final class StubServer: Sendable {
    struct Asked: Sendable {
        let line: String
        let headers: Headers
        let body: String
    }

    private struct State {
        /// What is answered to a request line, one after the other; the last one again and again.
        var answers: [String: [Response]] = [:]
        /// What is answered to anything else.
        var other = StubServer.response(404, StubServer.notFound)
        /// Parts of addresses that there is nothing at.
        var refused: [String] = []
        var asked: [Asked] = []
    }

    private final class Box: Sendable {
        let state = Mutex(State())
    }

    private final class StubResponder: Responder {
        let box: Box

        init(_ box: Box) {
            self.box = box
        }

        func respond(to request: Request) -> Response {
            let line = "\(request.method.name) \(request.head.target.raw)"
            let body = String(decoding: request.body.memory ?? [], as: UTF8.self)
            return box.state.withLock { state in
                state.asked.append(Asked(line: line, headers: request.headers, body: body))
                if state.refused.contains(where: { line.contains($0) }) {
                    return StubServer.response(404, StubServer.notFound)
                }
                guard var answers = state.answers[line], let first = answers.first else {
                    return state.other
                }
                if answers.count > 1 { answers.removeFirst() }
                state.answers[line] = answers
                return first
            }
        }
    }

    private let box = Box()
    private let server: Server
    private let thread: Thread
    private let isStopped = Mutex(false)

    init() throws {
        let box = box
        let service = Service(
            admit: { _ in Admission(lane: .loop, bodyLimitBytes: 1 << 20) },
            makeResponder: { _ in StubResponder(box) }
        )
        let server = try Server(ServerConfiguration(host: "127.0.0.1", port: 0), service)
        self.server = server
        thread = try Thread("stub server") { try? server.run() }
    }

    deinit { stop() }

    /// Nobody listens afterwards.
    func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        server.stop()
        thread.join()
    }

    var origin: Origin { Origin(isSecure: false, host: "127.0.0.1", port: server.port) }

    /// What will be answered to that request, after what was said before.
    func answer(
        _ line: String,
        _ status: Int = 200,
        _ body: String = "",
        _ headers: [(String, String)] = []
    ) {
        box.state.withLock { state in
            state.answers[line, default: []].append(Self.response(status, body, headers))
        }
    }

    /// A file that will be answered to that request.
    func answer(_ line: String, file: [UInt8], _ type: String) {
        box.state.withLock { state in
            state.answers[line, default: []].append(
                Response(
                    status: 200,
                    headers: Headers([("Content-Type", type)]),
                    body: .bytes(file)
                )
            )
        }
    }

    /// What will be answered to requests that no test can name.
    func answerAny(_ status: Int, _ body: String) {
        box.state.withLock { $0.other = Self.response(status, body) }
    }

    /// Answers 404 wherever the address has that part.
    func refuse(_ part: String) { box.state.withLock { $0.refused.append(part) } }

    /// Forgets what was to be answered.
    func reset() { box.state.withLock { $0.answers = [:] } }

    var asked: [Asked] { box.state.withLock(\.asked) }
    var lines: [String] { asked.map(\.line) }

    static func response(_ status: Int, _ body: String, _ headers: [(String, String)] = [])
        -> Response
    {
        Response(
            status: Status(integerLiteral: status),
            headers: Headers([("Content-Type", "application/json")] + headers),
            body: status == 204 ? .none : .bytes(Array(body.utf8))
        )
    }
}
