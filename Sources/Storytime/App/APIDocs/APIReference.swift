import HTTP

/// The operations of the API for its pages, in the order of the route table.
struct APIReference: Sendable {
    /// An operation, and the route that it describes.
    struct Entry: Sendable {
        let route: Route
        let operation: Operation

        var href: String { "\(APIDocsPages.path)/\(operation.name)" }
    }

    /// Operations that belong together.
    struct Chapter: Sendable {
        let title: String
        let entries: [Entry]

        /// The part of the overview that lists it.
        var id: String { "chapter-" + title.replacing(" ", with: "-") }
    }

    let entries: [Entry]
    /// The chapters that have operations.
    let chapters: [Chapter]

    init(_ routes: [Route]) {
        let all = routes.compactMap { route in
            route.operation.map { Entry(route: route, operation: $0) }
        }
        chapters = Operation.Chapter.allCases.compactMap { chapter in
            let entries = all.filter { $0.operation.chapter == chapter }
            return entries.isEmpty ? nil : Chapter(title: chapter.rawValue, entries: entries)
        }
        entries = chapters.flatMap(\.entries)
    }

    /// The operation with a name, and its neighbors in the order of the overview.
    func find(_ name: String) -> (entry: Entry, previous: Entry?, next: Entry?)? {
        guard let index = entries.firstIndex(where: { $0.operation.name == name }) else {
            return nil
        }
        return (
            entries[index], index > 0 ? entries[index - 1] : nil,
            index + 1 < entries.count ? entries[index + 1] : nil
        )
    }

    func chapter(of entry: Entry) -> Chapter? {
        chapters.first { $0.title == entry.operation.chapter.rawValue }
    }
}

extension Access {
    /// The roles that need a token of their own; empty if everybody may use it.
    var roles: [Role] {
        switch self {
        case .admin: [.admin]
        case .parent: [.parent]
        case .signedIn: Role.allCases
        case .child, .everyone: []
        }
    }

    /// Who may use it, for readers of the API's pages.
    var people: String {
        switch self {
        case .admin: "Admins"
        case .parent: "Parents"
        case .signedIn: "Parents and admins"
        case .child: "Children in Kids Mode"
        case .everyone: "Everyone, without a token"
        }
    }
}
