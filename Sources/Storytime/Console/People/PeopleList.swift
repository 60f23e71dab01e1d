import HTTP
import SQLite

/// A part of the people that can be looked at alone.
enum PeopleScope: String, Sendable, CaseIterable {
    case all, admins, parents, disabled

    var label: String {
        switch self {
        case .all: "All"
        case .admins: "Admins"
        case .parents: "Parents"
        case .disabled: "Disabled"
        }
    }

    /// Each but the first is an index in the order of addresses. Who is being erased isn’t there.
    fileprivate var condition: SQL {
        switch self {
        case .all: "erased_at IS NULL"
        case .admins: "role = 'admin' AND erased_at IS NULL"
        case .parents: "role = 'parent' AND erased_at IS NULL"
        case .disabled: "is_disabled = 1 AND erased_at IS NULL"
        }
    }
}

/// The orders of the list of people, as its address spells them.
enum PeopleOrder: String, Sendable, CaseIterable {
    case email
    case emailDescending = "-email"
    case signedIn = "signed_in"
    case signedInDescending = "-signed_in"
    case added
    case addedDescending = "-added"

    fileprivate var columns: SQL {
        switch self {
        case .email: "email_key"
        case .emailDescending: "email_key DESC"
        case .signedIn: "signed_in_at, id"
        case .signedInDescending: "signed_in_at DESC, id DESC"
        case .added: "id"
        case .addedDescending: "id DESC"
        }
    }
}

/// Which people a list shows, and in which order: its address.
struct PeopleAddress: Sendable {
    static let path = "/admin/users"

    var words = SearchWords("")
    var scope = PeopleScope.all
    var order = PeopleOrder.email

    init() {}

    /// A value that a parameter doesn’t have filters nothing.
    init(_ query: Fields) {
        words = SearchWords(query.text("q") ?? "")
        scope = query.text("show").flatMap(PeopleScope.init) ?? .all
        order = query.text("sort").flatMap(PeopleOrder.init) ?? .email
    }

    /// The parameters, except for the page.
    var query: [(name: String, value: String)] {
        [
            (name: "q", value: words.text),
            (name: "show", value: scope == .all ? "" : scope.rawValue),
            (name: "sort", value: order == .email ? "" : order.rawValue),
        ].filter { !$0.value.isEmpty }
    }

    var href: String { href(of: Self.path) }

    /// The whole list as a file.
    var exportHref: String { href(of: Self.path + ".csv") }

    func heading(_ label: String, _ first: PeopleOrder, _ second: PeopleOrder) -> ColumnHeading {
        var other = self
        other.order = order == first ? second : first
        let isCurrent = order == first || order == second
        return ColumnHeading(
            label: label,
            href: other.href,
            order: isCurrent ? (order.rawValue.hasPrefix("-") ? .descending : .ascending) : nil
        )
    }

    /// As it stands in an address; empty for the whole list.
    var queryText: String { PercentEncoding.encodeQuery(query) }

    private func href(of path: String) -> String {
        query.isEmpty ? path : path + "?" + queryText
    }
}

/// Someone in the list of people, with what their own record doesn’t have.
struct Person: Sendable {
    let user: User
    /// When they signed in last; nil if they never did.
    let signedInAt: Int?
    let hasSecondFactor: Bool
    let familyName: String?
}

/// The list of people: searched by words of names and addresses, always a page.
struct PeopleList {
    let database: Database

    private static let columns: SQL = """
        \(sql: UserStore.columns), signed_in_at,
            EXISTS (SELECT 1 FROM second_factors AS f
                WHERE f.user_id = users.id AND f.confirmed_at IS NOT NULL),
            (SELECT f.name FROM families AS f WHERE f.id = users.family_id)
        """

    /// A search, with other spellings of words that nobody’s name has.
    struct Search: Sendable {
        let address: PeopleAddress
        fileprivate let expression: String?
        /// Whether one of the words was mistyped.
        let isCorrected: Bool
        let total: Int
    }

    /// Looks for the words as they are, and for words near them if nobody has them.
    func search(_ address: PeopleAddress) throws -> Search {
        let plain = try search(address, spelled: [:])
        guard plain.total == 0, !address.words.isEmpty else { return plain }
        let spellings = try spellings(of: address.words)
        return spellings.isEmpty ? plain : try search(address, spelled: spellings)
    }

    func page(_ search: Search, limit: Int, offset: Int) throws -> [Person] {
        try database.all(
            """
            SELECT \(sql: Self.columns) FROM \(sql: Self.table(search))
            ORDER BY \(sql: search.address.order.columns) LIMIT \(limit) OFFSET \(offset)
            """,
            Self.person
        )
    }

    /// The keys of the whole list, for a file: each takes 8 bytes.
    fileprivate func keys(_ search: Search) throws -> [Int] {
        try database.all(
            """
            SELECT id FROM \(sql: Self.table(search))
            ORDER BY \(sql: search.address.order.columns)
            """
        ) { try $0.int(0) }
    }

    /// The people with these keys who still exist, in their order.
    fileprivate func people(_ ids: ArraySlice<Int>) throws -> [Person] {
        let found = try database.all(
            "SELECT \(sql: Self.columns) FROM users WHERE id IN \(list: Array(ids))",
            Self.person
        )
        let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.user.id.value, $0) })
        return ids.compactMap { byID[$0] }
    }

    private func search(_ address: PeopleAddress, spelled spellings: [String: [String]]) throws
        -> Search
    {
        let expression = address.words.expression(in: "words", spelled: spellings)
            .map { "\($0) AND kind : \"\(Subject.Kind.user.rawValue)\"" }
        let search = Search(
            address: address,
            expression: expression,
            isCorrected: !spellings.isEmpty,
            total: 0
        )
        let total = try database.first(
            "SELECT count(*) FROM \(sql: Self.table(search))"
        ) { try $0.int(0) }
        return Search(
            address: address,
            expression: expression,
            isCorrected: !spellings.isEmpty,
            total: total ?? 0
        )
    }

    private func spellings(of words: SearchWords) throws -> [String: [String]] {
        let names = NameIndex(database: database)
        return try names.spellings(.user, words)
    }

    private static func table(_ search: Search) -> SQL {
        let condition = search.address.scope.condition
        if search.address.words.isImpossible { return "users WHERE 0" }
        guard let expression = search.expression else {
            return "users WHERE \(sql: condition)"
        }
        return """
            names_search AS s CROSS JOIN users ON id = s.record_id
            WHERE s.names_search MATCH \(expression) AND \(sql: condition)
            """
    }

    private static func person(_ row: Row) throws -> Person {
        Person(
            user: try UserStore.user(row),
            signedInAt: try row.intOrNil(row.count - 3),
            hasSecondFactor: try row.bool(row.count - 2),
            familyName: try row.textOrNil(row.count - 1)
        )
    }
}

/// The people as a file. Passwords, codes and keys are not among the columns: nobody needs them
/// in a file.
struct PeopleExport: ExportedList {
    static let name = "people"

    private var rest: ArraySlice<Int>
    let columns = PeopleExport.allColumns

    static let allColumns: [CSVColumn<Person>] = [
        .integer("id", "The person’s id.") { $0.user.id.value },
        .text("name", "The name.") { $0.user.name },
        .text("email", "The e-mail address.") { $0.user.email },
        .text("role", "`admin` or `parent`.") { $0.user.role.rawValue },
        .text("status", "`active` or `disabled`.") { $0.user.isDisabled ? "disabled" : "active" },
        .text("family", "A parent’s family; empty without one.") { $0.familyName },
        .text("second_factor", "`on` or `off`.") { $0.hasSecondFactor ? "on" : "off" },
        .text("last_signed_in_at", "When they last signed in; empty: never.") {
            $0.signedInAt.map { TimeText.iso($0) }
        },
        .time("created_at", "When the account was created.") { $0.user.createdAt },
    ]

    init(_ address: PeopleAddress, _ list: PeopleList) throws {
        rest = try list.keys(try list.search(address))[...]
    }

    mutating func next(_ limit: Int, from database: Database) throws -> [Person] {
        var found: [Person] = []
        // All of some may be gone, and others follow.
        while found.isEmpty, !rest.isEmpty {
            found = try PeopleList(database: database).people(rest.prefix(limit))
            rest = rest.dropFirst(limit)
        }
        return found
    }
}

extension Visit {
    var people: PeopleList { PeopleList(database: database) }
}
