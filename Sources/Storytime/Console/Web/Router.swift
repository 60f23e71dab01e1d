import HTTP
import Server

/// Finds the route of a request: of the lines of the table that match, the one that says most of the path
/// itself. So the order of features doesn't matter: `/admin/books/bin` is found before
/// `/admin/books/{id}`.
///
/// The table is checked when it is made: two lines for the same paths are a mistake of ours and stop the
/// program at start.
struct Router: Sendable {
    let routes: [Route]
    /// The routes by the number of segments of their path: a scan of a handful.
    private let bySegmentCount: [Int: [Route]]

    init(_ routes: [Route]) throws {
        let routes = routes.enumerated().sorted { left, right in
            let (mine, theirs) = (left.element.pattern.places, right.element.pattern.places)
            return mine == theirs
                ? left.offset < right.offset : mine.lexicographicallyPrecedes(theirs)
        }.map(\.element)
        for (index, route) in routes.enumerated() {
            if let earlier = routes[..<index].first(where: {
                $0.method == route.method && $0.pattern.covers(route.pattern)
            }) {
                throw ConfigurationError(
                    "the route \(route.method) \(route.pattern) is hidden by \(earlier.pattern)"
                )
            }
        }
        self.routes = routes
        bySegmentCount = Dictionary(grouping: routes) { $0.pattern.segments.count }
    }

    /// What a path leads to.
    enum Match {
        case found(Route, [Substring])
        /// The path is there, the method isn't: these are.
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

    /// Every method that a path takes; none when there is no such path.
    func allowedMethods(path: String) -> [Method] {
        let segments = PathSegments.split(path)
        let routes = bySegmentCount[segments.count] ?? []
        return Self.allowed(
            routes.filter { $0.pattern.match(segments) != nil }.map(\.method)
        )
    }

    /// The route that takes a form at a path.
    func formRoute(path: String) -> Route? {
        guard case .found(let route, _) = match(.post, path: path) else { return nil }
        return route
    }

    /// Where a request runs and how much it may bring. What no route takes is refused quickly on the
    /// loop.
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

    /// The route of a request as the log calls it, without what a visitor put into its places.
    func name(of head: RequestHead) -> String {
        guard case .found(let route, _) = match(head.method, path: head.path) else {
            return "\(head.method) without a route"
        }
        return "\(head.method) \(route.pattern)"
    }

    /// Who is counted as one visitor in a queue for a worker: whoever shows the same session, token or key,
    /// and where none is asked for, because anybody can show anything, whoever has the same address.
    func visitor(_ head: RequestHead, peer: String, _ configuration: Configuration) -> String {
        if case .found(let route, _) = match(head.method, path: head.path),
            route.access != .everyone
        {
            if let shown = head.headers["authorization"] { return shown }
            let cookies = Cookies(head.headers)
            for prefix in ["__Host-", ""] {
                let name = prefix + Client.CookieName.session.rawValue
                if let shown = cookies[name] { return shown }
            }
        }
        let address = Client.address(peer: peer, head.headers, configuration)
        return address?.network.description ?? peer
    }

    private static func allowed(_ methods: [Method]) -> [Method] {
        guard !methods.isEmpty else { return [] }
        var allowed: [Method] = methods.contains(.get) ? [.get, .head] : []
        for method in methods where !allowed.contains(method) { allowed.append(method) }
        return allowed + [.options]
    }
}
