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

    package let method: Method
    package let target: Target
    /// The 1 of HTTP/1.1 or the 0 of HTTP/1.0.
    package let minorVersion: Int
    package let headers: Headers
    package let framing: Framing
    /// Whether the client can take another response on this connection (RFC 9112 §9.3).
    package let isKeepAlive: Bool
    /// Whether the client waits for 100 before it sends the content (RFC 9110 §10.1.1).
    package let expectsContinue: Bool
    /// Whether the client expects something that this server does not know (417).
    package let hasUnknownExpectation: Bool
    /// The host and port that the client asked, from the target or the `Host` field.
    package let authority: String?

    package var isChunked: Bool { framing == .chunked }

    package var contentLength: Int? {
        if case .length(let length) = framing { return length }
        return nil
    }

    package var hasContent: Bool { framing != .none && framing != .length(0) }

    package var path: String { target.path }

    package var query: String? { target.query }

    init(_ line: RequestLine, _ headers: Headers) throws(RequestFailure) {
        var fields = ControlFields()
        let block = headers.block.span
        for field in headers.index { try fields.note(field, in: block) }
        let isVersion11 = line.minorVersion > 0

        // RFC 9112 §3.2: a 1.1 request without Host, and any with two, is a 400.
        guard fields.host != nil || !isVersion11 else { throw .malformed("no Host") }
        let host = fields.host.map { block.text(at: $0) }
        if let asked = line.authority, line.method != .connect, let host {
            // §3.2.2 has the target win over the field. A client must send the same in both, so two
            // different ones are refused: nobody behind us can then read the other one.
            guard equalsIgnoringCase(asked, host) else { throw .malformed("two different hosts") }
        }
        method = line.method
        target = line.target
        minorVersion = line.minorVersion
        self.headers = headers
        authority = line.authority ?? host
        framing = try fields.framing(isVersion11: isVersion11)
        isKeepAlive = !fields.asksToClose && (isVersion11 || fields.asksToKeepAlive)
        expectsContinue = isVersion11 && fields.expectsContinue
        hasUnknownExpectation = isVersion11 && fields.hasUnknownExpectation
    }
}
