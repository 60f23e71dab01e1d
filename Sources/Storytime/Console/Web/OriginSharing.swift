import HTTP

/// Lets the pages of web apps elsewhere ask the API, if the configuration names them: the CORS
/// protocol (Fetch Standard §3.3). Without such a setting browsers keep all of them out.
///
/// Never "with credentials": a token is shown, and a browser's cookies stay where they are.
struct OriginSharing {
    private static let requestHeaders =
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
    private static let responseHeaders =
        "ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, "
        + "WWW-Authenticate, X-Request-ID"
    /// For how long a browser needs not ask again; Chromium takes no more than two hours.
    private static let preflightSeconds = 600

    private let origins: [Origin]

    init(_ configuration: Configuration) {
        origins = configuration.apiOrigins
    }

    /// The origin of a page elsewhere that may ask for this; nil for every other.
    func origin(of request: RequestHead) -> Origin? {
        guard Self.isShared(request),
            let origin = request.headers["origin"].flatMap({ Origin($0) })
        else { return nil }
        return origins.contains(origin) ? origin : nil
    }

    /// What programs ask for: the API, and the pictures and films that it names.
    private static func isShared(_ request: RequestHead) -> Bool {
        request.isForAPI || request.path.hasPrefix("/media/")
    }

    func addHeaders(to response: inout Response, for request: RequestHead) {
        guard !origins.isEmpty, Self.isShared(request) else { return }
        // Caches must not give one origin what was answered to another (RFC 9110 §12.5.5).
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
