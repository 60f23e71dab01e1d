import Quill

/// The form of a publisher, new or there already.
struct PublisherForm: EditForm, ProgramForm {
    typealias Kept = Publisher

    static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "As printed on the books.",
        maximumLength: 200,
        autocomplete: "off"
    )

    var name = FormField(nameSpec)
    var slug = FormField(.slug(of: "publisher", like: "alder-house"))

    static let entries: [Entry<PublisherForm>] = [
        Entry(\.name, "The name. It must be unique, ignoring case and accents.") { $0.name },
        Entry(\.slug, "The slug in its address. By default, or if null, it is made from the name.")
        {
            $0.slug
        },
    ]

    var draft: Publisher.Draft? {
        guard let name = name.value, let slug = slug.value else { return nil }
        return Publisher.Draft(name: name, slug: slug.isEmpty ? nil : slug)
    }

    mutating func rejectTaken(_ column: String) {
        if column == "slug" {
            slug.reject("Choose a slug that no other publisher has.")
        } else {
            name.reject("Another publisher has this name. Choose a different one.")
        }
    }

    static let fields = entries.map(\.field)

    static let example = #"{"name": "Alder House"}"#
    static let change = #"{"slug": "first-house"}"#
}
