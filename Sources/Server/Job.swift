import HTTP

/// Work for a worker thread, and where its result goes.
struct Job: Sendable {
    enum Task: Sendable {
        case respond(Request)
        case nextChunk(any ChunkSource)
    }

    let connection: ConnectionID
    let mailbox: Mailbox
    let task: Task
    /// Whom it is for: lanes are fair.
    var caller = Caller.anybody

    /// Runs on a worker's thread.
    func run(_ responder: any Responder, _ answers: HeldMemory) {
        // While it waited for its turn, answers to its caller may have come to wait for theirs.
        let isRefused = head != nil && answers.isFull { caller }
        let content = isRefused ? .refused : content(responder)
        mailbox.put(Reply(connection: connection, content: content))
    }

    /// The request that it answers; nil for a piece of an answer.
    var head: RequestHead? {
        if case .respond(let request) = task { return request.head }
        return nil
    }

    private func content(_ responder: any Responder) -> Reply.Content {
        switch task {
        case .respond(let request):
            return .response(responder.respond(to: request))
        case .nextChunk(let source):
            do {
                guard let (chunk, rest) = try source.next(responder) else { return .end }
                return .chunk(chunk, rest: rest)
            } catch {
                return .failure(String(describing: error))
            }
        }
    }
}
