/// A complete request, as a responder gets it.
package struct Request: Sendable {
    package var head: RequestHead
    package var body: RequestBody
    /// The address of the other end of the connection, without its port. Behind a proxy that is
    /// the proxy; the application decides whom to believe about the client's address.
    package var peer: String

    package init(head: RequestHead, body: RequestBody, peer: String) {
        self.head = head
        self.body = body
        self.peer = peer
    }

    /// A request made by hand, for tests. It is written as bytes and read by the parser, so that
    /// it is what would have arrived; nil if it would have been refused. `Host` and
    /// `Content-Length` are added if they are missing.
    package init?(
        method: Method = .get,
        target: String,
        headers: Headers = [:],
        body: [UInt8] = [],
        peer: String = "127.0.0.1"
    ) {
        var headers = headers
        if !headers.contains("Host") { headers["Host"] = "localhost" }
        if !body.isEmpty { headers["Content-Length"] = String(body.count) }
        var text = "\(method.name) \(target) HTTP/1.1\r\n"
        for field in headers { text += "\(field.name): \(field.value)\r\n" }
        let bytes = Array("\(text)\r\n".utf8)
        var parser = RequestParser(limits: Limits())
        guard case .head(let head) = parser.next(bytes.span).event else { return nil }
        self.init(head: head, body: .bytes(body), peer: peer)
    }

    package var method: Method { head.method }
    package var path: String { head.target.path }
    package var query: String? { head.target.query }
    package var headers: Headers { head.headers }
}
