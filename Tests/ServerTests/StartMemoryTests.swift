import HTTP
import Synchronization
import Testing

@testable import Server

@Suite("What starting needed is given back") struct StartMemoryTests {
    @Test("The pages of files go, and the process works as before")
    func givingBack() throws {
        let server = try TestServer()
        defer { server.stop() }
        let request = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
        let client = try Client(server)
        try client.send(request)
        let answer = try client.response().body
        let before = ResidentMemory.fileBytes()
        StartMemory.giveBack()
        // Other tests run beside this one, and touch what they need again.
        #expect(ResidentMemory.fileBytes() < before * 3 / 4)
        try client.send(request)
        #expect(try client.response().body == answer)
        let newcomer = try Client(server)
        try newcomer.send(request)
        #expect(try newcomer.response().body == answer)
    }

    @Test("A server says that it is ready once, when all of its responders are made")
    func readiness() throws {
        let made = Atomic(0)
        let service = Service(
            admit: TestResponder.admit,
            makeResponder: { _ in
                made.add(1, ordering: .relaxed)
                return TestResponder()
            }
        )
        var configuration = ServerConfiguration(port: 0, loops: 2, workers: 2, slowWorkers: 1)
        configuration.signInWorkers = 3
        configuration.outgoingWorkers = 4
        let server = try Server(configuration, service)
        var calls: [Int] = []
        try server.run {
            calls.append(made.load(ordering: .relaxed))
            server.stop()
        }
        #expect(calls == [12])
    }
}
