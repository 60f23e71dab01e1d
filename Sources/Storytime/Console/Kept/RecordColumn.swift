/// A field of a record as programs read it: a member of its JSON, and a column of its CSV file.
struct RecordColumn<Record>: Sendable {
    let json: JSONField<Record>
    let csv: CSVColumn<Record>

    /// `fileName` is the name of the column where files had one before there was an API.
    static func integer(
        _ name: String,
        inFiles fileName: String? = nil,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int
    ) -> Self {
        Self(
            json: .integer(name, meaning, value),
            csv: .integer(fileName ?? name, meaning, value)
        )
    }

    static func optionalInteger(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int?
    ) -> Self {
        Self(
            json: .optionalInteger(name, meaning, value),
            csv: .integer(name, meaning, value)
        )
    }

    static func text(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> String
    ) -> Self {
        Self(json: .text(name, meaning, value), csv: .text(name, meaning, value))
    }

    static func optionalText(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> String?
    ) -> Self {
        Self(json: .optionalText(name, meaning, value), csv: .text(name, meaning, value))
    }

    static func time(
        _ name: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Record) -> Int
    ) -> Self {
        Self(json: .time(name, meaning, value), csv: .time(name, meaning, value))
    }
}

/// A record whose JSON and CSV are described together.
protocol ToldRecord: NamedRecord {
    static var told: [RecordColumn<Self>] { get }
}

extension ToldRecord {
    static var csv: [CSVColumn<Self>] { told.map(\.csv) }
}
