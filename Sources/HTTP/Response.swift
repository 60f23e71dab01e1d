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

/// A response's content.
package enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// A part of a file, sent by the kernel without passing through the program.
    case file(FileBody)
    /// Content of unknown length, made piece by piece while the client reads.
    case chunks(any ChunkSource)

    /// The length, where it is known before the content is made.
    package var length: Int? {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .file(let file): file.range.count
        case .chunks: nil
        }
    }
}

/// Content that is made while it is sent, such as an export: a value that says where to go on.
///
/// The server asks for the next piece when the client has taken the one before, so a response of any
/// length needs the memory of one piece, and a slow reader holds no thread. Each call comes on some
/// worker of the slow lane, with that worker's own responder (and so with its own database
/// connection); what is remembered between two calls is in `rest`. An error ends the connection in the
/// middle of the content, which is how a client learns that it does not have everything.
///
/// A piece of some 64 KiB to 256 KiB is large enough to make the handing over cheap.
package protocol ChunkSource: Sendable {
    /// The next piece and the source of those after it; nil at the end.
    func next(_ responder: any Responder) throws -> (chunk: [UInt8], rest: any ChunkSource)?
}

/// Answers requests, on one thread.
///
/// Each thread of a server has its own, made on that thread and never leaving it, so it may own what is
/// not `Sendable`: a database connection, buffers.
package protocol Responder: AnyObject {
    func respond(to request: Request) -> Response
}
