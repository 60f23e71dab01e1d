import Glibc
import Server
import Synchronization
import Testing

@testable import Storytime

@Suite("Names that other servers are found by")
struct HostAddressesTests {
    /// Name servers that answer when a test says so.
    private final class NameServers: Sendable {
        private let questions = Channel<Void>(limit: .max)
        let asked = Atomic<Int>(0)

        @Sendable func resolve(_ name: String) -> [IPAddress] {
            asked.wrappingAdd(1, ordering: .relaxed)
            _ = questions.pop()
            return [IPAddress("192.0.2.1")].compactMap(\.self)
        }

        func answer() { questions.close() }
    }

    private func error(_ names: HostAddresses, within milliseconds: Int) throws -> OutgoingError {
        try #require(throws: OutgoingError.self) {
            _ = try names.find("films.example", withinMilliseconds: milliseconds)
        }
    }

    @Test("Nobody waits longer for a name than they want to, and only a few questions wait")
    func deadline() throws {
        let servers = NameServers()
        let names = HostAddresses(servers.resolve)
        for _ in 0..<HostAddresses.mostAtOnce {
            let error = try error(names, within: 1)
            #expect(error.kind == .unreachable)
            #expect(error.description == "no name server answered for films.example in time")
        }
        // However long somebody would wait.
        #expect(
            try error(names, within: 3_600_000).description
                == "the name servers don’t answer: \(HostAddresses.mostAtOnce) questions wait"
        )
        #expect(names.waiting == HostAddresses.mostAtOnce)
        // Numbers are nothing to ask about.
        #expect(try names.find("[::1]", withinMilliseconds: 0).map(\.description) == ["::1"])
        servers.answer()
        while names.waiting > 0 { usleep(1_000) }
        #expect(servers.asked.load(ordering: .relaxed) == HostAddresses.mostAtOnce)
        let found = try names.find("films.example", withinMilliseconds: 3_600_000)
        #expect(found.map(\.description) == ["192.0.2.1"])
        #expect(names.waiting == 0)
    }

    @Test("The time for a name is part of the time for everything")
    func partOfAll() throws {
        let now = Mutex(0)
        let limits = Mutex<[Int]>([])
        var fetch = GuardedFetch(home: nil)
        fetch.timeoutMilliseconds = 8000
        fetch.clock = { now.withLock(\.self) }
        fetch.addresses = { host, limit in
            limits.withLock { $0.append(limit) }
            now.withLock { $0 += 3000 }
            return [IPAddress("8.8.8.8")].compactMap(\.self)
        }
        fetch.transfer = { request throws(OutgoingError) in
            OutgoingAnswer(status: 302, headers: ["location": "https://b.example/"])
        }
        let error = try #require(throws: OutgoingError.self) {
            _ = try fetch.get("https://a.example/", accepting: "*/*")
        }
        #expect(limits.withLock(\.self) == [8000, 5000, 2000])
        #expect(error.kind == .interrupted && error.description == "it took too long")
    }

    @Test("A look that fetches several things has the time of one")
    func severalFetches() throws {
        let now = Mutex(0)
        var fetch = GuardedFetch(home: nil)
        fetch.timeoutMilliseconds = 8000
        fetch.clock = { now.withLock(\.self) }
        fetch.addresses = { _, _ in [IPAddress("8.8.8.8")].compactMap(\.self) }
        fetch.transfer = { request throws(OutgoingError) in
            now.withLock { $0 += 5000 }
            return OutgoingAnswer(status: 200, body: Array("\(request.timeoutMilliseconds)".utf8))
        }
        func left(_ fetch: GuardedFetch) throws -> String {
            let answer = try fetch.get("https://a.example/", accepting: "*/*")
            return String(decoding: answer.body, as: UTF8.self)
        }
        #expect(try left(fetch) == "8000")
        #expect(try left(fetch) == "8000")
        let shared = fetch.sharingTime()
        #expect(try left(shared) == "8000")
        #expect(try left(shared) == "3000")
        #expect(throws: OutgoingError.self) { try left(shared) }
    }
}
