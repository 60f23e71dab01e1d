import CLinux
import Glibc
import Received

@testable import Server

/// A client that says exactly what a test wants said.
final class Client {
    struct Failure: Error {
        let reason: String
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    init(_ server: TestServer, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, SocketAddress.stream, 0)
        guard descriptor >= 0 else { throw Failure(reason: "socket") }
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        // For a server that hangs, which is a failure; no machine is too slow for it.
        var timeout = timeval(tv_sec: 120, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        let address = try SocketAddress(host: "127.0.0.1", port: server.port)
        let code = address.withPointer { connect(descriptor, $0, $1) }
        guard code == 0 else { throw Failure(reason: "connect") }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(reason: "send") }
            start += count
        }
    }

    /// Waits until the server's kernel has all that was sent.
    func waitUntilDelivered() {
        while clinux_unacknowledged(descriptor) > 0 { usleep(1000) }
    }

    /// Says that nothing more will be sent.
    func end() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// One response: its head as text, its content decoded.
    func response(isHead: Bool = false) throws -> (head: String, body: [UInt8]) {
        let head = String(decoding: try take(through: Array("\r\n\r\n".utf8)), as: UTF8.self)
        let status = head.dropFirst(9).prefix(3)
        guard !isHead, status != "204", status != "304", !status.hasPrefix("1") else {
            return (head, [])
        }
        if let range = head.firstRange(of: "Content-Length: ") {
            let length =
                ReceivedNumber.integer(head[range.upperBound...].prefix { $0.isNumber }) ?? 0
            return (head, try take(length))
        }
        guard head.contains("Transfer-Encoding: chunked") else { return (head, readToEnd()) }
        return (head, try chunks())
    }

    /// Forgets so much of what comes after a head.
    func skipContent(_ count: Int) throws {
        let here = min(count, received.count)
        received.removeFirst(here)
        try skip(count - here)
    }

    /// Sends a request and returns the status of its response.
    func status(_ text: String) throws -> String {
        try send(text)
        return String(try response().head.dropFirst(9).prefix(3))
    }

    /// Everything until the other end closes; `isReset` afterwards says how it did.
    func readToEnd() -> [UInt8] {
        while fill() {}
        defer { received = [] }
        return received
    }

    private(set) var isReset = false

    /// Receives as many bytes and forgets them.
    func skip(_ count: Int) throws {
        var left = count
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while left > 0 {
            let taken = recv(descriptor, &buffer, min(left, buffer.count), 0)
            guard taken > 0 else { throw Failure(reason: "ended early") }
            left -= taken
        }
    }

    /// One plain receive, for a test that counts bytes and keeps none.
    func receive(_ buffer: inout [UInt8]) -> Int {
        recv(descriptor, &buffer, buffer.count, 0)
    }

    private func chunks() throws -> [UInt8] {
        var body: [UInt8] = []
        var isLast = false
        while !isLast {
            let line = String(decoding: try take(through: Array("\r\n".utf8)), as: UTF8.self)
            guard
                let size = ReceivedNumber.hexadecimal(
                    line.prefix { $0.isHexDigit },
                    in: ReceivedNumber.any
                )
            else {
                throw Failure(reason: "chunk size \(line)")
            }
            body += try take(size)
            guard try take(2) == [13, 10] else { throw Failure(reason: "chunk end") }
            isLast = size == 0
        }
        return body
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while received.count < count {
            guard fill() else { throw Failure(reason: "ended early") }
        }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private func take(through end: [UInt8]) throws -> [UInt8] {
        var position = position(of: end)
        while position == nil {
            guard fill() else { throw Failure(reason: "ended before \(end)") }
            position = self.position(of: end)
        }
        return try take((position ?? 0) + end.count)
    }

    private func position(of end: [UInt8]) -> Int? {
        guard received.count >= end.count else { return nil }
        return (0...received.count - end.count).first { received[$0...].starts(with: end) }
    }

    /// Receives something; false at the end, at an error, and when nothing comes for long.
    private func fill() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == ECONNRESET { isReset = true }
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }
}
