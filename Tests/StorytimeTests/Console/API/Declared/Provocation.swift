import HTTP
import Testing

@testable import Storytime

/// How to make an operation refuse what it is asked, by the status that it declares.
struct Provocation {
    let route: Route
    let operation: Operation

    /// The answer to something that is to be refused so; nil when it isn't known how.
    func provoke(_ status: Status, in world: APIWorld) throws -> Answer? {
        if let own = OwnRefusals.all["\(operation.name) \(status.code)"] {
            try own.prepare(world)
            return try world.ask(
                route,
                token: world.token(for: route),
                query: own.query,
                content: own.content.map { Array($0.utf8) }
            )
        }
        let token = try world.token(for: route)
        switch status.code {
        case 400: return try unreadable(in: world, token)
        case 401: return try world.ask(route, token: nil)
        case 403: return try forbidden(in: world)
        case 404: return try missing(in: world)
        case 409: return try whileInUse(in: world, token)
        case 414: return try Self.onTheWire(route, query: String(repeating: "a", count: 9000))
        case 406: return try world.ask(route, token: token, headers: [("Accept", "text/html")])
        case 412: return try world.ask(route, token: token, headers: [("If-Match", "\"x\"")])
        case 413: return try tooLarge(in: world, token)
        case 415: return try world.ask(route, token: token, type: "image/png")
        case 422: return try unknown(in: world, token)
        case 429:
            let world = try APIWorld(requestsPerMinute: 1)
            let token = try world.token(for: route)
            _ = try world.ask(route, token: token, headers: [("Accept", "text/html")])
            return try world.ask(route, token: token)
        default: return nil
        }
    }

    private func unreadable(in world: APIWorld, _ token: String?) throws -> Answer {
        switch operation.request {
        case .json: try world.ask(route, token: token, content: Array("{".utf8))
        case .query, .file: try world.ask(route, token: token, query: "a=%zz")
        case .nothing: try Self.onTheWire(route)
        }
    }

    /// A second request under a key whose first is not answered yet.
    private func whileInUse(in world: APIWorld, _ token: String?) throws -> Answer {
        let user = world.owner(of: route)
        let header = (IdempotencyKey.header, "one")
        let key = try world.key("one", of: user)
        #expect(world.console.site.keysInUse.take(key))
        defer { world.console.site.keysInUse.release(key) }
        return try world.ask(route, token: token, headers: [header])
    }

    /// What nothing but the server sees: a path that is no text.
    private static func onTheWire(_ route: Route, query: String? = nil) throws -> Answer {
        let running = try RunningServer()
        let path =
            query == nil
            ? route.target(
                Dictionary(uniqueKeysWithValues: route.pattern.names.map { ($0, "%08") })
            ) : route.sampleTarget
        let reply = try running.browser.send(
            route.method.name,
            path + (query.map { "?" + $0 } ?? ""),
            [("Content-Length", "0")]
        )
        return Answer(
            Response(
                status: Status(code: reply.status),
                headers: Headers(reply.headers.map { ($0.key, $0.value) }),
                body: .bytes(reply.body)
            )
        )
    }

    /// A key without the scope, or a page of another site.
    private func forbidden(in world: APIWorld) throws -> Answer {
        guard let scope = route.entrance.scope else {
            return try world.ask(route, token: nil, headers: [("Sec-Fetch-Site", "cross-site")])
        }
        let others = Scope.allCases.filter { $0 != scope }
        return try world.ask(
            route,
            token: world.console.accessKey(world.owner(of: route), others)
        )
    }

    /// A number that nobody has, or someone for whom nothing is there.
    private func missing(in world: APIWorld) throws -> Answer {
        guard let name = route.pattern.names.last else {
            let other = route.access == .admin ? world.parent : world.admin
            return try world.ask(route, token: world.console.bearer(other))
        }
        return try world.ask(
            route,
            token: world.token(for: route),
            numbers: [name: "999999"]
        )
    }

    /// More than memory takes is in a file by now, as the server spools it.
    private func tooLarge(in world: APIWorld, _ token: String?) throws -> Answer {
        let size = route.bodyLimit.bytes(world.console.site.configuration) + 1
        guard size <= 2 << 20 else {
            // Refused by what it announces, before anything of it is read.
            let request = try world.console.request(
                route.method,
                route.sampleTarget,
                [
                    ("Authorization", "Bearer \(token ?? "")"),
                    ("Content-Length", String(size)),
                ]
            )
            return Answer(try #require(world.console.application.refusal(of: request)))
        }
        return try world.ask(
            route,
            token: token,
            content: Array(repeating: UInt8(ascii: " "), count: size),
            isSpooled: true
        )
    }

    /// A member, or a parameter, that nobody knows.
    private func unknown(in world: APIWorld, _ token: String?) throws -> Answer {
        if case .json = operation.request {
            return try world.ask(
                route,
                token: token,
                content: Array(#"{"nobody_knows": 1}"#.utf8)
            )
        }
        guard operation.request.hasQuery else {
            return try world.ask(route, token: token, headers: [(IdempotencyKey.header, "é")])
        }
        return try world.ask(route, token: token, query: "nobody_knows=1")
    }
}
