import Quill

/// The declarations of a book's fields, for the form, for bulk changes and for imports.
enum BookFields {
    static let title = FieldSpec(
        name: "title",
        label: "Title",
        maximumLength: 200,
        autocomplete: "off"
    )

    static let author = FieldSpec(
        name: "author",
        label: "Author",
        isRequired: false,
        maximumLength: 200,
        autocomplete: "off"
    )

    static let description = FieldSpec(
        name: "description",
        label: "Description",
        kind: .lines,
        hint: "Helps parents choose the story. Line breaks are kept.",
        isRequired: false,
        maximumLength: 5000
    )

    static let ageMin = FieldSpec(
        name: "age_min",
        label: "Youngest age",
        kind: .number,
        isRequired: false,
        range: AgeRange.allowed,
        autocomplete: "off"
    )

    static let ageMax = FieldSpec(
        name: "age_max",
        label: "Oldest age",
        kind: .number,
        hint: "Leave either one blank for no limit.",
        isRequired: false,
        range: AgeRange.allowed,
        autocomplete: "off"
    )

    static let language = FieldSpec(
        name: "language",
        label: "Language",
        hint: "Its name, or a tag like pt-BR.",
        isRequired: false,
        maximumLength: 35,
        autocomplete: "off",
        list: "languages",
        isVerbatim: true,
        programPattern: LanguageTag.pattern,
        rule: { text in
            LanguageTag(named: text) == nil
                ? "We don’t know the language “\(text)”. Choose one from the list, or enter a tag like pt-BR."
                : nil
        }
    )

    static let newPublisher = named("new_publisher", "Or a new publisher", PublisherForm.nameSpec)
    static let newCategory = named("new_category", "Or a new category", CategoryForm.nameSpec)

    /// A field for the name of a record that is added together with the book.
    private static func named(_ name: String, _ label: String, _ spec: FieldSpec) -> FieldSpec {
        var spec = spec
        spec.name = name
        spec.label = label
        spec.hint = nil
        spec.isRequired = false
        return spec
    }

    static func status(_ chosen: Book.Status) -> SelectField {
        SelectField(
            name: "status",
            label: "Status",
            hint: "Families only see active books.",
            options: Book.Status.allCases.map { ($0.rawValue, $0.label) },
            initially: chosen.rawValue
        )
    }

    /// The one that the book has is offered even where there are too many to offer all.
    static func publisher(_ offered: [PublisherLink], chosen: PublisherLink?) -> SelectField {
        var all = offered
        if let chosen, !all.contains(where: { $0.id == chosen.id }) { all.append(chosen) }
        return SelectField(
            name: "publisher_id",
            label: "Publisher",
            options: [("", "None")] + all.map { (String($0.id.value), $0.name) },
            initially: chosen.map { String($0.id.value) } ?? ""
        )
    }
}

/// A name that a field suggests.
struct NameOption: Record {
    let name: String

    static let fields: [Field<NameOption>] = [
        .text("name") { $0.name }
    ]
}

/// A language that a picker offers.
struct LanguageOption: Record {
    let tag: String
    let name: String

    static let all = LanguageNames.all.map { LanguageOption(tag: $0.code, name: $0.name) }

    static let fields: [Field<LanguageOption>] = [
        .text("tag") { $0.tag },
        .text("name") { $0.name },
    ]
}
