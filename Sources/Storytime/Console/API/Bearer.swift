import HTTP

/// The token after `Authorization: Bearer` (RFC 6750 §2.1), the only place for tokens.
enum Bearer {
    static func isShown(by request: Request) -> Bool {
        request.headers.all("authorization").contains { token(of: $0) != nil }
    }

    /// The token of a request; nil without one. Two are an error.
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

extension Route {
    /// What a request shows that can let it in here, in the order in which it is tried: the cookie of a device in
    /// Kids Mode, dead or alive, and what `Application.identify` looks at. What is sent besides makes nobody
    /// another.
    func shown(by request: Request, _ client: Client) -> [String] {
        let cookies = Cookies(request.headers)
        let token = try? Bearer.token(of: request)
        let own: String? =
            switch entrance {
            case .nothing: nil
            case .token, .anyToken: token
            case .cookieOrToken where Bearer.isShown(by: request): token
            case .cookie, .cookieOrToken: cookies[client.name(.session)]
            }
        return [HandedDevice.cookie(of: cookies), own].compactMap(\.self)
    }
}

extension RequestHead {
    /// Whether a program is calling the API, rather than a browser asking for a page: the pages
    /// about the API don't count.
    var isForAPI: Bool { Self.isForAPI(path: path) }

    /// Where the pages about the API are.
    static let docsPath = "/api/docs"

    static func isForAPI(path: String) -> Bool {
        path.hasPrefix("/api/") && path != docsPath
            && !path.hasPrefix(docsPath + "/")
    }
}

extension Application {
    /// Who is asking, from what they send at the route's entrance; nil for a visitor. Limits how
    /// often programs may ask.
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
            // Requests without a valid token are counted by address.
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

    /// RFC 9110 §12.5.1: tells a client that doesn't accept JSON so, in JSON.
    func expectJSONIsTaken(_ request: Request) throws {
        let accept = request.headers.all("accept").joined(separator: ",")
        guard Accept.accepts("application", "json", header: accept) else {
            throw APIFailure.notAcceptable
        }
    }
}
