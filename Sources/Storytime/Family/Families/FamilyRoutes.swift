import HTTP
import Server

/// A page about a family, at both of its addresses: that of the parents, and that of an admin who acts for
/// them. What says `/children/{id}/week` to the ones says `/admin/families/{id}/children/{id}/week` to the
/// others; what begins with `/family` is the family's own page there.
///
/// `whenNoneYet` is what a parent sees whom no admin has put into a family; most pages aren't there then.
func familyPage<each Parameter: PathParameter>(
    _ pattern: StaticString,
    lane: Lane = .loop,
    scripts scope: Scope? = nil,
    whenNoneYet: (@Sendable (Visit) throws -> Response)? = nil,
    _ handler: @escaping @Sendable (Visit, FamilyScope, repeat each Parameter) throws -> Response
) -> [Route] {
    familyRoutes(
        FamilyLine(.get, pattern, lane, entrance: scope.map { .cookieOrToken([$0]) } ?? .cookie),
        whenNoneYet,
        handler
    )
}

/// A form about a family, at both of its addresses.
func familyForm<each Parameter: PathParameter>(
    _ pattern: StaticString,
    lane: Lane = .worker,
    keepsText: Bool = false,
    confirms: ProofNeed = .never,
    _ handler: @escaping @Sendable (Visit, FamilyScope, repeat each Parameter) throws -> Response
) -> [Route] {
    familyRoutes(
        FamilyLine(.post, pattern, lane, keepsText: keepsText, confirms: confirms),
        nil,
        handler
    )
}

/// What the two lines of the route table have in common.
private struct FamilyLine {
    let method: Method
    let pattern: String
    let lane: Lane
    let entrance: Entrance
    let keepsText: Bool
    let confirms: ProofNeed

    init(
        _ method: Method,
        _ pattern: StaticString,
        _ lane: Lane,
        entrance: Entrance = .cookie,
        keepsText: Bool = false,
        confirms: ProofNeed = .never
    ) {
        self.method = method
        self.pattern = pattern.description
        self.lane = lane
        self.entrance = entrance
        self.keepsText = keepsText
        self.confirms = confirms
    }

    /// Where an admin finds it.
    var adminPattern: String {
        let own = "/family/"
        let rest = pattern.hasPrefix(own) ? "/" + pattern.dropFirst(own.count) : pattern
        return "/admin/families/{id}" + rest
    }

    func route(
        _ pattern: String,
        for access: Access,
        _ handle: @escaping @Sendable (Visit, [Substring]) throws -> Response
    ) -> Route {
        Route(
            method: method,
            pattern: PathPattern(pattern),
            access: access,
            entrance: entrance,
            lane: lane,
            bodyLimit: .form,
            keepsText: keepsText,
            confirms: confirms
        ) { visit, segments in
            do {
                return try handle(visit, segments)
            } catch is NoSuchValue {
                return nil
            }
        }
    }
}

private func familyRoutes<each Parameter: PathParameter>(
    _ line: FamilyLine,
    _ whenNoneYet: (@Sendable (Visit) throws -> Response)?,
    _ handler: @escaping @Sendable (Visit, FamilyScope, repeat each Parameter) throws -> Response
) -> [Route] {
    [
        line.route(line.pattern, for: .parent) { visit, segments in
            var rest = segments[...]
            let values = (repeat try decode((each Parameter).self, from: &rest))
            guard let scope = try visit.familyIfAny() else {
                guard let whenNoneYet else { throw Failure.notFound }
                return try whenNoneYet(visit)
            }
            return try handler(visit, scope, repeat each values)
        },
        line.route(line.adminPattern, for: .admin) { visit, segments in
            var rest = segments[...]
            let family = try decode(ID<Family>.self, from: &rest)
            let values = (repeat try decode((each Parameter).self, from: &rest))
            return try handler(visit, try visit.family(family), repeat each values)
        },
    ]
}
