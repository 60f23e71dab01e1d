import HTTP
import SQLite

/// The orders of a list that is searched by name, as its address spells them: a hyphen reverses one.
protocol NamedListOrder: RawRepresentable<String>, CaseIterable, Sendable, Equatable {
    /// The usual one.
    static var name: Self { get }
    /// The list's path.
    static var path: String { get }
    /// The columns to sort by: an index, forwards or backwards.
    var columns: SQL { get }
}

/// The address of a list that is searched by name: which records it shows, and in which order.
struct NamedListAddress<Order: NamedListOrder>: Sendable {
    static var path: String { Order.path }

    let words: SearchWords
    let order: Order

    /// An unknown order means the usual one.
    init(_ query: Fields) {
        words = SearchWords(query.text("q") ?? "")
        order = query.text("sort").flatMap(Order.init) ?? .name
    }

    init(words: SearchWords, order: Order = .name) {
        self.words = words
        self.order = order
    }

    /// The parameters, except for the page.
    var query: [(name: String, value: String)] {
        [(name: "q", value: words.text), (name: "sort", value: sortText)]
            .filter { !$0.value.isEmpty }
    }

    /// Empty for the usual order.
    var sortText: String { order == .name ? "" : order.rawValue }

    /// The address of the first page.
    var href: String { href(of: Self.path) }

    /// The address of the whole list as a file.
    var exportHref: String { href(of: Self.path + ".csv") }

    /// The heading of a column, which sorts by it: in the first order, and then in the second.
    func heading(
        _ label: String,
        _ first: Order,
        _ second: Order,
        isNumber: Bool = false
    ) -> ColumnHeading {
        let isDescending = order.rawValue.hasPrefix("-")
        return ColumnHeading(
            label: label,
            href: Self(words: words, order: order == first ? second : first).href,
            order: order == first || order == second
                ? isDescending ? .descending : .ascending : nil,
            isNumber: isNumber
        )
    }

    private func href(of path: String) -> String {
        query.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(query)
    }
}

/// A store whose records can be listed, and searched by name.
protocol NamedStore<Kept>: RecordStore {
    associatedtype Order: NamedListOrder

    init(database: Database, now: Int)

    /// Their name in `row_counts`, and of their CSV file.
    static var plural: String { get }
}

extension NamedStore {
    /// The number of all records (kept, not counted), or of those whose names have the words.
    func count(_ words: SearchWords = SearchWords("")) throws -> Int {
        if words.isImpossible { return 0 }
        guard words.isEmpty else { return try names.count(Kept.kind, words) }
        return try database.first(
            "SELECT amount FROM row_counts WHERE name = \(Self.plural)"
        ) { try $0.int(0) } ?? 0
    }

    /// A part of the list.
    func list(
        _ words: SearchWords = SearchWords(""),
        in order: Order = .name,
        limit: Int,
        offset: Int
    ) throws -> [Kept] {
        try database.all(
            """
            SELECT \(sql: Kept.columns) FROM \(sql: table(words))
            ORDER BY \(sql: order.columns) LIMIT \(limit) OFFSET \(offset)
            """,
            Kept.init
        )
    }

    /// A page of the list.
    func list(_ address: NamedListAddress<Order>, _ pagination: Pagination) throws -> [Kept] {
        try list(
            address.words,
            in: address.order,
            limit: pagination.perPage,
            offset: pagination.offset
        )
    }

    /// The keys of the whole list.
    fileprivate func keys(_ address: NamedListAddress<Order>) throws -> [ID<Kept>] {
        try database.all(
            """
            SELECT id FROM \(sql: table(address.words)) ORDER BY \(sql: address.order.columns)
            """
        ) { ID(try $0.int(0)) }
    }

    /// The records with these keys that still exist, in their order.
    fileprivate func list(_ ids: ArraySlice<ID<Kept>>) throws -> [Kept] {
        let records = try database.all(
            """
            SELECT \(sql: Kept.columns) FROM \(sql: Kept.table) WHERE id IN \(list: ids.map(\.value))
            """,
            Kept.init
        )
        let found = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
        return ids.compactMap { found[$0] }
    }

    /// All of them, or those whose names have the words.
    private func table(_ words: SearchWords) -> SQL {
        if words.isImpossible { return Kept.table + " WHERE 0" }
        guard let expression = NameIndex.expression(Kept.kind, words) else { return Kept.table }
        return """
            names_search AS s CROSS JOIN \(sql: Kept.table) ON id = s.record_id
            WHERE s.names_search MATCH \(expression)
            """
    }
}

/// The records of a list as a file, in its order.
///
/// Their keys are read at the beginning: each takes 8 bytes, and a large catalog has a few thousand
/// publishers.
struct NamedExport<Store: NamedStore>: ExportedList {
    /// The keys of the records that have not been read yet.
    private var rest: ArraySlice<ID<Store.Kept>>
    let columns: [CSVColumn<Store.Kept>]

    static var name: String { Store.plural }

    init(
        _ address: NamedListAddress<Store.Order>,
        _ columns: [CSVColumn<Store.Kept>],
        _ store: Store
    ) throws {
        rest = try store.keys(address)[...]
        self.columns = columns
    }

    mutating func next(_ limit: Int, from database: Database) throws -> [Store.Kept] {
        var found: [Store.Kept] = []
        // All of some may be gone, and others follow.
        while found.isEmpty, !rest.isEmpty {
            found = try Store(database: database, now: 0).list(rest.prefix(limit))
            rest = rest.dropFirst(limit)
        }
        return found
    }
}

/// The query with which a program asks for such a list.
struct NamedListQuery<Order: NamedListOrder>: QueryContent {
    let address: NamedListAddress<Order>
    let page: PageQuery

    init?(_ query: inout QueryFields) {
        let words = query.text("q", upTo: SearchWords.maximumLength)
        let order = query.choice("sort", Order.self, else: .name)
        let page = PageQuery(&query)
        guard let order, let page else { return nil }
        address = NamedListAddress(words: SearchWords(words ?? ""), order: order)
        self.page = page
    }

    static var meanings: [String: String] {
        PageQuery.meanings.merging([
            "q": "Words, or beginnings of words, from their names.",
            "sort": "The order; a hyphen reverses it.",
        ]) { $1 }
    }
}
