/// A request without its content: what is known when the head is complete.
///
/// By then everything about the message's framing is decided, and everything that makes framing
/// doubtful has been refused; see `init`.
package struct RequestHead: Sendable {
    /// How the end of the content is found (RFC 9112 §6.3).
    package enum Framing: Sendable, Equatable {
        case none
        case length(Int)
        case chunked
    }

    /// The properties, behind one reference: a head is passed on many times between its arrival
    /// and the log, and copying all its strings and arrays would cost more than reading it did.
    private final class Storage: Sendable {
        let method: Method
        let target: Target
        let minorVersion: Int
        let headers: Headers
        let targetAuthority: String?
        let framing: Framing
        let isKeepAlive: Bool
        let expectsContinue: Bool
        let hasUnknownExpectation: Bool

        init(
            _ line: RequestLine,
            _ headers: Headers,
            _ fields: ControlFields
        ) throws(RequestFailure) {
            let isVersion11 = line.minorVersion > 0
            method = line.method
            target = line.target
            minorVersion = line.minorVersion
            targetAuthority = line.authority
            self.headers = headers
            framing = try fields.framing(isVersion11: isVersion11)
            isKeepAlive = !fields.asksToClose && (isVersion11 || fields.asksToKeepAlive)
            expectsContinue = isVersion11 && fields.expectsContinue
            hasUnknownExpectation = isVersion11 && fields.hasUnknownExpectation
        }
    }

    private let storage: Storage

    init(_ line: RequestLine, _ headers: Headers) throws(RequestFailure) {
        var fields = ControlFields()
        let block = headers.block.span
        for field in headers.index { try fields.note(field, in: block) }

        // RFC 9112 §3.2: a 1.1 request without Host, and any with two, is a 400.
        guard fields.host != nil || line.minorVersion == 0 else { throw .malformed("no Host") }
        if let asked = line.authority, line.method != .connect, let host = fields.host {
            // §3.2.2 has the target win over the field. A client must send the same in both, so
            // two different ones are refused: nobody further on can then read the other one.
            guard equalsIgnoringCase(asked, block.text(at: host)) else {
                throw .malformed("two different hosts")
            }
        }
        storage = try Storage(line, headers, fields)
    }

    package var method: Method { storage.method }

    package var target: Target { storage.target }

    /// The 1 of HTTP/1.1 or the 0 of HTTP/1.0.
    package var minorVersion: Int { storage.minorVersion }

    package var headers: Headers { storage.headers }

    package var framing: Framing { storage.framing }

    /// Whether the client can take another response on this connection (RFC 9112 §9.3).
    package var isKeepAlive: Bool { storage.isKeepAlive }

    /// Whether the client waits for 100 before it sends the content (RFC 9110 §10.1.1).
    package var expectsContinue: Bool { storage.expectsContinue }

    /// Whether the client expects something that this server does not know (417).
    package var hasUnknownExpectation: Bool { storage.hasUnknownExpectation }

    /// The host and port that the client addressed, from the target or the `Host` field.
    package var authority: String? { storage.targetAuthority ?? headers["Host"] }

    package var isChunked: Bool { framing == .chunked }

    package var contentLength: Int? {
        if case .length(let length) = framing { return length }
        return nil
    }

    package var hasContent: Bool { framing != .none && framing != .length(0) }

    package var path: String { storage.target.path }

    package var query: String? { storage.target.query }
}
