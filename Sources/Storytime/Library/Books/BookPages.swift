import HTTP
import Quill
import SQLite
import Server

/// The pages on which admins keep the books.
enum BookPages {
    static let routes = [
        get("/admin/books", index),
        post("/admin/books", keepsText: true, create),
        get("/admin/books/new", new),
        get("/admin/books/columns", ColumnPages<BookColumn>.show),
        post("/admin/books/columns", ColumnPages<BookColumn>.save),
        get("/admin/books/{id}", show),
        get("/admin/books/{id}/edit", edit),
        post("/admin/books/{id}", keepsText: true, update),
    ]

    static func index(_ visit: Visit) throws -> Response {
        let address = try visit.asked(BookListAddress(visit.query()))
        let slice = try visit.bookList.slice(address.request)
        let columns: [BookColumn] = try visit.chosenColumns()
        let cells = try BookCellMaker(columns, for: slice.rows, visit)
        let all = try visit.bookList.keptCount("books")
        let categories = try visit.categories.all()
        return try visit.page(
            BookIndexPage(
                rows: slice.rows.map {
                    BookRow(summary: $0, address: address, cells: cells.cells(of: $0))
                },
                columns: columns,
                form: BookFilterForm(
                    address: address,
                    categories: categories,
                    publishers: try visit.publishers.offered(),
                    series: try visit.series.offered(),
                    tags: try visit.tags.offered(),
                    languages: try visit.bookList.languages()
                ),
                scopes: try scopes(
                    visit,
                    address,
                    all: all,
                    found: slice.pagination.total
                ),
                acts: BulkActs(categories).groups,
                pagination: slice.pagination.view(
                    path: BookListAddress.path,
                    query: address.query,
                    firstKey: slice.rows.first.map { String($0.book.id.value) },
                    lastKey: slice.rows.last.map { String($0.book.id.value) }
                ),
                hasAnyBook: all > 0,
                binned: try visit.bin.count()
            )
        )
    }

    static func new(_ visit: Visit) throws -> Response {
        let offered = try choices(visit)
        let like = try visit.query().text("like").flatMap { ID<Book>(pathSegment: $0[...]) }
        guard let like else {
            return try visit.page(newPage(visit, BookForm(offering: offered)))
        }
        let book = try visit.books.find(like)
        let form = try BookForm(
            another: book,
            visit.books.details(of: like),
            in: visit.books.categories(of: like),
            offering: offered
        )
        return try visit.page(
            BookNewPage(
                form: form,
                lookup: LookupOffer(visit.site.configuration),
                like: book.title
            )
        )
    }

    private static func newPage(
        _ visit: Visit,
        _ form: BookForm,
        _ cover: FoundCover? = nil
    ) throws -> BookNewPage {
        try BookNewPage(form: form, lookup: LookupOffer(visit.site.configuration), cover: cover)
    }

    /// The form that a book was looked up from, with what is in it now: of the book that is there, or
    /// of a new one.
    static func form(
        _ visit: Visit,
        _ looked: LookupForm,
        _ fields: Fields,
        note: String? = nil,
        error: String? = nil,
        status: Status = 200
    ) throws -> Response {
        let book = looked.book
        let form = BookForm(unfinished: fields, book, offering: try choices(visit))
        let offer = LookupOffer(visit.site.configuration, for: book?.id, error: error)
        let cover = FoundCover(fields, visit.covers.folder)
        guard let book else {
            let page = try BookNewPage(
                form: form,
                lookup: offer,
                cover: cover,
                note: note,
                isUnsaved: true
            )
            return try visit.page(page, status: status)
        }
        let links = try visit.books.categories(of: book.id)
        let page = BookEditPage(
            summary: BookSummary(book: book, categories: links),
            form: form,
            back: BookWayBack(fields),
            lookup: offer,
            cover: cover,
            note: note,
            isUnsaved: true,
            version: VersionField(fields, current: book.version),
            base: FormMerge.base(of: fields)
        )
        return try visit.page(page, status: status)
    }

    /// The form of a new book that is filled in as one that is there, as far as two books are alike.
    private static func likeHref(_ id: ID<Book>) -> String { "/admin/books/new?like=\(id)" }

    static func create(_ visit: Visit) throws -> Response {
        let fields = try visit.fields()
        var form = BookForm(fields, offering: try choices(visit))
        let cover = FoundCover(fields, visit.covers.folder)
        guard let draft = form.draft, cover?.errors.isEmpty ?? true, !visit.isResumed else {
            return try visit.page(newPage(visit, form, cover), status: visit.formStatus)
        }
        defer { if cover != nil { visit.site.vitals.jobBell.ring() } }
        do {
            return try visit.once(fields) {
                let book = try visit.books.insert(
                    draft,
                    refusingTwins: !form.isAnother,
                    by: visit.actor
                )
                _ = try cover?.put(on: book, visit)
                return SentForm.Outcome(
                    location: fields.isOn("again") ? likeHref(book.id) : "/admin/books/\(book.id)",
                    message: "Book “\(book.title)” added." + form.trimmingNote
                )
            }
        } catch let refusal as BookStore.Refusal where form.reject(refusal) {
            return try visit.page(newPage(visit, form, cover), status: visit.formStatus)
        }
    }

    static func show(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        let back = BookWayBack(try visit.query())
        return try visit.page(
            BookShowPage(
                summary: BookSummary(book: book, categories: try visit.books.categories(of: id)),
                details: try visit.bookDetails(of: id),
                back: back,
                neighbors: try visit.neighbors(of: book, back),
                times: visit.times,
                video: try visit.bookVideo(of: book),
                rights: try visit.rightsSection(of: book, back),
                bin: try visit.bin.find(id).map { BinNote(binned: $0, times: visit.times) },
                history: try visit.history(of: book)
            )
        )
    }

    static func edit(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let book = try visit.books.find(id)
        guard book.deletedAt == nil else {
            return try visit.redirect(
                to: BookWayBack(try visit.query()).bookHref("\(BookListAddress.path)/\(id)"),
                notice: Flash(.info, "“\(book.title)” is in the bin. Restore it to change it.")
            )
        }
        let links = try visit.books.categories(of: id)
        let details = try visit.books.details(of: id)
        return try visit.page(
            BookEditPage(
                summary: BookSummary(book: book, categories: links),
                form: BookForm(book, details, in: links, offering: try choices(visit)),
                back: BookWayBack(try visit.query()),
                lookup: LookupOffer(visit.site.configuration, for: id),
                version: VersionField(book.version),
                base: Fields(BookForm.pairs(book, details, in: links))
            )
        )
    }

    static func update(_ visit: Visit, _ id: ID<Book>) throws -> Response {
        let sent = try visit.fields()
        let book = try visit.books.find(id)
        let links = try visit.books.categories(of: id)
        let (fields, undecided) = BookForm.choosing(sent)
        var page = BookEditPage(
            summary: BookSummary(book: book, categories: links),
            form: BookForm(fields, book, offering: try choices(visit)),
            back: BookWayBack(fields),
            lookup: LookupOffer(visit.site.configuration, for: id),
            cover: FoundCover(fields, visit.covers.folder),
            version: VersionField(fields, current: book.version),
            base: FormMerge.base(of: sent)
        )
        let details = try visit.books.details(of: id)
        // Without a version it becomes a form of the current one.
        if page.version.value == nil {
            page.base = Fields(BookForm.pairs(book, details, in: links))
        }
        guard undecided.isEmpty else {
            page.undecided = page.form.questions(about: undecided, book, details, in: links)
            page.conflict = Conflict(
                other: try visit.lastEditor(of: book.subject),
                changes: page.undecided,
                merged: []
            )
            return try visit.page(page, status: visit.formStatus)
        }
        return try save(visit, id, page, fields)
    }

    /// Saves a form whose choices are made. If somebody else has saved meanwhile, it becomes a form of
    /// their version, with everything in it that only one of the two changed.
    private static func save(
        _ visit: Visit,
        _ id: ID<Book>,
        _ shownPage: BookEditPage,
        _ fields: Fields
    ) throws -> Response {
        var page = shownPage
        guard let draft = page.form.draft, let shown = page.version.value,
            page.cover?.errors.isEmpty ?? true, !visit.isResumed
        else { return try visit.page(page, status: visit.formStatus) }
        defer { if page.cover != nil { visit.site.vitals.jobBell.ring() } }
        do {
            let saved = try visit.database.write {
                let saved = try visit.books.update(
                    id,
                    version: shown,
                    draft,
                    refusingTwins: !page.form.isAnother,
                    by: visit.actor
                )
                return try page.cover?.put(on: saved, visit) ?? saved
            }
            let message = "Book “\(saved.title)” saved." + page.form.trimmingNote + page.mergeNote
            return try visit.redirect(to: page.back.href(id), notice: Flash(.good, message))
        } catch BookStore.Refusal.changedMeanwhile(let current) {
            return try merge(visit, current, page, fields)
        } catch BookStore.Refusal.isInBin {
            page.isInBin = true
            return try visit.page(page, status: 409)
        } catch let refusal as BookStore.Refusal where page.form.reject(refusal) {
            return try visit.page(page, status: visit.formStatus)
        }
    }

    /// Saves what both changed if that goes together; otherwise asks.
    private static func merge(
        _ visit: Visit,
        _ current: Book,
        _ shownPage: BookEditPage,
        _ fields: Fields
    ) throws -> Response {
        let links = try visit.books.categories(of: current.id)
        let details = try visit.books.details(of: current.id)
        let theirs = Fields(BookForm.pairs(current, details, in: links))
        let other = try visit.lastEditor(of: current.subject)
        var page = shownPage
        let base = page.base
        page.summary = BookSummary(book: current, categories: links)
        page.version = VersionField(current.version)
        page.base = theirs
        let merge = FormMerge(
            base: base,
            mine: fields,
            theirs: theirs,
            of: BookForm.names,
            lists: BookForm.lists
        )
        guard let merge else {
            let changes = page.form.differences(from: current, details, in: links)
            page.conflict = Conflict(other: other, changes: changes)
            return try visit.page(page, status: 409)
        }
        page.form = BookForm(merge.fields, current, offering: try choices(visit))
        let taken = BookForm.labels(of: merge.taken)
        page.mergeNote = other.note(keeping: taken)
        // Each time around, somebody else has saved in between.
        if merge.collisions.isEmpty { return try save(visit, current.id, page, merge.fields) }
        page.base = FormMerge.asking(about: merge.collisions, of: theirs, mine: merge.fields)
        page.conflict = Conflict(
            other: other,
            changes: page.form.questions(about: merge.collisions, current, details, in: links),
            merged: taken
        )
        return try visit.page(page, status: 409)
    }

    // MARK: Parts

    static func choices(_ visit: Visit) throws -> BookChoices {
        BookChoices(
            categories: try visit.categories.all(),
            publishers: try visit.publishers.offered(),
            series: try visit.series.offered().map(\.name),
            tags: try visit.tags.offered().map(\.name)
        )
    }

    /// All books and those of each status, with the other filters kept. Without filters the counts are
    /// kept; with some, each is one look into the search index. Rights are no matter of that index, so
    /// that there are no counts beside them.
    private static func scopes(
        _ visit: Visit,
        _ address: BookListAddress,
        all: Int,
        found: Int
    ) throws -> [ScopeLink] {
        let filter = address.request.filter
        let isWhole = filter == BookFilter(status: filter.status)
        func count(_ status: Book.Status) throws -> Int? {
            if isWhole { return try visit.bookList.keptCount("books_" + status.rawValue) }
            guard filter.rights == nil else { return nil }
            if filter.status == status { return found }
            var other = filter
            other.status = status
            return try visit.bookList.count(other)
        }
        let (draft, archived) = (try count(.draft), try count(.archived))
        // Most books are active: without a status, these are what is left of all that was found.
        let isCounted = !isWhole && filter.status == nil
        let active =
            isCounted
            ? draft.flatMap { draft in archived.map { found - draft - $0 } } : try count(.active)
        let counts: [(Book.Status, Int?)] = [
            (.active, active), (.draft, draft), (.archived, archived),
        ]
        let statuses = counts.map { status, count in
            ScopeLink(
                label: status.label,
                href: address.href { $0.status = status },
                count: count,
                isCurrent: filter.status == status
            )
        }
        let whole = ScopeLink(
            label: "All",
            href: address.href { $0.status = nil },
            count: isWhole
                ? all
                : statuses.reduce(0) { sum, scope in
                    sum.flatMap { sum in scope.count.map { sum + $0 } }
                },
            isCurrent: filter.status == nil
        )
        return [whole] + statuses
    }
}

extension BookForm {
    /// Says beside its field what the database refused; false for what isn't a matter of the form.
    mutating func reject(_ refusal: BookStore.Refusal) -> Bool {
        switch refusal {
        case .categoryIsGone: rejectCategories()
        case .publisherIsGone: rejectPublisher()
        case .twin(let twin): warn(of: twin)
        case .changedMeanwhile, .isInBin: return false
        }
        return true
    }
}

extension Visit {
    /// Those in the list that led to a book. A list that its address says nothing of is the whole one.
    fileprivate func neighbors(of book: Book, _ back: BookWayBack) throws -> BookNeighbors {
        guard book.deletedAt == nil else { return BookNeighbors() }
        let list = try asked(back.list ?? BookListAddress(BookFilter()))
        return try bookList.neighbors(of: book.id, in: list.request)
    }

    var books: BookStore { BookStore(database: database, now: now) }
}
