import Quill

/// What the form of a book offers to choose from.
struct BookChoices: Sendable {
    let categories: [Category]
    let publishers: [PublisherLink]
    /// The names that the field of the series suggests.
    var series: [String] = []
    /// The names that the field of the tags suggests.
    var tags: [String] = []
}

/// The form of a book, new or there already.
struct BookForm: Record {
    /// From this many categories on, a field to filter them by helps.
    private static let filterBoxFrom = 20

    var title: FormField
    var author: FormField
    var description: FormField
    var ageMin: FormField
    var ageMax: FormField
    var language: FormField
    var publisher: SelectField
    /// The name of a publisher that is not in the list, to be added with the book.
    var newPublisher: FormField
    var status: SelectField
    /// In the order of `BookDetail.allCases`.
    private var details: [FormField]
    /// The name of a category that is not there, to be added with the book.
    var newCategory: FormField
    private let chosen: Set<ID<Category>>
    private let choices: BookChoices
    private(set) var categoriesError: String?
    /// Whether someone said that it is another book than the one of the same title and author.
    let isAnother: Bool
    /// The book of the same title and author.
    private(set) var twin: Book?

    /// An empty form.
    init(offering choices: BookChoices) {
        title = FormField(BookFields.title)
        author = FormField(BookFields.author)
        description = FormField(BookFields.description)
        ageMin = FormField(BookFields.ageMin)
        ageMax = FormField(BookFields.ageMax)
        language = FormField(BookFields.language)
        publisher = BookFields.publisher(choices.publishers, chosen: nil)
        newPublisher = FormField(BookFields.newPublisher)
        status = BookFields.status(.draft)
        details = BookDetail.allCases.map { FormField($0.spec) }
        newCategory = FormField(BookFields.newCategory)
        chosen = []
        isAnother = false
        self.choices = choices
    }

    /// The form of a book as it is.
    init(
        _ book: Book,
        _ known: BookDetails,
        in links: [CategoryLink],
        offering choices: BookChoices
    ) {
        let text = { (number: Int?) in number.map { String($0) } ?? "" }
        title = FormField(BookFields.title, initially: book.title)
        author = FormField(BookFields.author, initially: book.author)
        description = FormField(BookFields.description, initially: book.description)
        ageMin = FormField(BookFields.ageMin, initially: text(book.ages.minimum))
        ageMax = FormField(BookFields.ageMax, initially: text(book.ages.maximum))
        language = FormField(BookFields.language, initially: book.language ?? "")
        publisher = BookFields.publisher(choices.publishers, chosen: book.publisher)
        newPublisher = FormField(BookFields.newPublisher)
        status = BookFields.status(book.status)
        details = BookDetail.allCases.map { FormField($0.spec, initially: $0.text(of: known)) }
        newCategory = FormField(BookFields.newCategory)
        chosen = Set(links.map(\.id))
        isAnother = false
        self.choices = choices
    }

    /// The form of a new book that has much in common with one that is there: not what names a book or its
    /// edition; in a series it is the next one.
    init(
        another book: Book,
        _ known: BookDetails,
        in links: [CategoryLink],
        offering choices: BookChoices
    ) {
        var (book, known) = (book, known)
        (book.title, book.description) = ("", "")
        (known.originalTitle, known.isbn, known.pageCount) = ("", nil, nil)
        known.seriesNumber = known.seriesNumber.map { $0 + 1 }
        self.init(book, known, in: links, offering: choices)
    }

    /// The form that was sent; of a book that is there, with what it was.
    init(_ fields: Fields, _ book: Book? = nil, offering choices: BookChoices) {
        title = FormField(BookFields.title, fields)
        author = FormField(BookFields.author, fields)
        description = FormField(BookFields.description, fields)
        ageMin = FormField(BookFields.ageMin, fields)
        ageMax = FormField(BookFields.ageMax, fields)
        language = FormField(BookFields.language, fields)
        publisher = BookFields.publisher(choices.publishers, chosen: book?.publisher)
        // A browser always sends what is chosen; a program that doesn't changes nothing of it.
        if fields.isOn("publisher_id") { publisher.read(fields) }
        newPublisher = FormField(BookFields.newPublisher, fields)
        status = BookFields.status(book?.status ?? .draft)
        if fields.isOn("status") { status.read(fields) }
        details = BookDetail.allCases.map { detail in
            // A program sends its tags one by one.
            detail == .tags
                ? FormField(detail.spec, typed: fields.all("tags").joined(separator: ", "))
                : FormField(detail.spec, fields)
        }
        newCategory = FormField(BookFields.newCategory, fields)
        let ids = fields.all("category_ids").map { ID<Category>(pathSegment: $0[...]) }
        chosen = Set(ids.compactMap(\.self))
        isAnother = fields.isOn("is_another")
        self.choices = choices
        let known = Set(choices.categories.map(\.id))
        if ids.contains(nil) || !chosen.isSubset(of: known) { rejectCategories() }
        if let least = ageMin.number, let most = ageMax.number, least > most {
            ageMax.reject("The oldest age can’t be below the youngest (\(least)).")
        }
        if self[.seriesNumber].number != nil, self[.series].value == "" {
            reject(.series, "Enter the series too, or remove the number.")
        }
        if newPublisher.value?.isEmpty == false, publisher.value?.isEmpty == false {
            newPublisher.reject("Choose a publisher from the list or enter a new one, not both.")
        }
    }

    /// The form with what was typed so far. Nobody wants it saved yet, so that nothing is wrong with it.
    init(unfinished fields: Fields, _ book: Book? = nil, offering choices: BookChoices) {
        self.init(fields, book, offering: choices)
        let unjudged = { (field: FormField) in FormField(field.spec, initially: field.typed) }
        title = unjudged(title)
        author = unjudged(author)
        description = unjudged(description)
        ageMin = unjudged(ageMin)
        ageMax = unjudged(ageMax)
        language = unjudged(language)
        newPublisher = unjudged(newPublisher)
        details = details.map(unjudged)
        newCategory = unjudged(newCategory)
        categoriesError = nil
    }

    private subscript(detail: BookDetail) -> FormField {
        details[BookDetail.allCases.firstIndex(of: detail) ?? 0]
    }

    private mutating func reject(_ detail: BookDetail, _ error: String) {
        details[BookDetail.allCases.firstIndex(of: detail) ?? 0].reject(error)
    }

    var draft: Book.Draft? {
        guard errors.isEmpty, let title = title.value, let author = author.value,
            let description = description.value, let publisher = publisher.value,
            let status = status.value.flatMap(Book.Status.init), let language = language.value
        else { return nil }
        return Book.Draft(
            title: title,
            author: author,
            description: description,
            ages: AgeRange(minimum: ageMin.number, maximum: ageMax.number),
            language: language.isEmpty ? nil : LanguageTag(named: language)?.text,
            publisher: ID(pathSegment: publisher[...]),
            status: status,
            categories: chosen,
            details: knownDetails,
            newPublisher: newPublisher.value ?? "",
            newCategory: newCategory.value ?? ""
        )
    }

    private var knownDetails: BookDetails {
        zip(BookDetail.allCases, details).reduce(into: BookDetails()) { known, pair in
            pair.0.set(pair.1.value ?? "", in: &known)
        }
    }

    private var texts: [FormField] {
        [title, author, description, ageMin, ageMax, language, newPublisher] + details
            + [newCategory]
    }

    var errors: [FormError] {
        texts.errors + publisher.formErrors + status.formErrors
            + (categoriesError.map { [FormError(href: "#categories", message: $0)] } ?? [])
            + (twin == nil
                ? [] : [FormError(href: "#twin", message: "This book may already exist.")])
    }

    /// What is wrong with a field.
    func problem(of name: String) -> String? {
        switch name {
        case Self.publisherName: publisher.formErrors.first?.message
        case Self.statusName: status.formErrors.first?.message
        case Self.categoriesName: categoriesError
        default: texts.first { $0.spec.name == name }?.error
        }
    }

    var trimmingNote: String { texts.trimmingNote }

    /// Says that a category which was ticked is no longer there.
    mutating func rejectCategories() {
        categoriesError = "One of the categories was deleted meanwhile. Choose again."
    }

    mutating func rejectPublisher() {
        publisher.reject("The publisher was deleted meanwhile. Choose again.")
    }

    /// Says that a book of this title and author is there, which may be overruled.
    mutating func warn(of twin: Book) {
        self.twin = twin
    }

    /// What the form would save, field by field, to stand beside what someone else saved.
    func differences(
        from theirs: Book,
        _ known: BookDetails,
        in links: [CategoryLink]
    ) -> [ConflictRow] {
        let yours =
            choices.categories.filter { chosen.contains($0.id) }.map(\.name)
            + [newCategory.typed].filter { !$0.isEmpty }
        let more = zip(BookDetail.allCases, details).map { detail, field in
            ConflictRow(
                field: detail.label,
                theirs: detail.text(of: known),
                yours: field.value ?? field.typed
            )
        }
        let number = { (age: Int?) in age.map { String($0) } ?? "" }
        let rows = [
            ConflictRow(field: "Title", theirs: theirs.title, yours: title.typed),
            ConflictRow(field: "Author", theirs: theirs.author, yours: author.typed),
            ConflictRow(
                field: "Description",
                theirs: theirs.description,
                yours: description.value ?? description.typed
            ),
            ConflictRow(
                field: "Youngest age",
                theirs: number(theirs.ages.minimum),
                yours: ageMin.typed
            ),
            ConflictRow(
                field: "Oldest age",
                theirs: number(theirs.ages.maximum),
                yours: ageMax.typed
            ),
            ConflictRow(field: "Language", theirs: theirs.language ?? "", yours: language.typed),
            ConflictRow(
                field: "Publisher",
                theirs: theirs.publisher?.name ?? "",
                yours: publisher.chosen.isEmpty ? newPublisher.typed : publisher.chosenLabel
            ),
            ConflictRow(field: "Status", theirs: theirs.status.label, yours: status.chosenLabel),
            ConflictRow(
                field: "Categories",
                theirs: links.map(\.name).joined(separator: ", "),
                yours: yours.joined(separator: ", ")
            ),
        ]
        return (rows + more).filter { $0.theirs != $0.yours }
    }

    /// The fields that two people changed, to choose one of their versions.
    func questions(
        about names: [String],
        _ theirs: Book,
        _ known: BookDetails,
        in links: [CategoryLink]
    ) -> [ConflictRow] {
        differences(from: theirs, known, in: links).compactMap { row in
            var row = row
            row.name = Self.name(of: row.field)
            return names.contains(row.name ?? "") ? row : nil
        }
    }

    /// Whether the part of the form with the details is open from the start: it has something in it,
    /// or something is wrong there.
    private var showsDetails: Bool {
        // The ISBN stands above them.
        zip(BookDetail.allCases, details).contains { detail, field in
            detail != .isbn && (!field.typed.isEmpty || field.error != nil)
        }
    }

    private var rows: [CheckboxRow] {
        choices.categories.map { category in
            CheckboxRow(
                id: "category-\(category.id)",
                value: String(category.id.value),
                label: category.name,
                icon: category.iconName,
                isChecked: chosen.contains(category.id)
            )
        }
    }

    static let fields: [Field<BookForm>] = [
        .record("title") { $0.title },
        .record("author") { $0.author },
        .record("description") { $0.description },
        .record("age_min") { $0.ageMin },
        .record("age_max") { $0.ageMax },
        .record("language") { $0.language },
        .list("languages") { _ in LanguageOption.all },
        .record("publisher") { $0.publisher },
        .record("new_publisher") { $0.newPublisher },
        .bool("shows_details") { $0.showsDetails },
        .record("original_title") { $0[.originalTitle] },
        .record("illustrator") { $0[.illustrator] },
        .record("translator") { $0[.translator] },
        .record("narrator") { $0[.narrator] },
        .record("series") { $0[.series] },
        .record("series_number") { $0[.seriesNumber] },
        .list("all_series") { $0.choices.series.map(NameOption.init) },
        .record("isbn") { $0[.isbn] },
        .record("year") { $0[.year] },
        .record("page_count") { $0[.pageCount] },
        .record("tags") { $0[.tags] },
        .list("all_tags") { $0.choices.tags.map(NameOption.init) },
        .record("new_category") { $0.newCategory },
        .record("status") { $0.status },
        .list("categories") { $0.rows },
        .optionalText("categories_error") { $0.categoriesError },
        .bool("has_filter_box") { $0.choices.categories.count > filterBoxFrom },
        .optionalRecord("twin") { $0.twin.map { BookSummary(book: $0, categories: []) } },
    ]
}
