import Received

/// The books of `storytime demo`: facts about real picture books and tales, with descriptions of
/// our own. They are in a file that the import accepts, too: `demo-books.csv`, which is built into
/// the program.
enum DemoBooks {
    struct Book: Sendable, Equatable {
        let title: String
        let author: String
        let publisher: String
        let description: String
        let ages: AgeRange
        let language: String
        let categories: [String]
        let status: Storytime.Book.Status
        /// Empty for a book that stands alone.
        let series: String
        let seriesNumber: Int?
    }

    /// A test makes sure that all of the table can be read: only one command needs it.
    static let all: [Book] = (try? read(PackageResources.demo_books_csv)) ?? []

    static func read(_ bytes: [UInt8]) throws -> [Book] {
        var file = try CSVFile(bytes: bytes)
        var books: [Book] = []
        while let row = try file.next() { books.append(Book(row)) }
        return books
    }
}

extension DemoBooks.Book {
    /// Reads the columns in the order of the table.
    fileprivate init(_ row: CSVRow) {
        title = row[0]
        author = row[1]
        publisher = row[2]
        description = row[3]
        ages = AgeRange(
            minimum: ReceivedNumber.integer(row[4]),
            maximum: ReceivedNumber.integer(row[5])
        )
        language = row[6]
        categories = row[7].split(separator: "|").map(String.init)
        status = Book.Status(rawValue: row[8]) ?? .draft
        series = row[9]
        seriesNumber = ReceivedNumber.integer(row[10])
    }
}
