import Glibc
import HTTP
import Testing

/// A client on a real socket, which says no more than it is told to.
struct Browser {
    struct Reply {
        let status: Int
        /// Names in lower case.
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let port: Int

    /// Sends one request on a connection of its own and reads until the server closes it.
    func send(
        _ method: String,
        _ target: String,
        _ headers: [(String, String)] = [],
        body: String = ""
    ) throws -> Reply {
        let socket = try connected()
        defer { close(socket) }
        try write(request(method, target, headers, body), to: socket)
        return try reply(on: socket)
    }

    func post(_ target: String, _ fields: [(String, String)], cookie: String = "") throws -> Reply {
        try send(
            "POST",
            target,
            [("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", cookie)],
            body: PercentEncoding.encodeQuery(fields.map { (name: $0.0, value: $0.1) })
        )
    }

    /// Nil when nobody listens.
    func connect() -> Int32? {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // A server that never answers fails its test, and doesn't stop all others.
        var patience = timeval(tv_sec: 300, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(socket)
            return nil
        }
        return socket
    }

    func connected() throws -> Int32 {
        try #require(connect(), "nobody listens on \(port)")
    }

    func request(
        _ method: String,
        _ target: String,
        _ headers: [(String, String)] = [],
        _ body: String = ""
    ) -> String {
        var text =
            "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in headers where !value.isEmpty { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        return text + "\r\n" + body
    }

    func write(_ text: String, to socket: Int32) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(socket, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func reply(on socket: Int32) throws -> Reply {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var count = 1
        while count > 0 {
            count = read(socket, &chunk, chunk.count)
            bytes += chunk.prefix(max(count, 0))
        }
        let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)), "no complete head")
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n").map(String.init)
        let status = try #require(lines.first?.split(separator: " ").dropFirst().first)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let colon = try #require(line.firstIndex(of: ":"))
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers[line[..<colon].lowercased()] = String(value)
        }
        return Reply(
            status: try #require(Int(status)),
            headers: headers,
            body: Array(bytes[end.upperBound...])
        )
    }
}
