import Quill
import SQLite

/// A column of the list of books, besides the cover and the title.
enum BookColumn: String, ListColumn {
    case author, categories, ages, status, changed, video, rights, publisher, language, added,
        series
    case illustrator, translator, narrator
    case originalTitle = "original_title"
    case isbn, year
    case pageCount = "page_count"
    case tags

    static let list = "books"
    static let path = BookListAddress.path
    static let plural = "books"
    static let usual: [BookColumn] = [.author, .categories, .ages, .status, .changed]

    var label: String {
        switch self {
        case .author: "Author"
        case .categories: "Categories"
        case .ages: "Ages"
        case .status: "Status"
        case .changed: "Changed"
        case .video: "Video"
        case .rights: "Rights"
        case .publisher: "Publisher"
        case .language: "Language"
        case .added: "Added"
        case .series, .illustrator, .translator, .narrator, .originalTitle, .isbn, .year,
            .pageCount, .tags:
            detail?.label ?? rawValue
        }
    }

    /// The detail of a book that it shows, if it is one.
    var detail: BookDetail? { BookDetail(rawValue: rawValue) }

    /// By which the list is sorted at a click on its heading.
    var sort: BookSort? {
        switch self {
        case .author: .author
        case .changed: .changed
        case .added: .added
        default: nil
        }
    }
}

/// A cell of the list of books: a text, a pill, or the chips of categories.
struct BookCell: Record {
    let column: BookColumn
    /// Empty if the book has nothing there.
    var text = ""
    /// The kind of the pill in which the text stands; nil for plain text.
    var pill: String?
    var categories: [CategoryLink] = []

    private var isNothing: Bool { text.isEmpty && categories.isEmpty }

    /// What stands in the place of nothing.
    private var nothing: String {
        switch column {
        case .author: "Unknown"
        case .categories: "No category"
        case .ages: "No ages"
        case .video: "No video"
        default: "–"
        }
    }

    /// On a phone a cell has no heading, and says itself what it is.
    private var unit: String? {
        switch column {
        case .author, .categories, .status, .changed: nil
        case .video: pill == nil ? nil : "Video: "
        case .ages: "Ages "
        default: column.label + ": "
        }
    }

    static let fields: [Field<BookCell>] = [
        .text("column") { $0.column.rawValue },
        .text("text") { $0.isNothing ? $0.nothing : $0.text },
        .bool("is_nothing") { $0.isNothing },
        .optionalText("unit") { $0.unit },
        .optionalText("pill") { $0.pill },
        .list("categories") { $0.categories },
    ]
}

/// Makes the cells of a page of books, having read what its columns need in as few statements as they do.
struct BookCellMaker {
    private let columns: [BookColumn]
    private let times: TimeText
    private let now: Int
    private let details: [ID<Book>: BookDetails]
    private let videos: [ID<Book>: VideoAsset.Status]
    private let reach: [ID<Book>: RightsAudience.Reach]

    init(_ columns: [BookColumn], for books: [BookSummary], _ visit: Visit) throws {
        let ids = books.map(\.book.id)
        self.columns = columns
        times = visit.times
        now = visit.now
        details =
            columns.contains { $0.detail != nil } ? try visit.books.details(of: ids) : [:]
        videos = columns.contains(.video) ? try visit.videoStatuses(of: ids) : [:]
        reach =
            columns.contains(.rights)
            ? try visit.audience().reach(of: ids, in: visit.database) : [:]
    }

    func cells(of summary: BookSummary) -> [BookCell] {
        columns.map { column in
            var cell = BookCell(column: column)
            fill(&cell, summary)
            return cell
        }
    }

    private func fill(_ cell: inout BookCell, _ summary: BookSummary) {
        let book = summary.book
        switch cell.column {
        case .author: cell.text = book.author
        case .categories: cell.categories = summary.categories
        case .ages: cell.text = book.ages.years ?? ""
        case .status: (cell.text, cell.pill) = (book.status.label, book.status.kind)
        case .changed: cell.text = times.relative(book.updatedAt, now: now)
        case .added: cell.text = times.relative(book.createdAt, now: now)
        case .publisher: cell.text = book.publisher?.name ?? ""
        case .language:
            cell.text = book.language.map { LanguageTag.name(of: $0) ?? $0 } ?? ""
        case .video:
            if let status = videos[book.id] { (cell.text, cell.pill) = (status.label, status.kind) }
        case .rights:
            switch reach[book.id] {
            case .everybody?: (cell.text, cell.pill) = ("Open", "good")
            case RightsAudience.Reach.some?: (cell.text, cell.pill) = ("Some families", "busy")
            case .nobody?, nil: (cell.text, cell.pill) = ("Closed", "bad")
            }
        case .series:
            let known = details[book.id] ?? BookDetails()
            cell.text = known.series + (known.seriesNumber.map { ", no. \($0)" } ?? "")
        case .illustrator, .translator, .narrator, .originalTitle, .isbn, .year, .pageCount, .tags:
            cell.text = cell.column.detail?.text(of: details[book.id] ?? BookDetails()) ?? ""
        }
    }
}

extension Visit {
    /// How far the current videos of these books are.
    fileprivate func videoStatuses(of books: [ID<Book>]) throws -> [ID<Book>: VideoAsset.Status] {
        guard !books.isEmpty else { return [:] }
        var found: [ID<Book>: VideoAsset.Status] = [:]
        try database.each(
            """
            SELECT book_id, status FROM video_assets
            WHERE is_current = 1 AND book_id IN \(list: books.map(\.value))
            """
        ) { row in
            found[ID(try row.int(0))] = VideoAsset.Status(rawValue: try row.text(1)) ?? .waiting
        }
        return found
    }
}

extension RightsAudience {
    /// Whom each of these books reaches.
    fileprivate func reach(of books: [ID<Book>], in database: Database) throws
        -> [ID<Book>: Reach]
    {
        guard !books.isEmpty else { return [:] }
        let rows = try database.all(
            """
            SELECT b.id, iif(\(sql: reachesNobody), 0, iif(\(sql: reachesEverybody), 2, 1))
            FROM books AS b WHERE b.id IN \(list: books.map(\.value))
            """
        ) { row in
            let number = try row.int(1)
            let reach: Reach = number == 2 ? .everybody : number == 1 ? .some : .nobody
            return (ID<Book>(try row.int(0)), reach)
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}
