import HTTP
import Received
import Server

/// Looking a book up, for programs of those who keep the catalog.
enum LookupAPI {
    private static let operation = Operations(.books, for: .admin, scope: .readCatalog)

    static let routes = [
        operation(
            .get,
            "/api/v1/lookup/books",
            "lookUpBook",
            "Look a book up",
            "Asks the catalog in `STORYTIME_LOOKUP_URL`, which is Open Library by default, for the "
                + "book with an ISBN. Nothing is stored. Members that the catalog doesn’t know are null.",
            lane: .outgoing,
            refuses: [
                .conflict,
                .init(
                    status: 502,
                    meaning: "The catalog failed or could not be reached (`lookup_failed`)."
                ),
            ],
            show
        )
    ]

    static func show(_ visit: Visit, _ sent: Sent<LookupQuery>) throws -> Details<FoundBook> {
        let isbn = try sent.read().isbn
        guard visit.site.configuration.lookup.base != nil else {
            throw Failure.conflict(LookupError.isOff.description)
        }
        do {
            guard let book = try visit.openLibrary().book(isbn) else { throw Failure.notFound }
            return Details(record: book)
        } catch let error as LookupError {
            throw APIFailure.lookupFailed(error.description)
        }
    }
}

/// Which book a program looks up.
struct LookupQuery: QueryContent {
    let isbn: ISBN

    init?(_ query: inout QueryFields) {
        let spec = BookDetail.isbn.spec
        guard let text = query.text("isbn", upTo: spec.maximumLength, isRequired: true) else {
            return nil
        }
        guard let isbn = try? ISBN(text) else {
            query.reject("isbn", "invalid", "must be a valid ISBN.")
            return nil
        }
        self.isbn = isbn
    }

    static let meanings = ["isbn": "The ISBN, 10 or 13 digits, with or without hyphens."]
}

extension FoundBook: NamedRecord {
    static let schemaName = "FoundBook"

    static let example = {
        var book = FoundBook()
        book.set(BookFields.title, "Owl at Dusk")
        book.set(BookFields.author, "Mira Sandberg")
        book.set(BookFields.language, "en")
        book.set(publisher: "Alder House")
        book.set(.illustrator, "Jon Alder")
        book.set(.isbn, "9780306406157")
        book.set(.year, "2019")
        book.set(.pageCount, "32")
        book.tags = ["Owls"]
        book.cover = "https://covers.openlibrary.org/b/id/7-L.jpg"
        return book
    }()

    private func text(_ spec: FieldSpec) -> String? { texts[spec.name] }
    private func number(_ detail: BookDetail) -> Int? {
        self[detail].flatMap { ReceivedNumber.integer($0) }
    }

    static let json: [JSONField<FoundBook>] = [
        .optionalText("title", "The title, with its subtitle.") { $0.text(BookFields.title) },
        .optionalText("author", "The authors.") { $0.text(BookFields.author) },
        .optionalText("description", "What it is about.") { $0.text(BookFields.description) },
        .optionalText("language", "A language tag, like `en` or `pt-BR`.") {
            $0.text(BookFields.language)
        },
        .optionalText("publisher", "The name of the publisher.") {
            $0.publisher.isEmpty ? nil : $0.publisher
        },
        .optionalText("original_title", BookDetail.originalTitle.meaning) { $0[.originalTitle] },
        .optionalText("illustrator", BookDetail.illustrator.meaning) { $0[.illustrator] },
        .optionalText("translator", BookDetail.translator.meaning) { $0[.translator] },
        .optionalText("narrator", BookDetail.narrator.meaning) { $0[.narrator] },
        .optionalText("series", "The name of the series that it belongs to.") { $0[.series] },
        .optionalInteger("series_number", BookDetail.seriesNumber.meaning) {
            $0.number(.seriesNumber)
        },
        .optionalText("isbn", "The ISBN: 13 digits.") { $0[.isbn] },
        .optionalInteger("year", BookDetail.year.meaning) { $0.number(.year) },
        .optionalInteger("page_count", BookDetail.pageCount.meaning) { $0.number(.pageCount) },
        .texts("tags", "Its subjects, as tags.") { $0.tags },
        .optionalText("cover_address", "The address of its cover, there.", format: "uri-reference")
        {
            $0.cover
        },
        .optionalText("note", "A sentence about what could not be looked up.") { $0.note },
    ]
}
