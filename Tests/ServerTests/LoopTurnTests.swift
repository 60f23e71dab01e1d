import HTTP
import Testing

@testable import Server

/// Who is answered by a loop, and who by the workers.
@Suite("Turns on a loop")
struct LoopTurnTests {
    private static let (one, other) = (Caller("one"), Caller("other"))

    @Test("A loop answers for so long, and the rest of its turn belongs to the workers")
    func turn() {
        var turn = LoopTurn()
        _ = turn.begin(at: 1_000)
        turn.note(at: 1_000 + LoopTurn.microseconds - 1) { .anybody }
        #expect(turn.mayAnswer { .anybody })
        turn.note(at: 1_000 + LoopTurn.microseconds) { .anybody }
        #expect(!turn.mayAnswer { .anybody } && turn.isOver(at: 1_000 + LoopTurn.microseconds))
        _ = turn.begin(at: 1_000 + LoopTurn.microseconds)
        #expect(turn.mayAnswer { .anybody })
    }

    @Test("Whose page took long is sent to the workers for a while, and nobody else is")
    func slowParty() {
        var turn = LoopTurn()
        _ = turn.begin(at: 0)
        turn.note(at: LoopTurn.slowMicroseconds - 1) { Self.other }
        turn.note(at: 2 * LoopTurn.slowMicroseconds - 1) { Self.one }
        #expect(!turn.mayAnswer { Self.one })
        #expect(turn.mayAnswer { Self.other } && turn.mayAnswer { .anybody })
        _ = turn.begin(at: 3 * LoopTurn.slowMicroseconds + LoopTurn.memoryMicroseconds)
        #expect(turn.mayAnswer { Self.one })
    }

    @Test("Where nobody is told apart, a page that took long sends nobody away")
    func anybody() {
        var turn = LoopTurn()
        _ = turn.begin(at: 0)
        turn.note(at: LoopTurn.slowMicroseconds) { .anybody }
        _ = turn.begin(at: LoopTurn.slowMicroseconds)
        #expect(turn.mayAnswer { .anybody })
    }

    @Test("Who is slow in many names is forgotten before the names fill the memory")
    func manyParties() {
        var turn = LoopTurn()
        for number in 0..<2_500 {
            _ = turn.begin(at: 0)
            turn.note(at: LoopTurn.slowMicroseconds) { Caller(number) }
        }
        _ = turn.begin(at: 0)
        #expect(turn.mayAnswer { Caller(1_999) } && !turn.mayAnswer { Caller(2_499) })
    }

    // MARK: In a server

    /// Says which thread answers; `/slow` takes long, on a clock of the test’s.
    private final class LaneResponder: Responder {
        let lane: Lane
        let clock: ManualClock

        init(_ lane: Lane, _ clock: ManualClock) {
            (self.lane, self.clock) = (lane, clock)
        }

        func respond(to request: Request) -> Response {
            if request.path == "/slow" { clock.advance(milliseconds: 60) }
            return Response(status: .ok, text: lane.rawValue)
        }
    }

    private func server(_ clock: ManualClock) throws -> TestServer {
        try TestServer(
            { $0.clock = { clock.now } },
            serve: {
                $0.makeResponder = { LaneResponder($0, clock) }
                $0.caller = { head, _ in Caller(head.headers["From"] ?? "nobody") }
            }
        )
    }

    private static func get(_ path: String, from caller: String = "nobody") -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\nFrom: \(caller)\r\n\r\n"
    }

    private func answers(_ client: Client, _ count: Int) throws -> [String] {
        try (0..<count).map { _ in String(decoding: try client.response().body, as: UTF8.self) }
    }

    @Test("What is sent ahead behind a slow page is answered in order, by a worker")
    func sentAhead() throws {
        let clock = ManualClock()
        let server = try server(clock)
        defer { server.stop() }
        let client = try Client(server)
        let many = (0..<300).map { Self.get("/\($0)") }.joined()
        try client.send(Self.get("/slow") + many)
        #expect(
            try answers(client, 301) == ["loop"] + Array(repeating: "worker", count: 300)
        )
        #expect(server.log.map(\.path).first == "/slow")
        let next = try Client(server)
        try next.send(Self.get("/", from: "other"))
        #expect(try answers(next, 1) == ["loop"])
    }

    @Test("Where each answer takes a whole turn to be passed on, the others follow in later turns")
    func repliesInTurns() throws {
        let clock = ManualClock()
        let time = ManualClock()
        let server = try TestServer(
            {
                $0.clock = {
                    time.advance(milliseconds: LoopTurn.microseconds / 1_000)
                    return time.now
                }
            },
            serve: { $0.makeResponder = { LaneResponder($0, clock) } }
        )
        defer { server.stop() }
        let clients = try (0..<20).map { _ in try Client(server) }
        for client in clients { try client.send((0..<10).map { Self.get("/\($0)") }.joined()) }
        var lanes: Set<String> = []
        for client in clients { lanes.formUnion(try answers(client, 10)) }
        #expect(lanes.contains("worker"))
    }

    @Test("Each turn answers one of the requests sent ahead, and the end is heard")
    func oneATurn() throws {
        let clock = ManualClock()
        let server = try server(clock)
        defer { server.stop() }
        let client = try Client(server)
        // Each is slow, so that each ends a turn of its own; the client says at once that it sends no more.
        try client.send((0..<5).map { Self.get("/slow", from: "\($0)") }.joined())
        client.end()
        #expect(try answers(client, 5) == Array(repeating: "loop", count: 5))
        #expect(client.readToEnd().isEmpty)
    }
}
