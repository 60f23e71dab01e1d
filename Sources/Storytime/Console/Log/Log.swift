import Glibc
import HTTP
import Server

/// The program's log: a line of key=value on standard error, never a body, a cookie, a password, a
/// query or a child's name.
///
/// One thread gets the lines and writes them, so that a slow terminal or a full pipe holds up
/// nobody; lines that don't fit into the queue are counted, and the count is written.
struct Log: Sendable {
    private let sink: @Sendable (String) -> Void

    init(_ sink: @escaping @Sendable (String) -> Void) {
        self.sink = sink
    }

    /// Nothing is written: for tests.
    static let silent = Log { _ in }

    /// The line of a request. The client is the visitor as the application counts them, not the
    /// proxy in front of them.
    func request(_ entry: LogEntry, client: String) {
        let tenths = entry.microseconds / 100
        var line = "at=\(Self.now) method=\(entry.method) path=\(Self.value(entry.path))"
        line += " status=\(entry.status.code) bytes=\(entry.bytesSent)"
        line += " ms=\(tenths / 10).\(tenths % 10) client=\(Self.value(client))"
        if let id = entry.fields["x-request-id"] { line += " request=\(id)" }
        if let reason = entry.reason { line += " reason=\(Self.value(reason))" }
        sink(line)
    }

    func error(_ what: String, _ requestID: String, _ error: any Error) {
        sink(
            "at=\(Self.now) error=\(Self.value("\(error)")) "
                + "in=\(Self.value(what)) request=\(requestID)"
        )
    }

    func note(_ text: String) {
        sink("at=\(Self.now) note=\(Self.value(text))")
    }

    private static var now: String { TimeText.iso(Int(time(nil))) }

    /// A value on one line: quoted if it contains anything but plain characters.
    static func value(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 34 && $0 != 61 }
        return isPlain && !text.isEmpty ? text : JSONText.quoted(text)
    }
}
