import SQLite

/// A publisher that moves to the bin takes its books along.
extension PublisherStore: ColumnShelfStore {
    static let details: [SQL] = ["website", "note"]
    static let column: SQL = "publisher_id"
    static let field = BatchField.publisher

    func choices() throws -> [(value: String, label: String)] {
        try offered().map { (String($0.id.value), $0.name) }
    }

    func offersAll(_ choices: Int) -> Bool { choices < Self.maximumOffered }
}
