/// The form of a book that is being looked up: what was typed so far goes from page to page with it,
/// and nothing of it is stored.
struct LookupForm {
    /// The button, and what a button of a result chooses.
    static let buttonName = "lookup"
    static let editionName = "edition"
    /// Which of the found values to take.
    static let useName = "use"
    /// The button that takes nothing.
    static let backName = "back"
    private static let foundPrefix = "found."
    private static let publisherName = "publisher"
    private static let publisherIDName = "publisher_id"

    /// What is asked of the catalog.
    enum Question: Equatable {
        case edition(String)
        case isbn(ISBN)
        case title(String, author: String)
    }

    /// The book that is changed; nil for a new one.
    let book: Book?
    /// What the form of the book has.
    let fields: Fields
    private let sent: Fields

    init(_ sent: Fields, of book: Book?) {
        self.sent = sent
        self.book = book
        let own: Set = [
            Self.buttonName, Self.editionName, Self.useName, Self.backName, FormToken.name,
        ]
        fields = Fields(
            sent.pairs.filter { !own.contains($0.name) && !$0.name.hasPrefix(Self.foundPrefix) }
        )
    }

    /// An ISBN says more than a title.
    func question() throws(LookupError) -> Question {
        if let key = sent.text(Self.editionName) { return .edition(key) }
        let isbn = typed(BookDetail.isbn.spec)
        if !isbn.isEmpty {
            if let complaint = BookDetail.isbn.spec.complaint(about: isbn) {
                throw LookupError(complaint)
            }
            if let isbn = try? ISBN(isbn) { return .isbn(isbn) }
        }
        let title = typed(BookFields.title)
        guard !title.isEmpty else {
            throw LookupError("Enter an ISBN or a title to look the book up.")
        }
        let author = typed(BookFields.author)
        return .title(String(title.prefix(200)), author: String(author.prefix(200)))
    }

    private func typed(_ spec: FieldSpec) -> String {
        PlainText.trimmed(fields.text(spec.name) ?? "")
    }

    /// What goes along in hidden fields.
    var hidden: [HiddenField] {
        fields.pairs.map { HiddenField(name: $0.name, value: $0.value) }
    }

    // MARK: Comparing

    /// The found values beside those of the form.
    func rows(_ found: FoundBook, _ choices: BookChoices, _ visit: Visit) throws -> [LookupRow] {
        var rows: [LookupRow] = []
        for spec in Self.specs {
            guard let text = found.texts[spec.name] else { continue }
            rows.append(row(spec, text))
        }
        if !found.publisher.isEmpty {
            rows.append(try publisherRow(found.publisher, choices, visit))
        }
        for detail in BookDetail.allCases {
            guard let text = found[detail] else { continue }
            switch detail {
            case .series: rows.append(try seriesRow(text, visit))
            case .tags: rows.append(tagsRow(found.tags))
            default: rows.append(row(detail.spec, text))
            }
        }
        return rows
    }

    /// Of the fields besides the publisher and the details.
    private static let specs = [
        BookFields.title, BookFields.author, BookFields.description, BookFields.language,
    ]

    private func row(_ spec: FieldSpec, _ text: String) -> LookupRow {
        let mine = typed(spec)
        let shown = spec.name == BookFields.language.name ? LanguageTag.name(of: text) : nil
        return LookupRow(
            name: spec.name,
            label: spec.label,
            mine: mine,
            found: shown ?? text,
            isSame: Self.means(spec, mine) == Self.means(spec, text),
            // The form takes the name of a language, too.
            hidden: [HiddenField(name: Self.foundPrefix + spec.name, value: shown ?? text)]
        )
    }

    /// What two texts of a field have in common if they mean the same.
    private static func means(_ spec: FieldSpec, _ text: String) -> String {
        switch spec.name {
        case BookFields.language.name: LanguageTag(named: text)?.text ?? text
        case BookDetail.isbn.rawValue: (try? ISBN(text))?.digits ?? text
        default: PlainText.lines(of: text)
        }
    }

    /// One of ours if it has the same name, or else a new one.
    private func publisherRow(_ name: String, _ choices: BookChoices, _ visit: Visit) throws
        -> LookupRow
    {
        let chosen = fields.text(Self.publisherIDName) ?? ""
        let mine =
            choices.publishers.first { String($0.id.value) == chosen }?.name
            ?? book?.publisher.flatMap { String($0.id.value) == chosen ? $0.name : nil }
            ?? typed(BookFields.newPublisher)
        let known = try visit.publishers.find(named: name)
        // Only one that the form offers can be chosen in it.
        let offered = choices.publishers.first { $0.id == known?.id }
        let field =
            offered.map { (Self.publisherIDName, String($0.id.value)) }
            ?? (BookFields.newPublisher.name, known?.name ?? name)
        return LookupRow(
            name: Self.publisherName,
            label: "Publisher",
            mine: mine,
            found: known?.name ?? name,
            note: known == nil ? "New: it will be added with the book." : nil,
            isSame: Folding.fold(mine) == Folding.fold(name),
            hidden: [HiddenField(name: Self.foundPrefix + field.0, value: field.1)]
        )
    }

    private func seriesRow(_ name: String, _ visit: Visit) throws -> LookupRow {
        let known = try visit.series.find(named: name)?.name
        var row = row(BookDetail.series.spec, known ?? name)
        if known == nil { row.note = "New: it will be added with the book." }
        return row
    }

    /// Tags are added to those that are there.
    private func tagsRow(_ tags: [String]) -> LookupRow {
        let mine = BookDetail.tags(in: fields.text(BookDetail.tags.rawValue) ?? "")
        let all = BookDetail.tags(mine + tags)
        var row = row(BookDetail.tags.spec, all.joined(separator: ", "))
        row.found = tags.joined(separator: ", ")
        row.isSame = all.count == mine.count
        if !mine.isEmpty, !row.isSame { row.note = "They will be added to yours." }
        return row
    }

    /// The picture that was found and is on the disk by now.
    func coverRow(_ name: CoverName, _ image: ImageFile) -> LookupRow {
        let waiting = fields.text(FoundCover.name)
        var current: String?
        if case .file(let key, _, _, _)? = book?.cover { current = key }
        return LookupRow(
            name: FoundCover.name,
            label: "Cover",
            mine: waiting == nil && book?.cover == nil ? "" : "It has a cover.",
            found: "\(image.displayed.width) × \(image.displayed.height) \(image.format.name)",
            isSame: (waiting ?? current) == name.description,
            hidden: [
                HiddenField(name: Self.foundPrefix + FoundCover.name, value: name.description)
            ],
            picture: name.href
        )
    }

    // MARK: Taking

    /// The form with the chosen values in it, and how many those are.
    func filled() -> (fields: Fields, count: Int) {
        guard !sent.isOn(Self.backName) else { return (fields, 0) }
        var pairs = fields.pairs
        var count = 0
        func put(_ name: String) -> Bool {
            guard let value = sent.text(Self.foundPrefix + name) else { return false }
            pairs.removeAll { $0.name == name }
            pairs.append((name: name, value: value))
            return true
        }
        let names =
            Self.specs.map(\.name) + BookDetail.allCases.map(\.rawValue) + [FoundCover.name]
        for use in Set(sent.all(Self.useName)) {
            if use == Self.publisherName {
                let fields = [Self.publisherIDName, BookFields.newPublisher.name]
                // A form has one of the two.
                guard let name = fields.first(where: put) else { continue }
                pairs.removeAll { fields.contains($0.name) && $0.name != name }
                if name != fields[0] { pairs.append((name: fields[0], value: "")) }
                count += 1
            } else if names.contains(use), put(use) {
                count += 1
            }
        }
        return (Fields(pairs), count)
    }
}
