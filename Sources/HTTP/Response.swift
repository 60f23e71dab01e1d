/// What answers a request. The encoder adds `Date` and everything about framing.
package struct Response: Sendable {
    package var status: Status
    package var headers: Headers
    package var body: Body

    package init(status: Status = .ok, headers: Headers = Headers(), body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A few words of plain text.
    package init(status: Status, text: String) {
        self.init(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: .bytes(Array(text.utf8))
        )
    }
}
