import HTTP
import Server

/// Who may use a route. Which records someone may touch is decided by the query that looks them up.
enum Access: String, Sendable {
    case admin
    /// A parent: admins have separate addresses for what is theirs.
    case parent
    case signedIn = "signed in"
    /// A child, in a browser that a parent has handed over (Kids Mode).
    case child
    case everyone

    /// Whether somebody may use such a route.
    func allows(_ visitor: Visitor) -> Bool {
        let session = visitor.session
        return switch self {
        case .everyone: true
        case .signedIn: session != nil
        case .child: visitor.device != nil
        case .parent: session?.user.role == .parent
        case .admin: session?.user.role == .admin
        }
    }
}

/// What a visitor must present at a route.
enum Entrance: Sendable, Equatable {
    /// A browser's cookie.
    case cookie
    /// A cookie, or a bearer token with one of these scopes: for lists and pictures that programs
    /// fetch, too.
    case cookieOrToken([Scope])
    /// A bearer token with this scope. Cookies have no effect here: no other site's page can make
    /// a browser ask in its owner's name.
    case token(Scope)
    /// A bearer token, whatever its scopes.
    case anyToken
    /// Nothing; anything that is sent is ignored.
    case nothing

    /// The scopes of which an access key needs one; empty if keys aren't accepted.
    var scopes: [Scope] {
        switch self {
        case .cookieOrToken(let scopes): scopes
        case .token(let scope): [scope]
        case .cookie, .anyToken, .nothing: []
        }
    }

    /// The scope to name to a key that has none of them.
    var scope: Scope? { scopes.first }
}

/// Whether a form is only accepted from someone who has just proved who they are.
///
/// Signing in proves it, and so does being asked again. A form that can't be undone, or that
/// changes who may get in, must not be usable by somebody who finds an unlocked screen.
enum ProofNeed: String, Sendable {
    case never
    /// Proved within the last quarter of an hour.
    case recently = "confirmed lately"
    /// Proved for this one form.
    case everyTime = "confirmed each time"

    /// How long a proof is valid: long enough for a task, short enough for a screen left alone.
    static let seconds = 15 * 60

    /// Whether the owner of that session must be asked first.
    func isMissing(_ session: Session?, now: Int) -> Bool {
        switch self {
        case .never: false
        // A proof in the future comes from a clock that was wrong.
        case .recently: !(0..<Self.seconds).contains(now - (session?.confirmedAt ?? 0))
        case .everyTime: true
        }
    }
}

/// One line of the route table: a method, a path, who may use it, where it runs, what it does.
struct Route: Sendable {
    let method: Method
    let pattern: PathPattern
    let access: Access
    let entrance: Entrance
    let lane: Lane
    let bodyLimit: BodyLimit
    /// Whether the text of this form is kept for someone whose session has ended meanwhile.
    let keepsText: Bool
    /// Whether the person must first confirm who they are.
    let confirms: ProofNeed
    /// Its description in the API's document; nil for a page.
    var operation: Operation?
    /// Whether a browser in Kids Mode gets it, too, though it isn't for children alone: for such a
    /// browser all others don't exist.
    private(set) var isSharedWithChildren = false
    /// What it reads each time anew, if that is a file that somebody brought (`reading`).
    private(set) var fileKind: String?
    /// The handler; nil if a path parameter isn't a value of its type.
    private(set) var handle: @Sendable (Visit, [Substring]) throws -> Response?
}

extension Route {
    /// Whether it exists for a browser in Kids Mode.
    var isForChildren: Bool { access == .child || isSharedWithChildren }

    /// This route, for browsers in Kids Mode as well. Its handler decides what a child may have.
    func sharedWithChildren() -> Route {
        var route = self
        route.isSharedWithChildren = true
        return route
    }

    /// This route, which reads a file that somebody brought: where that has ended the program, it isn't read
    /// again, and its page says so. The file's name is the last part of the path; it is removed by a form at
    /// the same address with that ending.
    func reading(_ kind: String, removedBy ending: String? = nil) -> Route {
        var route = self
        route.fileKind = kind
        return route.before { [route] visit in
            guard let file = route.file(of: visit.request.path) else { return nil }
            return try SetAside.answer(visit, file, removedBy: ending)
        }
    }

    /// The file that it reads at a path.
    func file(of path: String) -> String? {
        fileKind.map { "\($0) \(path.split(separator: "/").last ?? "")" }
    }

    /// This route behind a gate, which answers in its place where it isn't to be had.
    func before(_ gate: @escaping @Sendable (Visit) throws -> Response?) -> Route {
        var route = self
        let handle = handle
        route.handle = { visit, segments in try gate(visit) ?? handle(visit, segments) }
        return route
    }
}

/// A page: safe to repeat, quick, answered on the event loop. With a scope, scripts can get it as
/// well.
func get<each Parameter: PathParameter>(
    _ pattern: StaticString,
    for access: Access = .admin,
    lane: Lane = .loop,
    scripts scope: Scope? = nil,
    _ handler: @escaping @Sendable (Visit, repeat each Parameter) throws -> Response
) -> Route {
    let entrance: Entrance = scope.map { .cookieOrToken([$0]) } ?? .cookie
    return route(.get, pattern, access, lane, .form, entrance: entrance, handler)
}

/// A form: it may wait for its turn to write, so it runs on a worker. A form with uploads runs on
/// a slow one, because files are checked, copied and waited for.
func post<each Parameter: PathParameter>(
    _ pattern: StaticString,
    for access: Access = .admin,
    lane: Lane? = nil,
    bodyLimit: BodyLimit = .form,
    keepsText: Bool = false,
    confirms: ProofNeed = .never,
    _ handler: @escaping @Sendable (Visit, repeat each Parameter) throws -> Response
) -> Route {
    let lane = lane ?? (bodyLimit == .form ? .worker : .slow)
    return route(
        .post,
        pattern,
        access,
        lane,
        bodyLimit,
        keepsText: keepsText,
        confirms: confirms,
        handler
    )
}

/// A file, sent by a script or a program as the whole content of the request (`Visit.content`).
func put<each Parameter: PathParameter>(
    _ pattern: StaticString,
    for access: Access = .admin,
    lane: Lane = .slow,
    bodyLimit: BodyLimit,
    _ handler: @escaping @Sendable (Visit, repeat each Parameter) throws -> Response
) -> Route {
    route(.put, pattern, access, lane, bodyLimit, handler)
}

/// A part of a file, sent as the whole content of the request (`Visit.content`).
func patch<each Parameter: PathParameter>(
    _ pattern: StaticString,
    for access: Access = .admin,
    lane: Lane = .slow,
    bodyLimit: BodyLimit,
    _ handler: @escaping @Sendable (Visit, repeat each Parameter) throws -> Response
) -> Route {
    route(.patch, pattern, access, lane, bodyLimit, handler)
}

/// A line of the table with all its parts.
func route<each Parameter: PathParameter>(
    _ method: Method,
    _ pattern: StaticString,
    _ access: Access,
    _ lane: Lane,
    _ bodyLimit: BodyLimit,
    entrance: Entrance = .cookie,
    keepsText: Bool = false,
    confirms: ProofNeed = .never,
    _ handler: @escaping @Sendable (Visit, repeat each Parameter) throws -> Response
) -> Route {
    Route(
        method: method,
        pattern: PathPattern(pattern.description),
        access: access,
        entrance: entrance,
        lane: lane,
        bodyLimit: bodyLimit,
        keepsText: keepsText,
        confirms: confirms,
        operation: nil
    ) { visit, segments in
        var rest = segments[...]
        do {
            return try handler(visit, repeat try decode((each Parameter).self, from: &rest))
        } catch is NoSuchValue {
            return nil
        }
    }
}

/// A path segment that isn't a value of its parameter's type.
struct NoSuchValue: Error {}

/// The next segment of a path as a value; throws `NoSuchValue`.
func decode<Parameter: PathParameter>(
    _ type: Parameter.Type,
    from segments: inout ArraySlice<Substring>
) throws -> Parameter {
    guard let segment = segments.popFirst(), let value = Parameter(pathSegment: segment) else {
        throw NoSuchValue()
    }
    return value
}

/// A path with placeholders: `/admin/categories/{id}/move`.
struct PathPattern: Sendable, Equatable, CustomStringConvertible {
    enum Segment: Sendable, Equatable {
        case literal(String)
        case parameter
    }

    let description: String
    let segments: [Segment]

    /// The names in the braces, in order.
    var names: [String] {
        description.split(separator: "/").compactMap { segment in
            segment.hasPrefix("{") ? String(segment.dropFirst().dropLast()) : nil
        }
    }

    /// For each segment 1 if it is a placeholder, 0 if it is fixed.
    var places: [Int] { segments.map { $0 == .parameter ? 1 : 0 } }

    /// The path with all placeholders alike: two patterns of one shape match the same paths.
    var shape: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter: "{}"
            }
        }.joined(separator: "/")
    }

    init(_ text: String) {
        description = text
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            $0.hasPrefix("{") && $0.hasSuffix("}") ? .parameter : .literal(String($0))
        }
    }

    /// The values of the placeholders, in order; nil if the path doesn't match.
    func match(_ path: [Substring]) -> [Substring]? {
        guard path.count == segments.count else { return nil }
        var values: [Substring] = []
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal):
                guard literal == text else { return nil }
            case .parameter:
                guard !text.isEmpty else { return nil }
                values.append(text)
            }
        }
        return values
    }
}
