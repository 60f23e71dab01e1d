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

    private static let websiteSpec = FieldSpec(
        name: "website",
        label: "Website",
        hint: "The full address, like https://alder-house.example.",
        isRequired: false,
        maximumLength: WebAddress.maximumLength,
        autocomplete: "off",
        isVerbatim: true,
        programPattern: "^(https://.*)?$",
        rule: { text in
            WebAddress(text) == nil
                ? "Enter a full address like https://alder-house.example, without spaces." : nil
        }
    )

    private static let noteSpec = FieldSpec(
        name: "note",
        label: "Note",
        kind: .lines,
        hint: "Contacts, contracts, whatever helps. Only admins see it.",
        isRequired: false,
        maximumLength: 2000
    )

    var name = FormField(nameSpec)
    var slug = FormField(.slug(of: "publisher", like: "alder-house"))
    var website = FormField(websiteSpec)
    var note = FormField(noteSpec)

    static let entries: [Entry<PublisherForm>] = [
        Entry(\.name, "The name. It must be unique, ignoring case and accents.") { $0.name },
        Entry(\.slug, "The slug in its address. By default, or if null, it is made from the name.")
        {
            $0.slug
        },
        Entry(\.website, "Its address on the web, beginning with https://.") { $0.website },
        Entry(\.note, "A note for admins. Line breaks are kept.") { $0.note },
    ]

    var draft: Publisher.Draft? {
        guard let name = name.value, let slug = slug.value, let website = website.value,
            let note = note.value
        else { return nil }
        return Publisher.Draft(
            name: name,
            slug: slug.isEmpty ? nil : slug,
            website: website,
            note: note
        )
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
