import Glibc
import HTTP
import Received
import Synchronization

@testable import Server

/// A server for one test, on a port of its own, with a responder that shows what the server does.
final class TestServer: Sendable {
    let server: Server
    private let thread: Thread
    private let box: Box
    let gate = Gate()
    let stuck = StuckHandlers()
    let stalled = StalledLanes()
    private let isStopped = Mutex(false)

    init(
        _ change: (inout ServerConfiguration) -> Void = { _ in },
        files: StaticFiles = TestServer.files,
        spoolFolder: String? = nil,
        serve: (inout Service) -> Void = { _ in }
    ) throws {
        var configuration = ServerConfiguration(port: 0, loops: 1, workers: 1, slowWorkers: 1)
        configuration.signInWorkers = 1
        configuration.outgoingWorkers = 1
        // So long a server that stops waits for a client that its test keeps open.
        configuration.deadlines.lingerMilliseconds = 1_000
        change(&configuration)
        let box = Box()
        let gate = gate
        var service = Service(
            admit: TestResponder.admit,
            makeResponder: { _ in TestResponder(gate) },
            staticFiles: files,
            spoolFolder: spoolFolder,
            errorResponse: { status, request in
                var response = Service.plainError(status, request)
                response.headers.add("X-Head", request.head.map { "\($0.method)" } ?? "none")
                response.headers.add("X-Path", request.path ?? "none")
                return response
            },
            log: { entry in
                box.entries.withLock { entries in
                    if entries.count < Box.kept { entries.append(entry) }
                }
            }
        )
        service.stuck = stuck
        service.stalled = stalled
        service.note = { note in box.notes.withLock { $0.append(note) } }
        service.giveUp = { reason in box.reasons.withLock { $0.append(reason) } }
        serve(&service)
        let server = try Server(configuration, service)
        self.server = server
        self.box = box
        thread = try Thread("test-server") { try? server.run() }
    }

    private final class Box: Sendable {
        /// More than any test looks at, and little enough not to count as memory.
        static let kept = 1_000

        let entries = Mutex<[LogEntry]>([])
        let notes = Mutex<[String]>([])
        let reasons = Mutex<[String]>([])
    }

    var port: Int { server.port }

    /// The first requests that were logged.
    var log: [LogEntry] { box.entries.withLock { $0 } }

    /// What the watchdog said, and why it would have ended the program.
    var notes: [String] { box.notes.withLock { $0 } }
    var reasons: [String] { box.reasons.withLock { $0 } }

    /// Stops the server and waits until `run` has returned; the log is complete then.
    func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        server.stop()
        thread.join()
    }

    static let css = Array(repeating: UInt8(ascii: "c"), count: 30_000)
    static let files = StaticFiles([
        "/app.css": StaticFile(
            contentType: "text/css; charset=utf-8",
            bytes: css,
            gzip: [0x1f, 0x8b],
            etag: "\"v1\"",
            lastModified: 784_111_777
        )
    ])
}

/// Holds up whoever answers `/hold` (on the loop) or `/held` (on a worker) until a test lets them go; `/spin` and `/spinning` do so at the cost of a processor.
final class Gate: Sendable {
    private let arrivals = Channel<Void>(limit: .max)
    private let passes = Channel<Void>(limit: .max)
    private let pipes = Channel<Pipe>(limit: .max)

    private let isSpinning = Atomic<Bool>(true)
    private let interruptions = Atomic<Int>(0)

    /// Uses a processor until a test lets it go.
    func spin() {
        while isSpinning.load(ordering: .relaxed) {}
    }

    func endSpinning() { isSpinning.store(false, ordering: .relaxed) }

    func noteInterruption() { interruptions.wrappingAdd(1, ordering: .relaxed) }

    var isInterrupted: Bool { interruptions.load(ordering: .relaxed) > 0 }

    /// Called by a responder: a test writes what is answered.
    func handOver(_ pipe: Pipe) { _ = pipes.push(pipe) }

    /// Waits for the next answer to be written.
    func awaitPipe() -> Pipe? { pipes.pop() }

    /// Called by a responder.
    func pass() {
        _ = arrivals.push(())
        _ = passes.pop()
    }

    /// Waits until one more stands before it.
    func awaitArrival() { _ = arrivals.pop() }

    /// Lets so many go.
    func open(for count: Int = 1) {
        for _ in 0..<count { _ = passes.push(()) }
    }
}

/// A clock that stands still until a test moves it.
final class ManualClock: Sendable {
    private let microseconds = Atomic<Int64>(1_000_000_000)

    var now: Int64 { microseconds.load(ordering: .relaxed) }

    func advance(milliseconds: Int64) {
        microseconds.wrappingAdd(milliseconds * 1_000, ordering: .relaxed)
    }
}

/// Answers by path. `/stream` is written by the test, `/sleep` holds its worker, `/chunks` makes pieces, `/spool` takes large content
/// from everyone but those who say that they are nobody.
final class TestResponder: Responder {
    static let admit: @Sendable (RequestHead) -> Admission = { head in
        switch head.path {
        case "/worker", "/sleep", "/held", "/spinning", "/large":
            Admission(lane: .worker, bodyLimitBytes: 1_000)
        case "/held/outgoing": Admission(lane: .outgoing, bodyLimitBytes: 1_000)
        case "/sign-in": Admission(lane: .signIn, bodyLimitBytes: 1_000)
        case "/upload": Admission(lane: .worker, bodyLimitBytes: 8 << 20)
        case "/spool": Admission(lane: .slow, bodyLimitBytes: 512 << 20)
        case "/chunks", "/broken": Admission(lane: .slow, bodyLimitBytes: 0)
        case "/forbidden":
            Admission(
                lane: .worker,
                bodyLimitBytes: 0,
                refusal: Response(status: .forbidden, text: "no")
            )
        default: Admission(lane: .loop, bodyLimitBytes: 1_000)
        }
    }

    static let pipeLimit = 64 * 1024

    private let gate: Gate

    init(_ gate: Gate = Gate()) {
        self.gate = gate
    }

    var interrupt: (@Sendable () -> Void)? {
        { [gate] in gate.noteInterruption() }
    }

    func answer(to request: Request, losingContent error: any Error) -> Response? {
        request.head.target.raw.hasSuffix("?told")
            ? Response(status: .serviceUnavailable, text: "\(error)") : nil
    }

    func refusal(of request: Request) -> Response? {
        request.headers["From"] == "nobody" ? Response(status: .forbidden, text: "not you") : nil
    }

    func respond(to request: Request) -> Response {
        switch request.path {
        case "/sleep":
            usleep(300_000)
            return Response(status: .ok, text: "slept")
        case "/hold", "/held", "/held/outgoing":
            gate.pass()
            return Response(status: .ok, text: "held")
        case "/spin", "/spinning":
            gate.spin()
            return Response(status: .ok, text: "spun")
        case "/upload": return Response(status: .ok, text: "\(request.body.count)")
        case "/spool": return TestResponder.describe(request.body)
        case "/chunks":
            let source = Pieces(
                left: request.query.flatMap { ReceivedNumber.integer($0) } ?? 3,
                fails: false
            )
            return Response(body: .chunks(source))
        case "/stream":
            let pipe = Pipe(
                heartbeat: Array(": still here\n\n".utf8),
                limit: TestResponder.pipeLimit
            )
            gate.handOver(pipe)
            return Response(headers: ["Content-Type": "text/event-stream"], body: .stream(pipe))
        case "/large":
            let count = request.query.flatMap { ReceivedNumber.integer($0, in: 0...1 << 30) } ?? 0
            return Response(body: .bytes([UInt8](repeating: 7, count: count)))
        case "/broken": return Response(body: .chunks(Pieces(left: 2, fails: true)))
        case "/file":
            guard let file = OpenFile(path: "/proc/self/exe") ?? OpenFile(path: "/etc/passwd")
            else {
                return Response(status: .notFound)
            }
            return Response(body: .file(FileBody(file: file)))
        case "/tagged": return Response(headers: ["X-Tag": "7"])
        case "/injection": return Response(headers: ["X": "a\r\nY: b"])
        default:
            let body = String(decoding: request.body.memory ?? [], as: UTF8.self)
            return Response(status: .ok, text: "\(request.method) \(request.path) \(body)")
        }
    }
}

extension TestResponder {
    /// Where content was kept, its size, and a sum that tells whether all of it is in its place.
    static func describe(_ body: RequestBody) -> Response {
        var sum = Checksum()
        for start in stride(from: 0, to: body.count, by: 1 << 20) {
            guard let bytes = try? body.bytes(at: start..<start + 1 << 20) else {
                return Response(status: .internalServerError)
            }
            sum.add(bytes)
        }
        let place = body.memory == nil ? "file" : "memory"
        return Response(status: .ok, text: "\(place) \(body.count) \(sum.value)")
    }
}

/// FNV-1a over words of eight bytes: quick, and different for any other order.
struct Checksum {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count - 7, by: 8) {
                let word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                value = (value ^ word) &* 0x0000_0100_0000_01b3
            }
        }
    }
}

/// Pieces of 64 KiB.
struct Pieces: ChunkSource {
    struct Failure: Error {}

    static let piece = Array(repeating: UInt8(ascii: "p"), count: 64 * 1024)

    var left: Int
    var fails: Bool

    func next(_ responder: any Responder) throws -> (chunk: [UInt8], rest: any ChunkSource)? {
        guard left > 0 else {
            if fails { throw Failure() }
            return nil
        }
        return (Pieces.piece, Pieces(left: left - 1, fails: fails))
    }
}
