import HTTP
import Quill
import Server
import SQLite

/// A book as it was after an entry of its history, as far as its form has it: in the words of the audit
/// log, which names things instead of counting them.
private struct PastBook {
    /// By the names of fields in the form.
    private(set) var texts: [String: String]
    private(set) var categories: [String]

    /// What the audit log calls a field of its own, and what the form does.
    private static let formNames = ["publisher": BookForm.publisherName]

    /// The names by which the audit log has what this knows.
    static let audited = Set(
        ["title", "author", "description", "age_min", "age_max", "ages", "language", "publisher"]
            + ["status", "category", "categories"] + BookDetail.allCases.map(\.rawValue)
    )

    init(_ book: Book, _ details: BookDetails, in links: [CategoryLink]) {
        let pairs = BookForm.pairs(book, details, in: []).map { ($0.name, $0.value) }
        texts = Dictionary(pairs) { first, _ in first }
        texts[BookForm.publisherName] = book.publisher?.name ?? ""
        categories = links.map(\.name)
    }

    /// Takes back what a change did. They come with the latest first.
    mutating func undo(_ change: Change) {
        let before = change.before ?? ""
        switch change.field {
        case "ages":
            // In a bulk edit both ages are one value, "2-5".
            let ages = before.split(separator: "-", omittingEmptySubsequences: false)
            texts["age_min"] = ages.first.map { String($0) } ?? ""
            texts["age_max"] = ages.count > 1 ? String(ages[1]) : ""
        case "category":
            // So is each category that was added or removed.
            categories.removeAll { $0 == change.after }
            if !before.isEmpty { categories.append(before) }
        case "categories":
            categories = before.isEmpty ? [] : before.split(separator: ", ").map { String($0) }
        default:
            let name = Self.formNames[change.field] ?? change.field
            if texts[name] != nil { texts[name] = before }
        }
    }
}

/// The pages on which an earlier version of a book is restored, field by field.
enum BookVersionPages {
    static let routes = [
        get("/admin/books/{id}/versions/{id}", ask),
        post("/admin/books/{id}/versions/{id}", restore),
    ]

    static func ask(_ visit: Visit, _ id: ID<Book>, _ entry: ID<AuditEntry>) throws -> Response {
        let book = try book(visit, id)
        return try visit.page(try page(visit, book, entry, VersionField(book.version)))
    }

    /// Saves what was chosen as the book's form would, so that what is no longer valid is said.
    static func restore(_ visit: Visit, _ id: ID<Book>, _ entry: ID<AuditEntry>) throws -> Response
    {
        let sent = try visit.fields()
        let book = try book(visit, id)
        let version = VersionField(sent, current: book.version)
        var page = try page(visit, book, entry, version)
        _ = page.choose(sent)
        guard let shown = version.value, !page.isNothingChosen else {
            return try visit.page(page, status: 422)
        }
        let links = try visit.books.categories(of: id)
        let details = try visit.books.details(of: id)
        let fields = page.merged(over: BookForm.pairs(book, details, in: links))
        let form = BookForm(fields, book, offering: try BookPages.choices(visit))
        guard let draft = form.draft else {
            return try visit.page(refusing(page, form), status: 422)
        }
        do {
            // Its title was its own before: a twin that came since is no reason to refuse it.
            let saved = try visit.books.update(
                id,
                version: shown,
                draft,
                refusingTwins: false,
                by: visit.actor
            )
            let notice = Flash(.good, "Book “\(saved.title)” saved." + page.note)
            return try visit.redirect(to: "\(BookListAddress.path)/\(id)", notice: notice)
        } catch BookStore.Refusal.changedMeanwhile(let current) {
            page = try self.page(visit, current, entry, VersionField(current.version))
            page.hasChanged = true
            return try visit.page(page, status: 409)
        }
    }

    /// Whatever the form says of a field stands beside its checkbox.
    private static func refusing(_ page: PastVersionPage, _ form: BookForm) -> PastVersionPage {
        var page = page
        let chosen = page.rows.indices.filter { page.rows[$0].isChecked }
        for index in chosen { page.rows[index].problem = form.problem(of: page.rows[index].name) }
        // What was chosen may not go together with what stays.
        if let first = chosen.first, !chosen.contains(where: { page.rows[$0].problem != nil }) {
            page.rows[first].problem = form.errors.first?.message
        }
        return page
    }

    /// In the bin a book is not changed.
    private static func book(_ visit: Visit, _ id: ID<Book>) throws -> Book {
        let book = try visit.books.find(id)
        guard book.deletedAt == nil else { throw Failure.notFound }
        return book
    }

    private static func page(
        _ visit: Visit,
        _ book: Book,
        _ entry: ID<AuditEntry>,
        _ version: VersionField
    ) throws -> PastVersionPage {
        let log = AuditLog(visit.database, visit.now)
        let entry = try log.entry(entry, about: book.subject)
        let links = try visit.books.categories(of: book.id)
        let now = PastBook(book, try visit.books.details(of: book.id), in: links)
        var then = now
        for change in try log.changes(since: entry) { then.undo(change) }
        return PastVersionPage(
            noun: "book",
            name: book.title,
            href: "\(BookListAddress.path)/\(book.id)",
            entry: entry,
            times: visit.times,
            version: version,
            rows: try BookForm.names.compactMap { try row($0, now, then, visit) }
        )
    }

    /// Nil for a field that is as it was.
    private static func row(_ name: String, _ now: PastBook, _ then: PastBook, _ visit: Visit)
        throws
        -> PastField?
    {
        if name == BookForm.categoriesName { return try categories(now, then, visit) }
        let (current, past) = (now.texts[name] ?? "", then.texts[name] ?? "")
        guard current != past else { return nil }
        let words = { (text: String) in
            name == BookForm.statusName ? Book.Status(rawValue: text)?.label ?? text : text
        }
        var row = PastField(
            name: name,
            label: BookForm.labels(of: [name]).first ?? name,
            now: words(current),
            then: words(past),
            values: [past]
        )
        guard name == BookForm.publisherName, !past.isEmpty else { return row }
        let publisher = try visit.publisher(named: past)
        row.values = publisher.map { [String($0.value)] } ?? []
        if publisher == nil { row.refuse("The publisher “\(past)” no longer exists.") }
        return row
    }

    private static func categories(_ now: PastBook, _ then: PastBook, _ visit: Visit) throws
        -> PastField?
    {
        guard Set(now.categories) != Set(then.categories) else { return nil }
        let known = try visit.categories.all()
        let found = known.filter { then.categories.contains($0.name) }
        let missing = then.categories.filter { name in !found.contains { $0.name == name } }
        var row = PastField(
            name: BookForm.categoriesName,
            label: BookForm.labels(of: [BookForm.categoriesName]).first ?? "",
            now: now.categories.sorted().joined(separator: ", "),
            then: then.categories.sorted().joined(separator: ", "),
            values: found.map { String($0.id.value) }
        )
        if !missing.isEmpty {
            let names = missing.map { "“\($0)”" }.joined(separator: ", ")
            row.problem = "\(names) no longer \(missing.count == 1 ? "exists" : "exist")."
            row.isChecked = false
        }
        return row
    }
}

extension Visit {
    /// The history of a book, whose entries lead to the version after each.
    func history(of book: Book) throws -> History {
        try history(
            of: book.subject,
            restoring: book.deletedAt == nil ? PastBook.audited : [],
            at: "\(BookListAddress.path)/\(book.id)"
        )
    }

    fileprivate func publisher(named name: String) throws -> ID<Publisher>? {
        try database.first(
            """
            SELECT id FROM publishers
            WHERE name_key = \(Folding.fold(name))
            """
        ) { ID<Publisher>(try $0.int(0)) }
    }
}
