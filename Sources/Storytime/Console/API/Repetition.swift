import HTTP
import SQLite
import Server

/// How a request is handled that is sent again.
enum Repetition: Sendable {
    /// It is carried out again: it changes nothing, or always has the same result.
    case asSent
    /// With a key it is carried out once, in the transaction that keeps its answer.
    case once
    /// With a key it is carried out once, but outside of a transaction, because it takes too long
    /// or asks another server: that it begins is written down first.
    case onceOutside

    /// The default for a route: requests that create something are carried out once.
    init(_ method: Method, _ lane: Lane) {
        let takesLong = [.slow, .signIn, .outgoing].contains(lane)
        self = method != .post ? .asSent : takesLong ? .onceOutside : .once
    }
}

extension Visit {
    /// Does what is asked for; with an idempotency key, only once. A repetition of the request
    /// gets the first answer again, a different request with the same key is refused, and one that
    /// comes while the first is in progress is asked to wait.
    ///
    /// A refused request has changed nothing and is not kept: it may be sent again, or corrected.
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
            // Jobs queued meanwhile could not be seen before.
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

    /// The answer that was given the first time.
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
