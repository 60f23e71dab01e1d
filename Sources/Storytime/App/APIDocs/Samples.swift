import HTTP
import SQLite

/// Values for the reader to use with an operation, so that pasted commands find something: the
/// numbers of a parent's first child and of one of their books, or of an admin's first records. By
/// their names in the API, like `child_id`.
struct Samples {
    private var values: [String: String] = [:]
    /// The numbers of all categories, for a list of several.
    private var categories: [String] = []

    /// No reader's: the examples keep their own values.
    static let none = Samples()

    private init() {}

    init(_ entry: APIReference.Entry, for visit: Visit) throws {
        let names = entry.neededNames
        if visit.session != nil, names.contains(where: { $0.hasSuffix("category_ids") }) {
            categories = try visit.categories.all().map(\.id.description)
        }
        switch visit.session?.user.role {
        case .parent?:
            try addFamily(visit, names, isInLibrary: entry.isAboutALibrary, entry.operation.name)
        case .admin?:
            for name in names.sorted() { try addCatalog(name, entry.operation.name, visit) }
        case nil: break
        }
    }

    /// The value of a parameter, or of a member.
    func value(named name: some StringProtocol) -> String? {
        values[String(name)]
    }

    /// The value of one in a list: `hidden_category_ids` has numbers of categories.
    func value(named name: String, at index: Int) -> String? {
        guard name.hasSuffix("category_ids") else { return value(named: name) }
        return index < categories.count ? categories[index] : nil
    }

    // MARK: Parents

    /// The first child; a book in their library, or in the catalog if the address names no child's
    /// library.
    private mutating func addFamily(
        _ visit: Visit,
        _ names: Set<String>,
        isInLibrary: Bool,
        _ operation: String
    ) throws {
        guard let scope = try visit.familyIfAny() else { return }
        let child = try visit.children.list(of: scope.family.id).first
        values["child_id"] = child?.id.description
        if !names.isDisjoint(with: ["tmdb_id", "tmdbId"]) { try addSeries(visit.database) }
        guard names.contains("book_id") else { return }
        let shelf = visit.shelf(of: scope.family)
        if isInLibrary, let child {
            let library = LibraryList(
                database: visit.database,
                shelf: shelf,
                child: child.id,
                isForChild: true
            )
            let books = try library.page(.added, limit: LibraryList.perPage, offset: 0)
            let book = books.first(where: \.isPlayable) ?? books.first
            values["book_id"] = book?.summary.book.id.description
            if operation == "setCaptions" {
                try visit.database.each(Self.storyOfSeries(child.id)) { row in
                    values["book_id"] = try row.int(0).description
                }
            }
        }
        if values["book_id"] == nil {
            let address = CatalogAddress(path: CatalogAddress.path)
            let books = try visit.catalog(shelf).slice(address, BookFilter()).books
            values["book_id"] = books.first?.book.id.description
        }
    }

    /// The first series that programs can name, with an episode of it that has aired.
    private mutating func addSeries(_ database: Database) throws {
        try database.each(Self.aired) { row in
            values["tmdb_id"] = try row.int(0).description
            values["tmdbId"] = values["tmdb_id"]
            values["seasonNumber"] = try row.int(1).description
            values["episodeNumber"] = try row.int(2).description
        }
    }

    // MARK: Admins

    /// The first record of a kind, or the first with which the operation is possible.
    private mutating func addCatalog(_ name: String, _ operation: String, _ visit: Visit) throws {
        let database = visit.database
        switch name {
        case "book_id":
            let isInBin = operation == "restoreBook"
            values[name] = try database.first(isInBin ? Self.bookInBin : Self.book) {
                try $0.int(0).description
            }
        case "window_id":
            try database.each(Self.window) { row in
                values[name] = try row.int(0).description
                values["book_id"] = try row.int(1).description
            }
        case "category_id", "publisher_id",
            "series_id" where values[name] == nil:
            let first =
                name == "category_id"
                ? Self.category : name == "series_id" ? Self.series : Self.publisher
            try database.each(first) { row in
                values[name] = try row.int(0).description
                values["books_count"] = try row.int(1).description
            }
        case "season_id", "episode_id":
            let first = name == "season_id" ? Self.season : Self.episode
            try database.each(first) { row in
                values[name] = try row.int(0).description
                values["series_id"] = try row.int(1).description
            }
        case "caption_track_id":
            try database.each("SELECT id, asset_id FROM caption_tracks ORDER BY id LIMIT 1") {
                row in
                values[name] = try row.int(0).description
                values["video_asset_id"] = try row.int(1).description
            }
        // A track has said it already.
        case "video_asset_id" where values["caption_track_id"] != nil: break
        case "video_asset_id":
            let condition = Self.videoConditions[operation] ?? "deleted_at IS NULL"
            values[name] = try visit.videos.first(condition)?.id.description
        case "import_id", "plan":
            let imports = try visit.imports.list(limit: Import.keptDays, offset: 0)
            let waiting = imports.first { $0.state == .checked }
            values["import_id"] = (waiting ?? imports.first)?.id.description
            values["plan"] = waiting?.digest.map(Base64URL.encode)
        default: break
        }
    }

    private static let book: SQL =
        "SELECT id FROM books WHERE deleted_at IS NULL ORDER BY id LIMIT 1"
    private static let bookInBin: SQL =
        "SELECT id FROM books WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT 1"
    private static let window: SQL = "SELECT id, book_id FROM rights_windows ORDER BY id LIMIT 1"
    private static let category: SQL = "SELECT id, book_count FROM categories ORDER BY id LIMIT 1"
    private static let series: SQL = "SELECT id, book_count FROM series ORDER BY id LIMIT 1"
    private static let season: SQL =
        "SELECT id, series_id FROM seasons ORDER BY series_id, season_number LIMIT 1"
    /// One that can be deleted.
    private static let episode: SQL = """
        SELECT id, series_id FROM episodes WHERE is_hidden = 0
        ORDER BY is_of_book, series_id, season_number, episode_number LIMIT 1
        """
    private static func storyOfSeries(_ child: ID<Child>) -> SQL {
        """
        SELECT b.id FROM library_items i JOIN books b ON b.id = i.book_id
        WHERE i.child_id = \(child.value) AND b.series_id IS NOT NULL AND b.deleted_at IS NULL
        ORDER BY i.id LIMIT 1
        """
    }
    private static let aired: SQL = """
        SELECT s.external_id, e.season_number, e.episode_number
        FROM (SELECT id, external_id FROM series WHERE external_id IS NOT NULL ORDER BY id LIMIT 1) s
            JOIN episodes e ON e.series_id = s.id
        WHERE e.season_number > 0 AND e.is_hidden = 0 AND e.air_date <= date('now')
        ORDER BY e.season_number, e.episode_number LIMIT 1
        """
    private static let publisher: SQL = "SELECT id, book_count FROM publishers ORDER BY id LIMIT 1"

    /// The videos with which an operation is possible (`VideoActions`).
    private static let videoConditions: [String: SQL] = [
        "createCaptions": "status = 'ready' AND deleted_at IS NULL",
        "retryVideoAsset": "status = 'errored' AND deleted_at IS NULL",
        "cancelVideoAsset":
            "status IN ('waiting', 'preparing') AND deleted_at IS NULL AND provider = 'local'",
        "chooseVideoAsset": "status = 'ready' AND deleted_at IS NULL AND book_id IS NOT NULL",
        "checkVideoAsset": "provider = 'mux' AND mux_asset_id IS NOT NULL AND deleted_at IS NULL",
    ]
}

extension APIReference.Entry {
    /// The records that it names, in its address and in its example.
    var neededNames: Set<String> {
        var names = Set(route.pattern.names)
        if case .json(_, let example) = operation.request {
            for case .name(let name) in ExampleJSON(example).pieces {
                names.insert(String(name.dropFirst().dropLast()))
            }
        }
        return names
    }

    /// Whether its address names a book of a child.
    fileprivate var isAboutALibrary: Bool {
        let names = route.pattern.names
        return names.contains("child_id") && names.contains("book_id")
    }
}

extension ShelvedBook {
    fileprivate var isPlayable: Bool { isOpen && video?.isReady == true }
}
