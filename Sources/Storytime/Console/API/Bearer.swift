import HTTP

/// What stands behind `Authorization: Bearer` (RFC 6750 §2.1). Nowhere else is a token looked for.
enum Bearer {
    static func isShown(by request: Request) -> Bool {
        request.headers.all("authorization").contains { token(of: $0) != nil }
    }

    /// The token that a request shows; nil without one. Two are one too many.
    static func token(of request: Request) throws -> String? {
        let values = request.headers.all("authorization")
        guard values.count <= 1 else { throw APIFailure.invalidToken }
        return values.first.flatMap(token)
    }

    private static func token(of value: String) -> String? {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}

extension RequestHead {
    /// Whether a program asks the API, and not a browser for a page: those about the API are pages.
    var isForAPI: Bool { Self.isForAPI(path: path) }

    /// Where the pages about the API are.
    static let docsPath = "/api/docs"

    static func isForAPI(path: String) -> Bool {
        path.hasPrefix("/api/") && path != docsPath
            && !path.hasPrefix(docsPath + "/")
    }
}

extension Application {
    /// Who asks, by what they show at the route's entrance; nil for a visitor. Programs may ask only
    /// so often.
    func identify(_ request: Request, for route: Route, _ client: Client, now: Int) throws
        -> Session?
    {
        switch route.entrance {
        case .cookie: break
        case .nothing:
            try count(client.networkText, now)
            return nil
        case .token, .anyToken: return try bearer(request, client, now: now)
        case .cookieOrToken:
            if Bearer.isShown(by: request) { return try bearer(request, client, now: now) }
        }
        return try sessions.find(cookie(.session, request, client), now: now)
    }

    private func bearer(_ request: Request, _ client: Client, now: Int) throws -> Session? {
        let token = try Bearer.token(of: request)
        guard let session = try token.flatMap({ try session(of: $0, now: now) }) else {
            // Whoever shows nothing good is counted by where they are.
            try count(client.networkText, now)
            if token != nil { throw APIFailure.invalidToken }
            return nil
        }
        try count(session.key.map { "key \($0.id)" } ?? "session \(session.id)", now)
        return session
    }

    private func session(of token: String, now: Int) throws -> Session? {
        if let key = AccessKeySecret(shown: token) {
            return try AccessKeyStore(database: database, now: now).find(key)
        }
        return try AccessToken(token, site.tokenKeys, now: now).flatMap {
            try sessions.find($0, now: now)
        }
    }

    private func count(_ who: String, _ now: Int) throws {
        quota = site.rateLimit.count(who, now: now)
        let wait = quota?.waitSeconds ?? 0
        guard wait == 0 else { throw APIFailure.tooManyRequests(retryAfterSeconds: wait) }
    }

    /// RFC 9110 §12.5.1: a client that takes no JSON is told so, in JSON.
    func expectJSONIsTaken(_ request: Request) throws {
        let accept = request.headers.all("accept").joined(separator: ",")
        guard Accept.accepts("application", "json", header: accept) else {
            throw APIFailure.notAcceptable
        }
    }
}
