import Quill

/// The form of a series, new or there already.
struct SeriesForm: EditForm, ProgramForm {
    typealias Kept = Series

    static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "As printed on the books.",
        maximumLength: 200,
        autocomplete: "off"
    )

    private static let descriptionSpec = FieldSpec(
        name: "description",
        label: "Description",
        kind: .lines,
        isRequired: false,
        maximumLength: 5000
    )

    var name = FormField(nameSpec)
    var slug = FormField(.slug(of: "series", like: "alder-wood"))
    var description = FormField(descriptionSpec)

    static let entries: [Entry<SeriesForm>] = [
        Entry(\.name, "The name. It must be unique, ignoring case and accents.") { $0.name },
        Entry(\.slug, "The slug in its address. By default, or if null, it is made from the name.")
        {
            $0.slug
        },
        Entry(\.description, "The description. Line breaks are kept.") { $0.description },
    ]

    var draft: Series.Draft? {
        guard let name = name.value, let slug = slug.value, let description = description.value
        else { return nil }
        return Series.Draft(
            name: name,
            slug: slug.isEmpty ? nil : slug,
            description: description
        )
    }

    mutating func rejectTaken(_ column: String) {
        if column == "slug" {
            slug.reject("Choose a slug that no other series has.")
        } else {
            name.reject("Another series has this name. Choose a different one.")
        }
    }

    static let fields = entries.map(\.field)

    static let example = #"{"name": "The Owls of Alder Wood"}"#
    static let change = #"{"description": "Six owls, one wood."}"#
}
