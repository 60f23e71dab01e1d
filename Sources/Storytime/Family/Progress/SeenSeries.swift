import SQLite

/// A series that somebody sees, without its episodes.
struct SeenSeries: Sendable, Equatable {
    let id: ID<Series>
    let name: String
    /// The number by which programs name it.
    let externalID: Int?
    let description: String
    /// Whether somebody said that nothing more is to come.
    let hasEnded: Bool

    static let columns: SQL = """
        s.id, s.name, s.external_id, s.description, s.airing IN ('Ended', 'Canceled')
        """
    /// How many those are, for whoever reads more behind them.
    static let columnCount = 5
}

extension SeenSeries {
    init(_ row: Row) throws {
        self.init(
            id: ID(try row.int(0)),
            name: try row.text(1),
            externalID: try row.intOrNil(2),
            description: try row.text(3),
            hasEnded: try row.bool(4)
        )
    }
}
