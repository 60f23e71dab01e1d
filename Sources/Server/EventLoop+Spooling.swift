import HTTP

/// Content that is too large for memory: the spooler writes it to a file, block by block.
///
/// While one block is written the next one is read; when that is full too, nothing is read until the
/// first is written, and TCP makes the client wait. A connection so never holds more than two blocks and
/// what one `recv` brings on top, and a slow disk holds up its own clients only.
extension EventLoop {
    /// What is handed to the spooler at once: large enough to make the handing over cheap.
    fileprivate static let blockBytes = 256 * 1024

    /// A head announces more than memory takes, or does not say how much comes. The application, which
    /// knows who it is from, is asked before any of it is read. False if it refuses; that is answered.
    func admitsLargeContent(_ connection: Connection, _ head: RequestHead) -> Bool {
        guard head.isChunked || head.contentLength.map({ $0 > limits.contentBytes }) == true else {
            return true
        }
        let request = Request(head: head, body: .empty, peer: connection.peer)
        if let refusal = responder.refusal(of: request) {
            connection.plan = .refuse(refusal)
            fail(connection, RequestFailure(refusal.status, "refused before its content"))
            return false
        }
        connection.spool = Connection.Spool()
        return true
    }

    /// More of the content has come. It stays in memory while it could be all, and as little as any
    /// other form.
    func spoolIfFull(_ connection: Connection) {
        guard let spool = connection.spool, !spool.isWriting else { return }
        let limit = spool.file == nil ? limits.contentBytes : EventLoop.blockBytes
        if connection.content.count > limit { spoolBlock(connection) }
    }

    private func spoolBlock(_ connection: Connection) {
        let block = Spooler.Block(
            connection: connection.id,
            mailbox: mailbox,
            file: connection.spool?.file,
            bytes: connection.content
        )
        connection.content = []
        connection.spool?.isWriting = true
        spooler?.write(block)
    }

    /// Reads nothing more until the disk has taken what there is. The wait is not the client's fault.
    func waitForDisk(_ connection: Connection) {
        connection.phase = .spooling
        deadlines.clear(connection.descriptor)
        setInterest(connection, connection.interest & ~Epoll.readable)
    }

    /// The content has arrived as a whole. What of it is in memory follows the rest to the disk.
    func complete(_ connection: Connection) {
        guard let spool = connection.spool, spool.isWriting || spool.file != nil else {
            answer(connection)
            return
        }
        connection.spool?.isComplete = true
        waitForDisk(connection)
        if !spool.isWriting { finishSpooling(connection) }
    }

    private func finishSpooling(_ connection: Connection) {
        if connection.content.isEmpty {
            answer(connection)
        } else {
            spoolBlock(connection)
        }
    }

    /// A block is written.
    func wrote(_ connection: Connection, to file: TemporaryFile) {
        guard connection.spool?.isWriting == true else { return }
        connection.spool?.isWriting = false
        connection.spool?.file = file
        if connection.spool?.isComplete == true {
            finishSpooling(connection)
        } else if connection.phase == .spooling {
            spoolIfFull(connection)
            connection.phase = .content
            beginWindow(connection)
            setInterest(connection, connection.interest | Epoll.readable)
            if !connection.input.isEmpty { processInput(connection) }
        }
    }

    func failToSpool(_ connection: Connection, _ error: SystemError) {
        guard connection.spool?.isWriting == true else { return }
        let status: Status = error.isDiskFull ? .insufficientStorage : .internalServerError
        fail(connection, RequestFailure(status, error.description))
    }

    /// The content of a request that is complete, which the connection forgets; nil if the file cannot
    /// be used, which was answered then.
    func takeBody(_ connection: Connection) -> RequestBody? {
        let content = connection.content
        connection.content = []
        guard let file = connection.spool?.file else { return .bytes(content) }
        connection.spool = nil
        do {
            return .file(try file.finish())
        } catch {
            fail(connection, RequestFailure(.internalServerError, error.description))
            return nil
        }
    }
}

extension Connection {
    /// Whether a full block waits for the one that is being written.
    var isAheadOfDisk: Bool {
        guard let spool, spool.isWriting else { return false }
        return content.count > EventLoop.blockBytes
    }
}
