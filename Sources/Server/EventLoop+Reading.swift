import Glibc
import HTTP

/// From bytes to a complete request.
extension EventLoop {
    /// How much a client may send ahead while its request is answered; beyond it, TCP makes it
    /// wait.
    private static let pipelinedBytes = 64 * 1024

    /// How much a client may send after our last word before we stop listening. Browsers send all
    /// of a form before they read the answer: with this they can read the answer to any usual
    /// upload.
    private static let lingeringBytes = 64 * 1024 * 1024

    /// One `recv`, because the socket is readable.
    func read(_ connection: Connection) {
        let count = recv(connection.descriptor, readBuffer.baseAddress, readBuffer.count, 0)
        guard count > 0 else {
            if count == 0 {
                ended(connection)
            } else if errno != EAGAIN, errno != EINTR {
                broke(connection)
            }
            return
        }
        let bytes = UnsafeBufferPointer(rebasing: readBuffer[..<count])
        switch connection.phase {
        case .idle, .head, .content:
            process(connection, bytes)
        case .spooling, .responding, .streaming, .sending:
            connection.input.append(contentsOf: bytes)
            if connection.input.count >= EventLoop.pipelinedBytes {
                setInterest(connection, connection.interest & ~Epoll.readable)
            }
        case .lingering:
            connection.windowBytes += count
            connection.discardedBytes += count
            if connection.discardedBytes > EventLoop.lingeringBytes { close(connection) }
        case .closed:
            break
        }
    }

    /// Reads what has arrived from a client whose time is up, up to the amount it owed. This may
    /// set a new deadline; then the old one doesn't count.
    func readWaiting(_ connection: Connection) {
        var reads = EventLoop.lastReads
        while reads > 0, connection.isHeldToTime, hasWaiting(connection) {
            read(connection)
            reads -= 1
        }
    }

    /// A head fits into one; content at the minimum rate too. A client that sends without end
    /// isn't one to wait for.
    private static let lastReads = 4

    private func hasWaiting(_ connection: Connection) -> Bool {
        var byte: UInt8 = 0
        return recv(connection.descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    private func process(_ connection: Connection, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard connection.input.isEmpty else {
            connection.input.append(contentsOf: bytes)
            processInput(connection)
            return
        }
        let consumed = consume(connection, bytes.span)
        if consumed < bytes.count, connection.isUnfinished {
            connection.input.append(contentsOf: bytes[consumed...])
        }
    }

    /// Parses what waits in the connection's own buffer.
    func processInput(_ connection: Connection) {
        let input = connection.input
        connection.input = []
        let consumed = consume(connection, input.span)
        guard consumed < input.count, connection.isUnfinished else { return }
        connection.input = consumed == 0 ? input : Array(input[consumed...])
    }

    /// Continues with a connection whose response was sent: the next request may already be here.
    func resume(_ connection: Connection) {
        guard connection.phase == .idle, !connection.isWaitingForTurn else { return }
        if !connection.input.isEmpty { processInput(connection) }
        guard connection.isReading, !connection.isWaitingForTurn else { return }
        if connection.hasEnded {
            ended(connection)
        } else {
            setInterest(connection, Epoll.readable)
        }
    }

    /// Parses as far as the connection can take it; returns how many bytes are finished with.
    private func consume(_ connection: Connection, _ bytes: Span<UInt8>) -> Int {
        var offset = 0
        var hasMore = !bytes.isEmpty
        while hasMore {
            let rest = bytes.extracting(offset..<bytes.count)
            let step = connection.parser.next(rest)
            offset += step.consumed
            switch step.event {
            case .needMore:
                awaitMore(connection)
                return offset
            case .head(let head):
                begin(connection, head, hasContentArrived: offset < bytes.count)
                hasMore = connection.isReading
            case .content(let range):
                guard take(connection, rest.extracting(range)) else { return bytes.count }
            case .end:
                complete(connection)
                hasMore = connection.isReading && offset < bytes.count
                if hasMore, turn.isOver(at: clock.now) {
                    waitForTurn(connection)
                    return offset
                }
            case .failure(let failure):
                fail(connection, failure)
                return bytes.count
            }
        }
        return offset
    }

    /// What the client has sent ahead waits until the loop has looked at the others.
    private func waitForTurn(_ connection: Connection) {
        connection.isWaitingForTurn = true
        turn.wait(connection.id)
        setInterest(connection, connection.interest & ~Epoll.readable)
    }

    /// Continues with those who have waited for this turn.
    func resume(_ waiting: [ConnectionID]) {
        for id in waiting {
            guard let connection = connections[id] else { continue }
            connection.isWaitingForTurn = false
            resume(connection)
        }
    }

    /// The clock starts with the first byte of a head, and again with the wait for content.
    private func awaitMore(_ connection: Connection) {
        if connection.head != nil {
            if connection.isAheadOfDisk {
                waitForDisk(connection)
            } else if connection.phase != .content {
                connection.phase = .content
                beginWindow(connection)
            }
        } else if connection.parser.isWithinRequest, connection.phase == .idle {
            connection.phase = .head
            setDeadline(connection, after: times.headMilliseconds)
        }
    }

    /// False if there is no room for more content; that has been answered.
    private func take(_ connection: Connection, _ bytes: Span<UInt8>) -> Bool {
        connection.windowBytes += bytes.count
        // The content of a refused request is read only to keep the connection.
        guard case .respond = connection.plan else { return true }
        bytes.withUnsafeBufferPointer { connection.content.append(contentsOf: $0) }
        guard holdContent(connection) else {
            connection.isKeepAlive = false
            connection.content = []
            send(connection, busy(connection, "unfinished content"))
            return false
        }
        if let spool = connection.spool { spoolIfFull(connection, spool) }
        return true
    }

    /// Counts what has come and isn't small, until the request is answered.
    private func holdContent(_ connection: Connection) -> Bool {
        let more = connection.content.count - connection.contentBytes
        guard more > 0, connection.content.count > smallContentBytes else { return true }
        guard contents.grow(by: more, for: caller(of: connection)) else { return false }
        connection.contentBytes += more
        return true
    }

    private func complete(_ connection: Connection) {
        if let spool = connection.spool {
            completeSpool(connection, spool)
        } else {
            answer(connection)
        }
    }

    /// The client will send nothing more. It may have closed one direction only, so its requests
    /// are still answered. A request cut short is not one (RFC 9112 §8).
    func ended(_ connection: Connection) {
        connection.hasEnded = true
        guard !connection.isWaitingForTurn else { return }
        switch connection.phase {
        case .idle, .lingering, .closed:
            close(connection)
        case .head, .content:
            fail(connection, RequestFailure(.badRequest, "connection ended within the request"))
        case .streaming:
            // It may have closed one direction only. But what comes by itself is for somebody who
            // is there, and most who end theirs are gone: what is made for them should end, too.
            abandon(connection, "client is gone")
        case .spooling, .responding, .sending:
            setInterest(connection, connection.interest & ~Epoll.readable)
        }
    }

    /// The connection is broken. A worker's reply must still find it, to be thrown away in order.
    func broke(_ connection: Connection) {
        guard connection.phase == .responding else {
            abandon(connection, "connection broken")
            return
        }
        guard !connection.isBroken else { return }
        connection.isBroken = true
        epoll.remove(connection.descriptor)
    }
}

extension Connection {
    /// Whether it is the client's turn to send.
    fileprivate var isHeldToTime: Bool { isReading || phase == .lingering }

    /// Whether the bytes that were not consumed are still needed.
    fileprivate var isUnfinished: Bool { phase != .closed && phase != .lingering }
}
