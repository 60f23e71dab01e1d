import CLinux
import Glibc
import HTTP

/// From a response to the socket.
extension EventLoop {
    /// Content up to this size is copied after its head and sent with one plain call; beyond it,
    /// two pieces in one call are cheaper than the copy.
    private static let copiedBytes = 8 * 1024

    /// Sends a response; the last step of a request, except for the pieces of a long response.
    func send(_ connection: Connection, _ made: Response) {
        let response = affordable(made, for: connection)
        let framing = encode(connection, response)
        connection.output.source = nil
        if case .stream(let stream) = response.body, framing == .none { stream.abandon() }
        switch (framing, response.body) {
        case (.length, .bytes(let bytes)):
            transmit(connection, .bytes(bytes, from: 0))
        case (.length, .file(let file)):
            transmit(connection, .file(file))
        case (.chunked, .chunks(let source)), (.untilClose, .chunks(let source)):
            connection.output.source = source
            connection.output.isChunked = framing == .chunked
            connection.output.hasSentChunk = false
            transmit(connection, .none)
        case (.chunked, .stream(let stream)), (.untilClose, .stream(let stream)):
            connection.output.stream = stream
            connection.output.isChunked = framing == .chunked
            connection.output.hasSentChunk = false
            stream.attach { [mailbox, id = connection.id] in
                mailbox.put(Reply(connection: id, content: .streamed))
            }
            transmit(connection, .none)
        default:
            transmit(connection, .none)
        }
    }

    /// Sends a piece of a response, with the lines that the chunked coding puts around it: the one that
    /// ends a chunk goes with the one that begins the next.
    func send(_ connection: Connection, _ chunk: [UInt8], rest: any ChunkSource) {
        connection.output.source = rest
        send(connection, chunk)
    }

    private func send(_ connection: Connection, _ chunk: [UInt8]) {
        scratch.removeAll(keepingCapacity: true)
        // A chunk of size zero would end the content.
        if connection.output.isChunked, !chunk.isEmpty {
            if connection.output.hasSentChunk { scratch.append("\r\n") }
            connection.output.hasSentChunk = true
            scratch.append(chunkSize: chunk.count)
        }
        transmit(connection, .bytes(chunk, from: 0))
    }

    /// Sends what ends a response in pieces (RFC 9112 §7.1: the last chunk, no trailers).
    func sendEnd(_ connection: Connection) {
        connection.output.source = nil
        connection.output.stream = nil
        scratch.removeAll(keepingCapacity: true)
        if connection.output.isChunked {
            if connection.output.hasSentChunk { scratch.append("\r\n") }
            scratch.append("0\r\n\r\n")
        }
        transmit(connection, .none)
    }

    /// Sends 100 Continue (RFC 9110 §15.2.1). If the socket can't take these few bytes, the client
    /// goes without: it must not wait forever.
    func sendContinue(_ connection: Connection) {
        let line: StaticString = "HTTP/1.1 100 Continue\r\n\r\n"
        let bytes = UnsafeRawBufferPointer(start: line.utf8Start, count: line.utf8CodeUnitCount)
        _ = Output.send(connection.descriptor, bytes, false)
    }

    /// Encodes the head into `scratch`. A response whose fields cannot be written becomes a 500.
    private func encode(
        _ connection: Connection,
        _ response: Response
    ) -> ResponseEncoder.Framing {
        let context = ResponseEncoder.Context(
            isHead: connection.head?.method == .head,
            minorVersion: connection.head?.minorVersion ?? 1,
            isKeepAlive: connection.isKeepAlive && drainEnd == nil
        )
        scratch.removeAll(keepingCapacity: true)
        connection.status = response.status
        connection.fields = response.headers
        do {
            let outcome = try ResponseEncoder.encode(
                response,
                context,
                date: clock.date,
                into: &scratch
            )
            connection.isKeepAlive = outcome.isKeepAlive
            return outcome.framing
        } catch {
            connection.reason = "field \(error.name) cannot be written"
            connection.status = .internalServerError
            connection.isKeepAlive = false
            scratch.append("HTTP/1.1 500 Internal Server Error\r\nConnection: close\r\n")
            scratch.append("Content-Length: 0\r\nDate: ")
            scratch.append(contentsOf: clock.date)
            scratch.append("\r\n\r\n")
            return .none
        }
    }

    /// Sends `scratch` and what follows it: as much as the socket takes now, the rest later.
    private func transmit(_ connection: Connection, _ content: Output.Content) {
        let progress: Output.Progress
        switch content {
        case .bytes(let bytes, _) where bytes.count > EventLoop.copiedBytes:
            progress = scratch.withUnsafeBytes { head in
                bytes.withUnsafeBytes { Output.send(connection.descriptor, head, $0) }
            }
        case .bytes(let bytes, _):
            scratch.append(contentsOf: bytes)
            progress = sendScratch(connection, hasMore: false)
        case .file:
            progress = sendScratch(connection, hasMore: true)
        case .none:
            progress = sendScratch(connection, hasMore: false)
        }
        switch progress {
        case .sent(let count): keepRest(connection, content, sent: count)
        case .blocked: keepRest(connection, content, sent: 0)
        case .failed: abandon(connection, "connection broken")
        }
    }

    private func sendScratch(_ connection: Connection, hasMore: Bool) -> Output.Progress {
        guard !scratch.isEmpty else { return .sent(0) }
        return scratch.withUnsafeBytes { Output.send(connection.descriptor, $0, hasMore) }
    }

    /// Notes which part of `scratch` and the content is still to be sent.
    private func keepRest(_ connection: Connection, _ content: Output.Content, sent: Int) {
        connection.sentBytes += sent
        let prefixSent = min(sent, scratch.count)
        if prefixSent < scratch.count {
            connection.output.prefix = Array(scratch[prefixSent...])
            connection.output.prefixStart = 0
        }
        switch content {
        case .bytes(let bytes, _) where bytes.count > EventLoop.copiedBytes:
            let start = sent - prefixSent
            if start < bytes.count { connection.output.content = .bytes(bytes, from: start) }
        case .file:
            connection.output.content = content
        case .bytes, .none:
            break
        }
        if connection.output.isEmpty {
            sentAll(connection)
        } else {
            flush(connection)
        }
    }

    /// Sends more of what is left, a few portions at most.
    func flush(_ connection: Connection) {
        var portions = EventLoop.portions
        while portions > 0, !connection.output.isEmpty {
            portions -= 1
            switch connection.output.sendSome(connection.descriptor) {
            case .sent(let count):
                connection.sentBytes += count
                connection.windowBytes += count
            case .blocked:
                portions = 0
            case .failed:
                abandon(connection, "connection broken")
                return
            }
        }
        guard !connection.output.isEmpty else {
            // First of all: giving back the memory takes a while, and the client may ask for more at once.
            hold(connection, 0)
            connection.output.content = .none
            sentAll(connection)
            return
        }
        guard connection.phase != .sending else { return }
        hold(connection, connection.waitingBytes)
        connection.phase = .sending
        connection.unreadBytes = Int(clinux_unacknowledged(connection.descriptor))
        beginWindow(connection)
        setInterest(connection, connection.interest | Epoll.writable)
    }

    /// A head and one step of a file; then others get their turn.
    private static let portions = 2

    /// The kernel has taken everything that there was to send.
    private func sentAll(_ connection: Connection) {
        setInterest(connection, connection.interest & ~Epoll.writable)
        hold(connection, 0)
        if connection.output.stream != nil {
            awaitStream(connection)
        } else if connection.output.source != nil {
            connection.phase = .responding
            deadlines.clear(connection.descriptor)
            askForPiece(connection)
        } else {
            finish(connection)
        }
    }

    /// Has the next piece of a response made, if there is room for it; otherwise later.
    func askForPiece(_ connection: Connection) {
        guard let source = connection.output.source else { return }
        guard !connection.isBroken else {
            abandon(connection, "connection broken")
            return
        }
        guard answers.hasRoom(for: HeldMemory.pieceBytes, of: { caller(of: connection) }) else {
            setDeadline(connection, after: EventLoop.pieceDelayMilliseconds)
            return
        }
        hold(connection, HeldMemory.pieceBytes)
        var job = Job(connection: connection.id, mailbox: mailbox, task: .nextChunk(source))
        job.caller = caller(of: connection)
        if !workers.submitChunk(job) { abandon(connection, "server stopped") }
    }

    /// When it is looked again whether there is room for a piece.
    private static let pieceDelayMilliseconds = 500

    /// Counts what a connection takes of the memory for answers.
    func hold(_ connection: Connection, _ bytes: Int) {
        guard bytes != connection.heldBytes else { return }
        answers.change(by: bytes - connection.heldBytes, for: caller(of: connection))
        connection.heldBytes = bytes
    }

    // MARK: What comes by itself

    /// Nothing is left to send of what has come. What comes now is announced, unless that was done
    /// while the client was still behind: so it is looked for once, in a later turn of the loop, that
    /// a quick source doesn't keep all turns for itself.
    private func awaitStream(_ connection: Connection) {
        let wasBehind = connection.phase == .sending
        connection.phase = .streaming
        setDeadline(connection, after: times.heartbeatMilliseconds)
        if wasBehind { mailbox.put(Reply(connection: connection.id, content: .streamed)) }
    }

    /// Sends what has come, if the client has all that came before.
    func takeStream(_ connection: Connection) {
        guard connection.phase == .streaming, let stream = connection.output.stream else { return }
        switch stream.take() {
        case .bytes(let bytes): send(connection, bytes)
        case .nothing: break
        case .end: sendEnd(connection)
        case .failure(let reason): abandon(connection, reason)
        }
    }

    /// Nothing has come for a while.
    func keepAlive(_ connection: Connection) {
        guard let stream = connection.output.stream, !stream.heartbeat.isEmpty else {
            setDeadline(connection, after: times.heartbeatMilliseconds)
            return
        }
        send(connection, stream.heartbeat)
    }
}

extension Connection {
    /// The memory that the unsent part of its answer takes: all of it, until the last byte is sent.
    /// Static files are there anyway.
    fileprivate var waitingBytes: Int {
        guard case .bytes(let bytes, _) = output.content else { return output.prefix.count }
        if case .serve = plan { return output.prefix.count }
        return output.prefix.count + bytes.count
    }
}
