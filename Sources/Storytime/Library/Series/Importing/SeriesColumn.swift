/// What a column of a file can say about a series, a season or an episode. The names are those of the
/// files that the console itself writes.
enum SeriesColumn: String, Sendable, CaseIterable {
    case id
    case seriesID = "series_id"
    case series
    case externalID = "external_id"
    case seasonNumber = "season_number"
    case episodeNumber = "episode_number"
    case name, title, description
    case originalName = "original_name"
    case airing
    case firstAirDate = "first_air_date"
    case airDate = "air_date"
    case runtimeMinutes = "runtime_minutes"
    case bookID = "book_id"
    case book

    /// What files call it besides.
    private var otherNames: [String] {
        switch self {
        case .seriesID: ["Show id"]
        case .series: ["Series name", "Show", "Show name"]
        case .externalID: ["TMDB id", "TMDB"]
        case .seasonNumber: ["Season"]
        case .episodeNumber: ["Episode", "Number", "No"]
        case .title: ["Episode title", "Episode name"]
        case .description: ["Overview", "Summary"]
        case .airing: ["Status", "State"]
        case .airDate: ["Aired", "Date", "Aired on"]
        case .runtimeMinutes: ["Runtime", "Minutes", "Length"]
        case .bookID, .book, .id, .name, .originalName, .firstAirDate: []
        }
    }

    /// Whether its cells have numbers or days, of which no mark in front of the digits is a part.
    var isNumber: Bool {
        switch self {
        case .id, .seriesID, .externalID, .seasonNumber, .episodeNumber, .firstAirDate, .airDate,
            .runtimeMinutes, .bookID:
            true
        case .series, .name, .title, .description, .originalName, .airing, .book: false
        }
    }

    private static let byName: [String: SeriesColumn] = allCases.reduce(into: [:]) {
        names,
        column in
        for name in [column.rawValue] + column.otherNames { names[ImportColumn.key(name)] = column }
    }

    /// What a heading says that the column is; nil if it says nothing that is known.
    init?(heading: String) {
        guard let column = Self.byName[ImportColumn.key(heading)] else { return nil }
        self = column
    }
}

/// What the rows of a file are, and which column says what: known by the headings.
struct SeriesMapping: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case series, seasons, episodes
    }

    let kind: Kind
    /// How many columns the file has.
    let columnCount: Int
    private let columns: [SeriesColumn: Int]
    /// The headings that say nothing that such a file can say.
    let leftOut: [String]
    /// The columns without a heading.
    private let unnamed: [Int]

    /// Throws why a file with these headings can't be read.
    init(headings: [String]) throws(SeriesImportError) {
        columnCount = headings.count
        var columns: [SeriesColumn: Int] = [:]
        for (index, heading) in headings.enumerated() {
            guard let column = SeriesColumn(heading: heading) else { continue }
            guard columns[column] == nil else {
                throw SeriesImportError("Two columns are called “\(heading)”. Remove one of them.")
            }
            columns[column] = index
        }
        if columns[.seasonNumber] != nil, columns[.episodeNumber] != nil {
            kind = .episodes
            // What people call an episode is its title.
            if columns[.title] == nil { columns[.title] = columns[.name] }
        } else if columns[.seasonNumber] != nil {
            kind = .seasons
        } else {
            kind = .series
            if columns[.name] == nil { columns[.name] = columns[.series] }
        }
        let known = Self.known(kind)
        self.columns = columns.filter { known.contains($0.key) }
        let used = Set(self.columns.values)
        let isUnnamed = { (index: Int) in PlainText.trimmed(headings[index]).isEmpty }
        let others = headings.indices.filter { !used.contains($0) }
        leftOut = others.filter { !isUnnamed($0) }.map { headings[$0] }
        unnamed = others.filter(isUnnamed)
        switch kind {
        case .series:
            guard has(.name) else {
                throw SeriesImportError("The file needs a column “name” with the names of series.")
            }
        case .seasons, .episodes:
            guard has(.seriesID) || has(.series) || has(.externalID) else {
                throw SeriesImportError(
                    "The file needs a column “series”, “series_id” or “external_id” that says which "
                        + "series its rows belong to."
                )
            }
        }
    }

    private static func known(_ kind: Kind) -> Set<SeriesColumn> {
        switch kind {
        case .series:
            [.id, .name, .description, .externalID, .originalName, .airing, .firstAirDate]
        case .seasons: [.seriesID, .series, .externalID, .seasonNumber, .name]
        case .episodes:
            [
                .seriesID, .series, .externalID, .seasonNumber, .episodeNumber, .title,
                .description, .airDate, .runtimeMinutes, .bookID, .book,
            ]
        }
    }

    func has(_ column: SeriesColumn) -> Bool { columns[column] != nil }

    /// Whether a row has something in a column without a heading: a comma at the end of each line makes a
    /// column of which there is nothing to say.
    func saysMore(_ row: CSVRow) -> Bool {
        unnamed.contains { !PlainText.trimmed(row[$0]).isEmpty }
    }

    /// What a row says; nil if it says nothing.
    func text(_ column: SeriesColumn, in row: CSVRow) -> String? {
        guard let index = columns[column] else { return nil }
        let text =
            column.isNumber ? CellNumber.whole(row[index]) : PlainText.trimmed(row[index])
        return text.isEmpty ? nil : text
    }
}

/// What is wrong with a file as a whole, or with one of its rows, for whoever brought it.
struct SeriesImportError: Error, CustomStringConvertible, Equatable {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
