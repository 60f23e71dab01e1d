import SQLite

@testable import Storytime

extension Console {
    /// Puts a book into a series, which is there after that, as its form would.
    @discardableResult
    func put(_ book: Book, in name: String, _ number: Int?) throws -> ID<Series> {
        let found = try database.first("SELECT id FROM series WHERE name = \(name)") {
            ID<Series>(try $0.int(0))
        }
        let series =
            try found ?? self.series.insert(Series.Draft(name: name), by: .commandLine).id
        try database.execute(
            """
            UPDATE books SET series_id = \(series.value), series_number = \(number)
            WHERE id = \(book.id.value)
            """
        )
        return series
    }
}
