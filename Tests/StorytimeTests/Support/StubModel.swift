import Glibc
import HTTP
import Server
import Synchronization

@testable import Storytime

/// A service on this machine that speaks OpenAI's chat API as badly as a test wants, and remembers what
/// it was asked.
final class StubModel: Sendable {
    /// What it does with a question.
    enum Act: Sendable {
        /// Says these pieces and ends as the API has it.
        case says([String], reason: String = "stop")
        /// Sends exactly these bytes, one after another, as a stream of events.
        case sends([[UInt8]])
        /// Sends these bytes and then nothing more, with the connection open.
        case stalls(after: String)
        /// Sends these bytes and breaks the connection.
        case breaks(after: String)
        /// Says words without end.
        case neverEnds
        case answers(Int, String, type: String = "application/json", [(String, String)] = [])
    }

    struct Asked: Sendable {
        let line: String
        let headers: Headers
        let body: String
    }

    private struct State {
        var acts: [Act] = []
        var asked: [Asked] = []
        var pipes: [Pipe] = []
        var threads: [Thread] = []
        /// Nil: it has no such address.
        var models: String? = #"{"object":"list","data":[{"id":"owl","object":"model"}]}"#
    }

    private final class Box: Sendable {
        let state = Mutex(State())
    }

    private final class StubResponder: Responder {
        let box: Box

        init(_ box: Box) { self.box = box }

        func respond(to request: Request) -> Response {
            let line = "\(request.method.name) \(request.head.target.raw)"
            let body = String(decoding: request.body.memory ?? [], as: UTF8.self)
            let act = box.state.withLock { state -> Act in
                state.asked.append(Asked(line: line, headers: request.headers, body: body))
                if line.hasSuffix("/models") {
                    return state.models.map { .answers(200, $0) } ?? .answers(404, "{}")
                }
                return state.acts.count > 1
                    ? state.acts.removeFirst() : state.acts.first ?? .answers(404, "{}")
            }
            return StubModel.respond(act, box)
        }
    }

    private let box = Box()
    private let server: Server
    private let thread: Thread
    private let isStopped = Mutex(false)

    init(_ acts: Act...) throws {
        box.state.withLock { $0.acts = acts }
        let box = box
        let service = Service(
            admit: { _ in Admission(lane: .loop, bodyLimitBytes: 1 << 20) },
            makeResponder: { _ in StubResponder(box) }
        )
        var configuration = ServerConfiguration(host: "127.0.0.1", port: 0, loops: 1)
        configuration.deadlines.drainMilliseconds = 100
        let server = try Server(configuration, service)
        self.server = server
        thread = try Thread("stub model") { try? server.run() }
    }

    deinit { stop() }

    func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        server.stop()
        thread.join()
        box.state.withLock(\.threads).forEach { $0.join() }
    }

    var address: ChatAddress? { ChatAddress("http://127.0.0.1:\(server.port)") }

    /// What it does from now on: one after the other, the last one again and again.
    func will(_ acts: Act...) { will(acts) }

    func will(_ acts: [Act]) { box.state.withLock { $0.acts = acts } }

    func hasNoModels() { box.state.withLock { $0.models = nil } }

    func has(models: String) { box.state.withLock { $0.models = models } }

    var asked: [Asked] { box.state.withLock(\.asked) }

    /// The questions, without those for its models.
    var questions: [Asked] { asked.filter { $0.line.hasPrefix("POST") } }

    /// Whether whoever asked last has given up.
    var isLeft: Bool { box.state.withLock { $0.pipes.last?.hasNoReader ?? false } }

    /// Says more, where it was silent.
    func say(_ text: String) {
        box.state.withLock(\.pipes).last?.write(Array(text.utf8))
    }

    /// Ends what it was saying.
    func finish() { box.state.withLock(\.pipes).last?.finish() }

    // MARK: The API

    static func chunk(_ text: String) -> String {
        "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"owl\",\"choices\":"
            + "[{\"index\":0,\"delta\":{\"content\":\(JSONText.quoted(text))},"
            + "\"finish_reason\":null}]}\n\n"
    }

    static func end(_ reason: String = "stop") -> String {
        "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"\(reason)\"}]}"
            + "\n\ndata: {\"id\":\"c\",\"choices\":[],\"usage\":{\"total_tokens\":12}}\n\n"
            + "data: [DONE]\n\n"
    }

    private static func respond(_ act: Act, _ box: Box) -> Response {
        let pipe = Pipe()
        switch act {
        case .says(let pieces, let reason):
            for piece in pieces { pipe.write(Array(chunk(piece).utf8)) }
            pipe.write(Array(end(reason).utf8))
            pipe.finish()
        case .sends(let pieces):
            let thread = try? Thread("stub words") {
                for piece in pieces {
                    pipe.write(piece)
                    usleep(2000)
                }
                pipe.finish()
            }
            if let thread { box.state.withLock { $0.threads.append(thread) } }
        case .stalls(let text):
            pipe.write(Array(text.utf8))
        case .breaks(let text):
            let thread = try? Thread("stub words") {
                pipe.write(Array(text.utf8))
                usleep(100_000)
                pipe.fail("broken on purpose")
            }
            if let thread { box.state.withLock { $0.threads.append(thread) } }
        case .neverEnds:
            let thread = try? Thread("stub words") {
                while pipe.write(Array(chunk("word ").utf8)) {}
            }
            if let thread { box.state.withLock { $0.threads.append(thread) } }
        case .answers(let status, let body, let type, let headers):
            return Response(
                status: Status(integerLiteral: status),
                headers: Headers([("Content-Type", type)] + headers),
                body: .bytes(Array(body.utf8))
            )
        }
        box.state.withLock { $0.pipes.append(pipe) }
        return Response(
            headers: Headers([("Content-Type", "text/event-stream")]),
            body: .stream(pipe)
        )
    }
}
