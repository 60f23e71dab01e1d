import SQLite

/// The windows that end within some days, the soonest first.
struct RightsExport: ExportedList {
    private let last: CalendarDay
    /// The newest window at the beginning.
    private let newest: Int
    /// Behind which window to go on.
    private var place: (day: CalendarDay, id: Int)

    static let name = "rights"

    static let columns: [CSVColumn<RightsReport.Entry>] = [
        .integer("id", "The window's id.") { $0.window.id.value },
        .integer("book_id", "The book's id.") { $0.book.id.value },
        .text("title", "The book's title.") { $0.book.title },
        .text("status", "The book's status: `draft`, `active` or `archived`.") {
            $0.book.status.rawValue
        },
        .text("territory", "The country code (ISO 3166-1), or `*` for the whole world.") {
            $0.window.territory.code
        },
        .text("first_day", "The first day, like `2026-03-04`.") { $0.window.days.first.iso },
        .text("last_day", "The last day.") { $0.window.days.end.iso },
        .text(
            "continued_until",
            "The last day of another window that continues there; `9999-12-31` means no end."
        ) { $0.goesOnUntil?.iso },
        .text("note", "The note.") { $0.window.terms.note },
    ]

    init(from first: CalendarDay, within days: Int, _ database: Database) throws {
        last = first.adding(days)
        place = (first, 0)
        newest =
            try database.first("SELECT coalesce(max(id), 0) FROM rights_windows") {
                try $0.int(0)
            } ?? 0
    }

    var columns: [CSVColumn<RightsReport.Entry>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [RightsReport.Entry] {
        let entries = try database.all(
            RightsReport.select(
                from: place.day,
                to: last,
                after:
                    "AND (r.last_day, r.id) > (\(place.day.iso), \(place.id)) AND r.id <= \(newest)",
                "LIMIT \(limit)"
            ),
            RightsReport.entry
        )
        if let entry = entries.last { place = (entry.window.days.end, entry.window.id.value) }
        return entries
    }
}
