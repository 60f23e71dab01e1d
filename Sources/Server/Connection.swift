import HTTP

/// One client's connection. Owned by the loop that accepted it, and used on that loop's thread
/// only.
///
/// It handles one request at a time. Bytes of the next ones, which a pipelining client may send at
/// any time, wait in `input` until the response before them is in the hands of the kernel, so
/// responses come in the order of their requests (RFC 9112 §9.3.2).
final class Connection {
    enum Phase {
        /// Nothing of a request has arrived.
        case idle
        /// Part of a head has arrived.
        case head
        /// The head is complete, the content is not.
        case content
        /// Content is being written to a file; nothing is read meanwhile.
        case spooling
        /// A worker is making the response, or its next piece.
        case responding
        /// More of the response comes by itself.
        case streaming
        /// The client must take some of the response before more can be sent.
        case sending
        /// The response is sent; what the client still sends is read and thrown away until it
        /// closes.
        case lingering
        case closed
    }

    /// What to do when the request is complete, decided from its head.
    enum Plan {
        case serve(StaticEntry)
        case refuse(Response)
        case respond(Lane)

        var lane: Lane {
            if case .respond(let lane) = self { return lane }
            return .loop
        }
    }

    /// The progress of large content on its way to a file. An object, so that a connection without
    /// any has nothing to keep.
    final class Spool {
        /// Nil until the first block is written.
        var file: TemporaryFile?
        /// A block is being written; one at a time, so that they stay in order.
        var isWriting = false
        /// All of the content has arrived.
        var isComplete = false
    }

    let id: ConnectionID
    let peer: String
    /// The network that it is counted with.
    let network: UInt64
    var phase = Phase.idle
    var parser: RequestParser
    /// Bytes that were read but not parsed yet. Empty on an idle connection, so that it costs
    /// nothing.
    var input: [UInt8] = []
    /// What epoll watches the descriptor for.
    var interest = Epoll.readable
    /// What is in `input` waits for the loop's next turn.
    var isWaitingForTurn = false
    /// The client has said that it sends nothing more.
    var hasEnded = false
    /// The connection is gone while a worker has its request.
    var isBroken = false
    var hasServed = false
    /// Since when it has been idle.
    var quietSince: Int64 = 0
    /// Bytes moved in the current window of the minimum rate.
    var windowBytes = 0
    /// Bytes thrown away while lingering.
    var discardedBytes = 0
    /// Bytes held by the kernel that the client had not taken yet when the window began.
    var unreadBytes = 0

    // The request that is being read or answered.
    var head: RequestHead?
    var plan = Plan.respond(.loop)
    var content: [UInt8] = []
    /// Where content goes that is too large for `content`; nil if it stays there.
    var spool: Spool?
    /// What is counted of it in the loop's `contents`.
    var contentBytes = 0
    /// Whether it is counted in the loop's `uploads`.
    var isUpload = false
    var startedAt: Int64 = 0
    /// Whom it comes from, once that mattered.
    var caller: Caller?

    // Its response.
    var isKeepAlive = true
    var status = Status.ok
    var fields = Headers()
    var sentBytes = 0
    var output = Output()
    /// What is counted of it in the loop's `answers`.
    var heldBytes = 0
    var reason: String?

    init(_ id: ConnectionID, peer: SocketAddress, _ limits: Limits) {
        self.id = id
        self.peer = peer.host
        network = peer.network
        parser = RequestParser(limits: limits)
    }

    var descriptor: Int32 { id.descriptor }

    var isReading: Bool { phase == .idle || phase == .head || phase == .content }

    /// Forgets the finished exchange.
    func reset() {
        head = nil
        plan = .respond(.loop)
        if !content.isEmpty { content = [] }
        if spool != nil { spool = nil }
        caller = nil
        fields = Headers()
        sentBytes = 0
        reason = nil
        hasServed = true
    }
}
