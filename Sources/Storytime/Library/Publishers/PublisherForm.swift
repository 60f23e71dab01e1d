import Quill

/// The form of a publisher, new or there already.
struct PublisherForm: Record {
    var name: FormField
    var slug: FormField

    static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "As printed on the books.",
        maximumLength: 200,
        autocomplete: "off"
    )

    private static let slugSpec = FieldSpec(
        name: "slug",
        label: "Slug",
        hint: "Used in the publisher’s address. Leave blank to make it from the name.",
        isRequired: false,
        maximumLength: Slug.maximumLength,
        autocomplete: "off",
        isVerbatim: true
    ) { text in
        Slug.isValid(text)
            ? nil : "Use small letters a to z, digits and single hyphens, like “alder-house”."
    }

    /// An empty form.
    init() {
        name = FormField(Self.nameSpec)
        slug = FormField(Self.slugSpec)
    }

    /// The form of a publisher as it is.
    init(_ publisher: Publisher) {
        name = FormField(Self.nameSpec, initially: publisher.name)
        slug = FormField(Self.slugSpec, initially: publisher.slug)
    }

    /// The form that was sent.
    init(_ fields: Fields) {
        name = FormField(Self.nameSpec, fields)
        slug = FormField(Self.slugSpec, fields)
    }

    var draft: Publisher.Draft? {
        guard let name = name.value, let slug = slug.value else { return nil }
        return Publisher.Draft(name: name, slug: slug.isEmpty ? nil : slug)
    }

    var errors: [FormError] { [name, slug].errors }

    var trimmingNote: String { [name, slug].trimmingNote }

    /// What the form would save, field by field, to stand beside what someone else saved.
    func differences(from theirs: Publisher) -> [ConflictRow] {
        [
            ConflictRow(field: "Name", theirs: theirs.name, yours: name.typed),
            ConflictRow(field: "Slug", theirs: theirs.slug, yours: slug.typed),
        ].filter { $0.theirs != $0.yours }
    }

    static let fields: [Field<PublisherForm>] = [
        .record("name") { $0.name },
        .record("slug") { $0.slug },
    ]
}

extension PublisherForm: ProgramForm {
    static let members: [FormMember] = [.field(nameSpec), .field(slugSpec)]

    static let meanings = [
        "name": "The name. It must be unique, ignoring case and accents.",
        "slug": "The slug in its address. By default, or if null, it is made from the name.",
    ]

    static let example = #"{"name": "Alder House"}"#
    static let change = #"{"slug": "first-house"}"#

    /// What a browser sends that shows the publisher as it is.
    static func pairs(_ publisher: Publisher) -> [(name: String, value: String)] {
        [
            (name: nameSpec.name, value: publisher.name),
            (name: slugSpec.name, value: publisher.slug),
        ]
    }
}
