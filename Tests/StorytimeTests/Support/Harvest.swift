import HTTP
import Markup

@testable import Storytime

/// Where the console lets somebody put a value: the forms and the links of its pages and, for programs, what
/// the API's document describes.
struct Harvest: Sendable {
    /// A request with places for values.
    struct Place: Sendable {
        enum Kind: Hashable, Sendable { case query, form, json }

        let guest: WholeHouse.Guest
        let route: Route
        let kind: Kind
        /// The path, as a page had it.
        let path: String
        /// The names, each with what stands there.
        var fields: [(name: String, value: String)] = []
        /// Whether nobody knows which of the names it takes: these are all that there are.
        var isGuess = false
    }

    private(set) var places: [Place] = []

    /// One for all tests of a run: what pages have depends on nothing.
    static let shared = Result { try Harvest(WholeHouse()) }

    private init(_ house: WholeHouse) throws {
        let router = try Router(Program.routes)
        for guest in WholeHouse.Guest.allCases {
            let pages = try house.crawl(as: guest).sorted { $0.key < $1.key }
            for (target, page) in pages
            where page.header("Content-Type")?.hasPrefix("text/html") == true {
                let markup = page.markup
                for form in markup.forms {
                    let kind = form.method == "post" ? Place.Kind.form : .query
                    add(
                        kind,
                        form.action.isEmpty ? target : form.action,
                        form.fields,
                        guest,
                        router
                    )
                }
                for target in markup.targets { add(.query, target, [], guest, router) }
            }
        }
        try addRest()
    }

    /// Takes a form or a link; the names in its address are a query's.
    private mutating func add(
        _ kind: Place.Kind,
        _ target: String,
        _ fields: [(name: String, value: String)],
        _ guest: WholeHouse.Guest,
        _ router: Router
    ) {
        guard target.hasPrefix("/") else { return }
        let parts = target.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1)
        let path = parts.first.map(String.init) ?? "/"
        let query =
            (try? URLEncodedForm(query: parts.dropFirst().first.map(String.init)))?.pairs ?? []
        if kind == .form {
            note(.form, path, fields, guest, router.match(.post, path: path))
            note(.query, path, query, guest, router.match(.post, path: path))
        } else {
            note(.query, path, fields + query, guest, router.match(.get, path: path))
        }
    }

    /// Of each kind of request one is kept, with all names that any page has.
    private mutating func note(
        _ kind: Place.Kind,
        _ path: String,
        _ fields: [(name: String, value: String)],
        _ guest: WholeHouse.Guest,
        _ match: Router.Match
    ) {
        guard case .found(let route, _) = match, !fields.isEmpty else { return }
        let known = places.firstIndex {
            $0.kind == kind && $0.guest == guest
                && $0.route.pattern.description == route.pattern.description
                && $0.route.method == route.method
        }
        let index = known ?? places.endIndex
        if known == nil { places.append(Place(guest: guest, route: route, kind: kind, path: path)) }
        for field in fields where !places[index].fields.contains(where: { $0.name == field.name }) {
            places[index].fields.append(field)
        }
    }

    /// The API, and the routes that no page leads to.
    private mutating func addRest() throws {
        let names = FieldNames.all.map { (name: $0, value: "") }
        for route in Program.routes where !route.isForDevelopment {
            let guest = WholeHouse.Guest(route.access)
            func place(
                _ kind: Place.Kind,
                _ fields: [(name: String, value: String)],
                isGuess: Bool = false
            ) {
                guard !fields.isEmpty else { return }
                places.append(
                    Place(
                        guest: guest,
                        route: route,
                        kind: kind,
                        path: route.sampleTarget,
                        fields: fields,
                        isGuess: isGuess
                    )
                )
            }
            if let operation = try APIContract.operation(route) {
                let queries =
                    (operation.at(["parameters"])?.items ?? []).filter {
                        $0["in"] == .text("query")
                    }
                place(
                    .query,
                    queries.compactMap { $0["name"]?.string }.map { (name: $0, value: "") }
                )
                let content = operation.at([
                    "requestBody", "content", "application/json", "example",
                ])
                place(
                    .json,
                    (content?.members ?? [:]).sorted { $0.key < $1.key }
                        .map { (name: $0.key, value: $0.value.written) }
                )
                continue
            }
            let isKnown = places.contains {
                $0.route.pattern.description == route.pattern.description
                    && $0.route.method == route.method
                    && $0.kind == (route.method.isSafe ? .query : .form)
            }
            if !isKnown { place(route.method.isSafe ? .query : .form, names, isGuess: true) }
        }
    }
}

extension WholeHouse.Guest {
    /// Somebody who may.
    init(_ access: Access) {
        self =
            switch access {
            case .admin: .admin
            case .parent, .signedIn: .parent
            case .child: .child
            case .everyone: .stranger
            }
    }
}

extension JSONValue {
    /// The same as JSON.
    fileprivate var written: String {
        switch self {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let text): text
        case .text(let text): JSONText.quoted(text)
        case .list(let values): "[" + values.map(\.written).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { JSONText.quoted($0.key) + ":" + $0.value.written }.joined(
                    separator: ","
                ) + "}"
        }
    }
}
