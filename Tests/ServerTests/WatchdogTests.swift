import Glibc
import HTTP
import Testing

@testable import Server

@Suite(.serialized) struct WatchdogTests {
    /// So little that a handler which spins is noticed at once, and enough for those that don't, as only
    /// their own time counts.
    private func strict(_ configuration: inout ServerConfiguration) {
        configuration.processorLimits.loopMilliseconds = 500
        configuration.processorLimits.workerMilliseconds = 500
        configuration.processorLimits.slowMilliseconds = 500
        configuration.processorLimits.graceMilliseconds = 50
        configuration.processorLimits.loopGraceMilliseconds = 50
        configuration.processorLimits.lookMilliseconds = 5
        configuration.processorLimits.mostStuck = 100
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    /// Waits for something that comes sooner or later, however busy the machine is.
    private func eventually(_ isSo: () -> Bool) -> Bool {
        for _ in 0..<60_000 {
            if isSo() { return true }
            usleep(1_000)
        }
        return false
    }

    @Test("A stuck handler is logged and stopped, another worker takes its place, and it ends")
    func worker() throws {
        let server = try TestServer(strict)
        defer { server.stop() }
        let stuck = try Client(server)
        try stuck.send(Self.get("/spinning"))
        #expect(
            eventually { server.notes.contains { $0.contains("another thread takes its place") } }
        )
        #expect(server.gate.isInterrupted)
        let handler = try #require(server.stuck.all.first)
        #expect(handler.route == "GET /spinning" && handler.thread == "worker-1")
        #expect(handler.lane == .worker && handler.milliseconds >= 500)
        let note = try #require(server.notes.first)
        #expect(note.hasPrefix("watchdog: GET /spinning on worker-1 has used a processor for "))
        // The lane has one worker: this is the one in its place.
        #expect(try Client(server).status(Self.get("/worker")) == "200")
        #expect(!server.stuck.all.isEmpty)
        server.gate.endSpinning()
        #expect(try stuck.response().body == Array("spun".utf8))
        #expect(eventually { server.stuck.all.isEmpty })
        #expect(eventually { server.notes.last?.hasSuffix("came to its end") == true })
        #expect(try Client(server).status(Self.get("/worker")) == "200")
        #expect(server.reasons.isEmpty)
    }

    @Test("A handler that waits for something else uses no processor, and is left alone")
    func waiting() throws {
        let server = try TestServer {
            strict(&$0)
            $0.processorLimits.mostStuck = 1
        }
        defer { server.stop() }
        let held = try Client(server)
        try held.send(Self.get("/held"))
        server.gate.awaitArrival()
        usleep(700_000)
        #expect(server.stuck.all.isEmpty)
        server.gate.open()
        #expect(try held.response().body == Array("held".utf8))
        #expect(server.notes.isEmpty && server.reasons.isEmpty)
    }

    @Test("When too many are stuck, the program ends")
    func tooMany() throws {
        let server = try TestServer {
            strict(&$0)
            $0.processorLimits.mostStuck = 2
        }
        defer { server.stop() }
        let clients = try (0..<2).map { _ in try Client(server) }
        for client in clients { try client.send(Self.get("/spinning")) }
        #expect(eventually { !server.reasons.isEmpty })
        let reason = try #require(server.reasons.first)
        #expect(reason.hasPrefix("too many handlers are stuck (GET /spinning on worker-1"))
        server.gate.endSpinning()
        for client in clients { #expect(try client.response().body == Array("spun".utf8)) }
        #expect(server.reasons.count == 1)
    }

    @Test(
        "A stuck loop is noticed while another one answers; the program ends, for it can't be replaced"
    )
    func loop() throws {
        let server = try TestServer {
            strict(&$0)
            $0.loops = 2
            $0.processorLimits.loopGraceMilliseconds = 200
        }
        defer { server.stop() }
        let stuck = try Client(server)
        try stuck.send(Self.get("/spin"))
        #expect(eventually { !server.stuck.all.isEmpty })
        let handler = try #require(server.stuck.all.first)
        #expect(handler.route == "GET /spin" && handler.lane == .loop)
        #expect(try Client(server).status(Self.get("/page")) == "200")
        #expect(eventually { server.reasons.contains { $0.hasPrefix("a loop is stuck") } })
        server.gate.endSpinning()
        #expect(try stuck.response().body == Array("spun".utf8))
        #expect(eventually { server.stuck.all.isEmpty })
    }

    @Test("A lane that serves nobody is named until it does; the others go on")
    func stalled() throws {
        let clock = ManualClock()
        let server = try TestServer {
            strict(&$0)
            $0.clock = { clock.now }
            // The time that goes by here is not the clients'.
            $0.deadlines.headMilliseconds = 1 << 40
            $0.deadlines.firstByteMilliseconds = 1 << 40
            $0.deadlines.idleMilliseconds = 1 << 40
        }
        defer { server.stop() }
        let held = try (0..<2).map { _ in try Client(server) }
        for client in held { try client.send(Self.get("/held/outgoing")) }
        server.gate.awaitArrival()
        #expect(
            eventually {
                clock.advance(milliseconds: 1_000)
                return server.stalled.all == [.outgoing]
            }
        )
        for path in ["/worker", "/sign-in"] {
            #expect(try Client(server).status(Self.get(path)) == "200")
        }
        server.gate.open(for: 2)
        for client in held { #expect(try client.response().body == Array("held".utf8)) }
        #expect(eventually { server.stalled.all.isEmpty })
    }
}
