import Glibc
import HTTP
import Quill
import SQLite
import Server

/// The benchmark's application: what one thread needs to answer requests.
final class BenchApplication: Responder {
    let templates: Templates
    let small: Stores
    let large: Stores

    init(_ options: Options, _ templates: Templates, _ turn: WriteTurn, _ lane: Lane) throws {
        self.templates = templates
        let configuration = DatabaseConfiguration(
            synchronous: options.synchronous,
            // The kit allows 64 MiB to everybody. An export reads every page once: a cache is
            // only memory to it.
            cacheKiB: lane == .slow ? 4_096 : 65_536
        )
        small = Stores(
            try Database(path: "\(options.data)/small.db", configuration: configuration, turn: turn)
        )
        large = Stores(
            try Database(path: "\(options.data)/large.db", configuration: configuration)
        )
    }

    func respond(to request: Request) -> Response {
        guard let route = Route.find(request.head) else {
            return Response(status: .notFound, text: "There is no such page.\n")
        }
        do {
            return try answer(request, route)
        } catch let failure as Failure {
            return Response(status: failure.status, text: failure.message + "\n")
        } catch {
            Console.complain("\(request.head.target.raw): \(error)")
            return Response(status: .internalServerError, text: "This is our fault.\n")
        }
    }

    private func answer(_ request: Request, _ route: Route) throws -> Response {
        let stores = route.data == .small ? small : large
        guard route.needsSession else {
            return try route.handler(Visit(request, templates, stores, .nobody))
        }
        let token = Cookies(request.headers)["sid"] ?? ""
        guard let session = try stores.sessions.find(token, now: time(nil)) else {
            return Response(status: .forbidden, text: "Sign in first.\n")
        }
        return try route.handler(Visit(request, templates, stores, session))
    }
}

/// The stores on one database file. They belong to one thread, as its connection does.
final class Stores {
    let sessions: SessionStore
    let categories: CategoryStore
    let books: BookStore
    let usage: UsageStore
    let fortunes: FortuneStore

    init(_ database: Database) {
        sessions = SessionStore(database: database)
        categories = CategoryStore(database: database)
        books = BookStore(database: database)
        usage = UsageStore(database: database)
        fortunes = FortuneStore(database: database)
    }
}

/// A request with everything that a page needs to answer it.
struct Visit {
    let request: Request
    let templates: Templates
    let stores: Stores
    let session: Session

    init(_ request: Request, _ templates: Templates, _ stores: Stores, _ session: Session) {
        self.request = request
        self.templates = templates
        self.stores = stores
        self.session = session
    }

    func render<P: Page>(
        _ template: Template<P, Shell>,
        _ page: P,
        section: String
    ) throws -> Response {
        let shell = Shell(session, section: section)
        return .html(try template.render(page, globals: shell))
    }

    /// The fields of the query.
    func query() throws -> URLEncodedForm {
        do {
            return try URLEncodedForm(query: request.query)
        } catch {
            throw Failure(status: .badRequest, message: "The address cannot be read.")
        }
    }
}

/// Why a page cannot be shown.
struct Failure: Error {
    let status: Status
    let message: String
}

extension Response {
    static func html(_ bytes: [UInt8]) -> Response {
        Response(headers: ["Content-Type": "text/html; charset=utf-8"], body: .bytes(bytes))
    }
}
