import HTTP
import Server

/// The pages on which a book is looked up in a catalog elsewhere, from its form and back into it.
enum LookupPages {
    static let routes = [
        post("/admin/books/lookup", lane: .outgoing, keepsText: true) { try look($0, nil) },
        post("/admin/books/lookup/use", keepsText: true) { try use($0, nil) },
        post("/admin/books/{id}/lookup", lane: .outgoing, keepsText: true) {
            (visit: Visit, id: ID<Book>) in try look(visit, visit.books.find(id))
        },
        post("/admin/books/{id}/lookup/use", keepsText: true) {
            (visit: Visit, id: ID<Book>) in try use(visit, visit.books.find(id))
        },
    ]

    static func path(for book: ID<Book>?) -> String {
        BookListAddress.path + (book.map { "/\($0)" } ?? "") + "/lookup"
    }

    static func backHref(of book: Book?) -> String {
        BookListAddress.path + (book.map { "/\($0.id)" } ?? "")
    }

    // MARK: Looking

    private static func look(_ visit: Visit, _ book: Book?) throws -> Response {
        let form = LookupForm(try visit.fields(), of: book)
        do {
            let question = try form.question()
            let library = try visit.openLibrary()
            if case .title(let title, let author) = question {
                return try results(visit, form, library.titles(title, by: author))
            }
            return try compare(visit, form, library, question)
        } catch let error as LookupError {
            return try BookPages.form(
                visit,
                form,
                form.fields,
                error: error.description,
                status: visit.formStatus
            )
        }
    }

    private static func results(_ visit: Visit, _ form: LookupForm, _ found: FoundTitles) throws
        -> Response
    {
        let source = visit.site.configuration.lookup.name
        guard !found.titles.isEmpty else {
            throw LookupError(
                "\(source) has no book with these words in its title and author. Check the "
                    + "spelling, or try fewer words."
            )
        }
        return try visit.page(LookupResultsPage(source: source, form: form, found: found))
    }

    private static func compare(
        _ visit: Visit,
        _ form: LookupForm,
        _ library: OpenLibrary,
        _ question: LookupForm.Question
    ) throws -> Response {
        let source = visit.site.configuration.lookup.name
        guard let found = try library.book(question) else {
            throw LookupError(missing(question, source))
        }
        var rows = try form.rows(found, BookPages.choices(visit), visit)
        var problem: String?
        if let address = found.cover {
            do {
                let image = try library.cover(address)
                let name = try CoverName(image)
                try visit.covers.folder.keep(image, as: name)
                rows.append(form.coverRow(name, image))
            } catch let error as LookupError {
                problem = error.description
            }
        }
        let page = LookupComparePage(
            source: source,
            form: form,
            found: found,
            rows: rows,
            coverProblem: problem,
            isGuess: question.isGuess
        )
        return try visit.page(page)
    }

    private static func missing(_ question: LookupForm.Question, _ source: String) -> String {
        guard case .isbn(let isbn) = question else {
            return "\(source) no longer has that book. Look it up again."
        }
        // Open Library also answers like this when something goes wrong there.
        return "No book with the ISBN \(isbn) was found at \(source). Try again in a "
            + "minute, or clear the ISBN to search by title."
    }

    // MARK: Taking

    /// The form again, with what was chosen in it. Nothing is saved yet.
    private static func use(_ visit: Visit, _ book: Book?) throws -> Response {
        let form = LookupForm(try visit.fields(), of: book)
        let (fields, count) = form.filled()
        let note = "\(Counted.text(count, "field", "fields")) filled in. Nothing is saved yet."
        return try BookPages.form(visit, form, fields, note: count == 0 ? nil : note)
    }
}

extension LookupForm.Question {
    /// A search finds works, of which there are many editions.
    fileprivate var isGuess: Bool {
        if case .edition = self { true } else { false }
    }
}

extension OpenLibrary {
    fileprivate func book(_ question: LookupForm.Question) throws(LookupError) -> FoundBook? {
        switch question {
        case .edition(let key): try book(key: key)
        case .isbn(let isbn): try book(isbn)
        case .title: nil
        }
    }
}

extension Visit {
    /// The catalog elsewhere, if books are looked up there.
    func openLibrary() throws(LookupError) -> OpenLibrary {
        let settings = site.configuration.lookup
        guard let base = settings.base else { throw .isOff }
        return OpenLibrary(base, settings, site.shared[LookupDesk.self])
    }
}
