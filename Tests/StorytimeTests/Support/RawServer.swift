import Glibc
import Testing

@testable import Server

/// A server that says what no decent one would: some bytes, and then others again and again, for as long as
/// somebody listens.
final class RawServer: Sendable {
    /// Longer than anybody listens, and what never comes is a failure.
    private static let patienceMilliseconds: Int32 = 20_000

    let address: String
    private let thread: Thread

    /// Serves one client.
    init(_ first: String, then again: String) throws {
        let listener = try Listener(host: "127.0.0.1", port: 0)
        address = "http://127.0.0.1:\(listener.port)"
        thread = try Thread("raw server") {
            Self.wait(listener.descriptor, POLLIN)
            guard case .connection(let client, _) = listener.accept() else { return }
            defer { close(client) }
            Self.wait(client, POLLIN)
            var part = Array(first.utf8)[...]
            while !part.isEmpty {
                Self.wait(client, POLLOUT)
                let count = part.withUnsafeBytes {
                    send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                part = part.dropFirst(count)
                if part.isEmpty { part = Array(again.utf8)[...] }
            }
        }
    }

    /// Waits until the client has gone.
    func join() { thread.join() }

    private static func wait(_ descriptor: Int32, _ events: Int32) {
        var file = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        poll(&file, 1, patienceMilliseconds)
    }
}
