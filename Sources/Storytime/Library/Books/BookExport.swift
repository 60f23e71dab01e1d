import Received
import SQLite

/// The books of a list, with the columns that an import of books reads.
struct BookExport: ExportedList {
    var run: BookRun

    static let name = "books"

    /// A book with everything that its columns say.
    struct Line: Sendable {
        let summary: BookSummary
        let details: BookDetails

        fileprivate var book: Book { summary.book }
    }

    static let columns: [CSVColumn<Line>] =
        [
            .integer("id", "The book's id. Imports use it to recognize the book.") {
                $0.book.id.value
            },
            .text("title", "The title.") { $0.book.title },
            .text("author", "The author; empty if unknown.") { $0.book.author },
            .text("publisher", "The name of the publisher.") { $0.book.publisher?.name },
            .text("description", "The description, with its line breaks.") { $0.book.description },
            .integer("age_min", "The youngest age, 0 to 18; empty: no limit.") {
                $0.book.ages.minimum
            },
            .integer("age_max", "The oldest age, 0 to 18; empty: no limit.") {
                $0.book.ages.maximum
            },
            .text("language", "The language as a BCP 47 tag, like `en` or `pt-BR`.") {
                $0.book.language
            },
            .text("categories", "The names of the categories, separated by `|`.") {
                NameList.text($0.summary.categories.map(\.name))
            },
            .text("status", "`draft`, `active` or `archived`.") { $0.book.status.rawValue },
            .text("cover_url", "The address of a cover on another site.") { $0.book.coverAddress },
            .time("created_at", "When the book was added.") { $0.book.createdAt },
            .time("updated_at", "When it was last changed.") { $0.book.updatedAt },
        ]
        + BookDetail.allCases.map { detail in
            detail == .tags
                ? .text("tags", "Its tags, separated by `|`.") { NameList.text($0.details.tags) }
                : .text(detail.rawValue, detail.meaning) { detail.text(of: $0.details) }
        }

    var columns: [CSVColumn<Line>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [Line] {
        let list = BookList(database: database)
        let books = try list.next(limit, of: &run)
        let details = try BookStore(database: database, now: 0).details(of: books.map(\.id))
        return try list.summaries(books).map { summary in
            Line(summary: summary, details: details[summary.book.id] ?? BookDetails())
        }
    }
}

extension Book {
    /// Where its cover is, if that is elsewhere.
    var coverAddress: String? {
        guard case .address(let address) = cover else { return nil }
        return address
    }
}

/// Several names in one cell: `Bedtime Stories|Animals`. A bar or a backslash that belongs to a name
/// has a backslash before it.
enum NameList {
    static func text(_ names: [String]) -> String {
        names.map {
            $0.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
        }.joined(separator: "|")
    }

    /// The names in a cell, without spaces around them and without empty ones.
    static func names(in cell: String) -> [String] {
        var names: [String] = []
        var name = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in cell.unicodeScalars {
            if isEscaped {
                // A backslash before anything else is a backslash.
                if scalar != "\\", scalar != "|" { name.append("\\") }
                name.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "|" {
                names.append(ReceivedText.joined(name))
                name = String.UnicodeScalarView()
            } else {
                name.append(scalar)
            }
        }
        if isEscaped { name.append("\\") }
        names.append(ReceivedText.joined(name))
        return names.map(PlainText.trimmed).filter { !$0.isEmpty }
    }
}
