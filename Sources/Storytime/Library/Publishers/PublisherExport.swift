import SQLite

/// The publishers of a list, in its order.
///
/// Which ones they are is read at the beginning, for they are few: a key is 8 bytes, and a large
/// catalog has some thousands of them.
struct PublisherExport: ExportedList {
    /// The keys of those that are still to be read.
    private var rest: ArraySlice<ID<Publisher>>

    static let name = "publishers"

    static let columns: [CSVColumn<Publisher>] = [
        .integer("id", "The publisher's id.") { $0.id.value },
        .text("name", "The name.") { $0.name },
        .text("slug", "The slug, used in addresses.") { $0.slug },
        .integer("books", "The number of its books, not counting the bin.") {
            $0.bookCount
        },
        .time("created_at", "When it was added.") { $0.createdAt },
        .time("updated_at", "When it was last changed.") { $0.updatedAt },
    ]

    init(_ address: PublisherListAddress, _ publishers: PublisherStore) throws {
        rest = try publishers.keys(address.words, in: address.order)[...]
    }

    var columns: [CSVColumn<Publisher>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [Publisher] {
        var found: [Publisher] = []
        // All of some publishers may be gone, and others follow.
        while found.isEmpty, !rest.isEmpty {
            found = try PublisherStore(database: database, now: 0).list(rest.prefix(limit))
            rest = rest.dropFirst(limit)
        }
        return found
    }
}

extension PublisherStore {
    /// The publishers with these keys, in their order, as far as they are there.
    fileprivate func list(_ ids: ArraySlice<ID<Publisher>>) throws -> [Publisher] {
        let publishers = try database.all(
            """
            SELECT \(sql: Self.columns) FROM publishers AS p
            WHERE p.id IN \(list: ids.map(\.value))
            """,
            Self.publisher
        )
        let found = Dictionary(uniqueKeysWithValues: publishers.map { ($0.id, $0) })
        return ids.compactMap { found[$0] }
    }
}
