import HTTP
import SQLite
import Server

/// What becomes of a request that is sent again.
enum Repetition: Sendable {
    /// It is done again: it changes nothing, or is the same however often it is done.
    case asSent
    /// Under a key it is done once, in the transaction that keeps its answer.
    case once
    /// The same where it takes too long for a transaction, or asks somebody else: it is written down
    /// before that it is begun.
    case onceOutside

    /// What holds unless a route says otherwise: what makes something is done once.
    init(_ method: Method, _ lane: Lane) {
        self = method != .post ? .asSent : lane == .slow ? .onceOutside : .once
    }
}

extension Visit {
    /// Does what is asked for; under an idempotency key, once. The same request is answered as it was
    /// the first time, another one under the same key is refused, and one that comes while the first
    /// is being worked on is asked to wait.
    ///
    /// What was refused has changed nothing and is not kept: it may be sent again, or be put right.
    func once(_ repetition: Repetition, _ act: () throws -> Response) throws -> Response {
        guard repetition != .asSent, let key = try IdempotencyKey(self) else { return try act() }
        guard site.keysInUse.take(key) else { throw APIFailure.keyInUse }
        defer { site.keysInUse.release(key) }
        let store = IdempotencyStore(database: database, now: now)
        guard repetition == .onceOutside else {
            let response = try database.write {
                if let kept = try store.find(key) { return try replay(kept) }
                let response = try act()
                try store.keep(response, of: key, at: request.path)
                return response
            }
            // What was queued meanwhile could not be seen before.
            site.vitals.jobBell.ring()
            return response
        }
        let kept = try database.write {
            let kept = try store.find(key)
            if kept == nil { try store.begin(key) }
            return kept
        }
        if let kept { return try replay(kept) }
        let response: Response
        do {
            response = try act()
        } catch {
            try store.forget(key)
            throw error
        }
        try store.keep(response, of: key, at: request.path)
        return response
    }

    /// The answer as it was given.
    private func replay(_ kept: IdempotencyStore.Kept) throws -> Response {
        guard let status = kept.status else { throw APIFailure.outcomeUnknown }
        guard let content = kept.content else { throw Failure.notFound }
        var response = try tagged(content)
        response.status = Status(code: status)
        if let location = kept.location { response.headers.add("Location", location) }
        response.headers.add(IdempotencyKey.replayedHeader, "true")
        return response
    }
}
