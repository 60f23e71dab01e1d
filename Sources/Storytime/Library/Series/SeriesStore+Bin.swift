import SQLite

/// A series that moves to the bin takes its books along.
extension SeriesStore: ColumnShelfStore {
    static let details: [SQL] = ["description"]
    static let column: SQL = "series_id"
    static let field = BatchField.series

    func choices() throws -> [(value: String, label: String)] {
        try offered().map { (String($0.id.value), $0.name) }
    }

    func offersAll(_ choices: Int) -> Bool { choices < Self.maximumOffered }
}
