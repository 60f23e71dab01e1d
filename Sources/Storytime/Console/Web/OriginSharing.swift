import HTTP

/// Lets pages of other web apps call the API, if the configuration names them: the CORS protocol
/// (Fetch Standard §3.3). Without this setting browsers keep all of them out.
///
/// Never "with credentials": such an app sends a token, and a browser's cookies stay where they
/// are.
struct OriginSharing {
    private static let requestHeaders =
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
    private static let responseHeaders =
        "ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, "
        + "WWW-Authenticate, X-Request-ID"
    /// For how long a browser need not ask again; Chromium accepts at most two hours.
    private static let preflightSeconds = 600

    private let origins: [Origin]

    init(_ configuration: Configuration) {
        origins = configuration.apiOrigins
    }

    /// The origin of another site's page that may make this request; nil for every other.
    func origin(of request: RequestHead) -> Origin? {
        guard Self.isShared(request),
            let origin = request.headers["origin"].flatMap({ Origin($0) })
        else { return nil }
        return origins.contains(origin) ? origin : nil
    }

    /// The requests of programs: the API, and the pictures and videos that it names.
    private static func isShared(_ request: RequestHead) -> Bool {
        request.isForAPI || request.path.hasPrefix("/media/")
    }

    func addHeaders(to response: inout Response, for request: RequestHead) {
        guard !origins.isEmpty, Self.isShared(request) else { return }
        // Caches must not give one origin the answer for another (RFC 9110 §12.5.5).
        response.headers.add("Vary", "Origin")
        guard let origin = origin(of: request) else { return }
        response.headers.add("Access-Control-Allow-Origin", origin.description)
        guard request.method == .options, let methods = response.headers["allow"] else {
            response.headers.add("Access-Control-Expose-Headers", Self.responseHeaders)
            return
        }
        response.headers.add("Access-Control-Allow-Methods", methods)
        response.headers.add("Access-Control-Allow-Headers", Self.requestHeaders)
        response.headers.add("Access-Control-Max-Age", String(Self.preflightSeconds))
    }
}
