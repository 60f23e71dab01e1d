import HTTP
import Server

/// Who may use a route. Which records someone may touch is decided by the query that looks them up.
enum Access: String, Sendable {
    case admin
    /// A parent: what is theirs has another address for admins.
    case parent
    case signedIn = "signed in"
    case everyone

    /// Whether someone may use such a route; nil is a visitor.
    func allows(_ session: Session?) -> Bool {
        switch self {
        case .everyone: true
        case .signedIn: session != nil
        case .parent: session?.user.role == .parent
        case .admin: session?.user.role == .admin
        }
    }
}

/// What a visitor shows to be known at a route.
enum Entrance: Sendable, Equatable {
    /// A browser's cookie.
    case cookie
    /// A cookie, or a bearer token that is good for one of these: a list or a picture that programs
    /// fetch, too.
    case cookieOrToken([Scope])
    /// A bearer token that is good for this. A cookie opens nothing here: no other site's page can
    /// have a browser ask in its owner's name.
    case token(Scope)
    /// A bearer token, whatever it is good for.
    case anyToken
    /// Nothing; whatever is shown is not looked at.
    case nothing

    /// What an access key must be good for one of; empty where none is taken.
    var scopes: [Scope] {
        switch self {
        case .cookieOrToken(let scopes): scopes
        case .token(let scope): [scope]
        case .cookie, .anyToken, .nothing: []
        }
    }

    /// The scope that is named to those who have none of them.
    var scope: Scope? { scopes.first }
}

/// Whether a form is taken only from someone who has just proved who they are.
///
/// Signing in proves it, and so does being asked again. A form that could not be undone, or that
/// changes who may get in, is nothing for whoever finds an open screen.
enum ProofNeed: String, Sendable {
    case never
    /// Proved within the last quarter of an hour.
    case recently = "confirmed lately"
    /// Proved for this one act.
    case everyTime = "confirmed each time"

    /// How long a proof holds: long enough for a task, short enough for a screen left alone.
    static let seconds = 15 * 60

    /// Whether whoever has that session must be asked first.
    func isMissing(_ session: Session?, now: Int) -> Bool {
        switch self {
        case .never: false
        // A proof in the future was written by a clock that was wrong.
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
    /// Whether what was typed into this form is kept for someone whose session has ended meanwhile.
    let keepsText: Bool
    /// Whether it must be certain that it is still the same person.
    let confirms: ProofNeed
    /// What the API's document says of it; nil for a page.
    var operation: Operation?
    /// The handler; nil when a path parameter is no value of its type.
    let handle: @Sendable (Visit, [Substring]) throws -> Response?
}

/// A page: safe to repeat, quick, answered where it was read. With a scope, scripts get it as well.
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

/// A form: it may wait for its turn to write, so it runs on a worker; one that takes uploads on a slow
/// one, because files are looked through, copied and waited for.
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

/// A line of the table as it stands.
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

/// A path segment that is no value of its parameter's type.
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

/// A path with places: `/admin/categories/{id}/move`.
struct PathPattern: Sendable, Equatable, CustomStringConvertible {
    enum Segment: Sendable, Equatable {
        case literal(String)
        case parameter
    }

    let description: String
    let segments: [Segment]

    /// What stands in the braces, in order.
    var names: [String] {
        description.split(separator: "/").compactMap { segment in
            segment.hasPrefix("{") ? String(segment.dropFirst().dropLast()) : nil
        }
    }

    /// For each segment 1 where it is a place, 0 where it is said.
    var places: [Int] { segments.map { $0 == .parameter ? 1 : 0 } }

    init(_ text: String) {
        description = text
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            $0.hasPrefix("{") && $0.hasSuffix("}") ? .parameter : .literal(String($0))
        }
    }

    /// The values of the places, in order; nil when the path is another one.
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

    /// Whether every path that `other` matches is matched by this pattern too.
    func covers(_ other: PathPattern) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { mine, theirs in
                mine == .parameter || mine == theirs
            }
    }
}
