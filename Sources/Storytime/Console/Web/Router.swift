import HTTP
import Server

/// Finds the route of a request: of the matching lines of the table, the one with the most
/// specific path. So the order of features doesn't matter: `/admin/books/bin` is found before
/// `/admin/books/{id}`.
///
/// The table is checked when it is made: two lines for the same paths are our mistake and stop the
/// program at startup.
struct Router: Sendable {
    let routes: [Route]
    /// The routes by the number of segments of their path, to scan only a handful.
    private let bySegmentCount: [Int: [Route]]

    init(_ routes: [Route]) throws {
        let sorted = routes.enumerated().map { (place: $0, route: $1, key: $1.pattern.places) }
            .sorted { left, right in
                left.key == right.key
                    ? left.place < right.place : left.key.lexicographicallyPrecedes(right.key)
            }
        let routes = sorted.map(\.route)
        // More specific paths come first, so a line can only hide another of the same shape.
        var shapes: [String: PathPattern] = [:]
        for route in routes {
            let shape = "\(route.method) \(route.pattern.shape)"
            if let earlier = shapes.updateValue(route.pattern, forKey: shape) {
                throw ConfigurationError(
                    "the route \(route.method) \(route.pattern) is hidden by \(earlier)"
                )
            }
        }
        self.routes = routes
        bySegmentCount = Dictionary(grouping: routes) { $0.pattern.segments.count }
    }

    /// The result for a path.
    enum Match {
        case found(Route, [Substring])
        /// The path exists, but only with these other methods.
        case otherMethods([Method])
        case none
    }

    /// HEAD is answered by the page that GET would show (RFC 9110 §9.3.2).
    func match(_ method: Method, path: String) -> Match {
        let segments = PathSegments.split(path)
        let method = method == .head ? .get : method
        var others: [Method] = []
        for route in bySegmentCount[segments.count] ?? [] {
            guard let values = route.pattern.match(segments) else { continue }
            guard route.method == method else {
                others.append(route.method)
                continue
            }
            return .found(route, values)
        }
        return others.isEmpty ? .none : .otherMethods(Self.allowed(others))
    }

    /// Every method of a path; none if there is no such path.
    func allowedMethods(path: String) -> [Method] {
        let segments = PathSegments.split(path)
        let routes = bySegmentCount[segments.count] ?? []
        return Self.allowed(
            routes.filter { $0.pattern.match(segments) != nil }.map(\.method)
        )
    }

    /// The route for a form at a path.
    func formRoute(path: String) -> Route? {
        guard case .found(let route, _) = match(.post, path: path) else { return nil }
        return route
    }

    /// Where a request runs and how much content it may have. A request without a route is refused
    /// quickly on the loop.
    func admission(
        of method: Method,
        path: String,
        _ configuration: Configuration
    ) -> Admission {
        guard case .found(let route, _) = match(method, path: path) else {
            return Admission(lane: .loop, bodyLimitBytes: BodyLimit.formBytes)
        }
        return Admission(
            lane: route.lane,
            bodyLimitBytes: route.bodyLimit.bytes(configuration)
        )
    }

    /// The name of a request's route in the log, without the values of its placeholders.
    func name(of head: RequestHead) -> String {
        guard case .found(let route, _) = match(head.method, path: head.path) else {
            return "\(head.method) without a route"
        }
        return "\(head.method) \(route.pattern)"
    }

    /// What may tell who a visitor is in a queue for a worker, and the network that they come from. It is the
    /// device, session, token or key; if the route asks for none it is the network, because anybody can send
    /// any cookie.
    func visitor(
        _ head: RequestHead,
        peer: String,
        _ configuration: Configuration
    ) -> (shown: [String], network: String) {
        let request = Request(head: head, body: .empty, peer: peer)
        let client = Client(request, configuration)
        let network = client.address?.site.description ?? peer
        guard case .found(let route, _) = match(head.method, path: head.path),
            route.access != .everyone
        else { return ([], network) }
        return (route.shown(by: request, client), network)
    }

    private static func allowed(_ methods: [Method]) -> [Method] {
        guard !methods.isEmpty else { return [] }
        var allowed: [Method] = methods.contains(.get) ? [.get, .head] : []
        for method in methods where !allowed.contains(method) { allowed.append(method) }
        return allowed + [.options]
    }
}
