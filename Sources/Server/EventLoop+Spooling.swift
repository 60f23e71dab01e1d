import HTTP

/// Content that is too large for memory: the spooler writes it to a file, block by block.
///
/// While one block is written the next one is read; when that is full too, nothing is read until
/// the first is written, and TCP makes the client wait. So a connection never holds more than two
/// blocks and the result of one `recv`, and a slow disk only holds up its own clients.
extension EventLoop {
    /// The amount given to the spooler at once: large enough to keep the overhead small.
    fileprivate static let blockBytes = 256 * 1024

    /// A head announces more than memory takes, or does not say how much is coming. The
    /// application, which knows the sender, is asked before any of it is read. False if it
    /// refuses; that has been answered.
    func admitsLargeContent(_ connection: Connection, _ head: RequestHead) -> Bool {
        guard head.isChunked || head.contentLength.map({ $0 > limits.contentBytes }) == true else {
            return true
        }
        let request = Request(head: head, body: .empty, peer: connection.peer)
        occupation.begin(head)
        if let refusal = responder.refusal(of: request) {
            connection.plan = .refuse(refusal)
            fail(connection, RequestFailure(refusal.status, "refused before its content"))
            return false
        }
        guard uploads.begin(of: caller(of: connection)) else {
            let answer = busy(connection, "other uploads")
            connection.plan = .refuse(answer)
            fail(connection, RequestFailure(answer.status, "other uploads"))
            return false
        }
        connection.isUpload = true
        connection.spool = Connection.Spool()
        return true
    }

    /// Gives back what was counted of a request's content.
    func releaseContent(_ connection: Connection) {
        if connection.contentBytes > 0 {
            contents.change(by: -connection.contentBytes, for: caller(of: connection))
            connection.contentBytes = 0
        }
        if connection.isUpload {
            uploads.end(of: caller(of: connection))
            connection.isUpload = false
        }
    }

    /// More of the content has come. It stays in memory as long as it could be all, and no larger
    /// than any other form.
    func spoolIfFull(_ connection: Connection, _ spool: Connection.Spool) {
        guard !spool.isWriting else { return }
        let limit = spool.file == nil ? limits.contentBytes : EventLoop.blockBytes
        if connection.content.count > limit { spoolBlock(connection, spool) }
    }

    private func spoolBlock(_ connection: Connection, _ spool: Connection.Spool) {
        let block = Spooler.Block(
            connection: connection.id,
            mailbox: mailbox,
            file: spool.file,
            bytes: connection.content
        )
        connection.content = []
        spool.isWriting = true
        spooler?.write(block)
    }

    /// Reads nothing more until the disk has taken what there is. The wait is not the client's
    /// fault.
    func waitForDisk(_ connection: Connection) {
        connection.phase = .spooling
        deadlines.clear(connection.descriptor)
        setInterest(connection, connection.interest & ~Epoll.readable)
    }

    /// All of the content has arrived. The part in memory follows the rest to the disk.
    func completeSpool(_ connection: Connection, _ spool: Connection.Spool) {
        guard spool.isWriting || spool.file != nil else {
            answer(connection)
            return
        }
        spool.isComplete = true
        waitForDisk(connection)
        if !spool.isWriting { finishSpooling(connection, spool) }
    }

    private func finishSpooling(_ connection: Connection, _ spool: Connection.Spool) {
        if connection.content.isEmpty {
            answer(connection)
        } else {
            spoolBlock(connection, spool)
        }
    }

    /// A block is written, or cannot be.
    func take(_ connection: Connection, _ block: SpooledBlock) {
        guard let spool = connection.spool, spool.isWriting else { return }
        spool.isWriting = false
        switch block.result {
        case .success(let file):
            spool.file = file
            goOn(connection, spool)
        case .failure(let error): lose(connection, error)
        }
    }

    /// The application says why better than we can, unless there is no space: then it isn't asked to do
    /// anything more.
    private func lose(_ connection: Connection, _ error: SystemError) {
        guard !error.isDiskFull else {
            return fail(connection, RequestFailure(.insufficientStorage, error.description))
        }
        var status = Status.internalServerError
        if let head = connection.head {
            let request = Request(head: head, body: .empty, peer: connection.peer)
            occupation.begin(head)
            if let answer = responder.answer(to: request, losingContent: error) {
                connection.plan = .refuse(answer)
                status = answer.status
            }
        }
        fail(connection, RequestFailure(status, error.description))
    }

    private func goOn(_ connection: Connection, _ spool: Connection.Spool) {
        if spool.isComplete {
            finishSpooling(connection, spool)
        } else if connection.phase == .spooling {
            spoolIfFull(connection, spool)
            connection.phase = .content
            beginWindow(connection)
            setInterest(connection, connection.interest | Epoll.readable)
            if !connection.input.isEmpty { processInput(connection) }
        }
    }

    /// The content of a complete request: the file, if some of it went there; nil if the file
    /// cannot be used, which has then been answered.
    func spooledBody(_ connection: Connection, _ spool: Connection.Spool) -> RequestBody? {
        connection.spool = nil
        guard let file = spool.file else { return .bytes(connection.content) }
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
