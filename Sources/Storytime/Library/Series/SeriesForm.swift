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

    private static let externalIDSpec = FieldSpec(
        name: "external_id",
        label: "Number in apps (tmdbId)",
        kind: .number,
        hint: "The series’ number at TMDB. Apps ask for its progress by this number.",
        isRequired: false,
        range: 1...Int(Int32.max),
        autocomplete: "off"
    )

    private static let originalNameSpec = FieldSpec(
        name: "original_name",
        label: "Original name",
        isRequired: false,
        maximumLength: 200,
        autocomplete: "off"
    )

    private static let airingField = SelectField(
        name: "airing",
        label: "Airing",
        options: Airing.allCases.map { ($0.rawValue, $0.label) },
        initially: ""
    )

    private static let firstAirDateSpec = FieldSpec(
        name: "first_air_date",
        label: "First air date",
        kind: .day,
        isRequired: false,
        autocomplete: "off",
        isVerbatim: true,
        rule: Episode.complaint(aboutDay:)
    )

    var name = FormField(nameSpec)
    var slug = FormField(.slug(of: "series", like: "alder-wood"))
    var description = FormField(descriptionSpec)
    var externalID = FormField(externalIDSpec)
    var originalName = FormField(originalNameSpec)
    var airing = airingField
    var firstAirDate = FormField(firstAirDateSpec)

    static let entries: [Entry<SeriesForm>] = [
        Entry(\.name, "The name. It must be unique, ignoring case and accents.") { $0.name },
        Entry(\.slug, "The slug in its address. By default, or if null, it is made from the name.")
        {
            $0.slug
        },
        Entry(\.description, "The description. Line breaks are kept.") { $0.description },
        Entry(\.externalID, "The number by which programs name it (`tmdbId`). It must be unique.") {
            $0.externalID.map { String($0) } ?? ""
        },
        Entry(\.originalName, "Its original name, if that is another one.") { $0.originalName },
        Entry(\.airing, "Whether more is to come; empty if unknown.") { $0.airing.rawValue },
        Entry(\.firstAirDate, "The day of its first episode.") { $0.firstAirDate?.iso ?? "" },
    ]

    /// Programs may leave out whether more is to come.
    static let members = entryMembers.map { member in
        member.name == airingField.name
            ? .choice(member.name, Airing.self, isRequired: false) : member
    }

    var draft: Series.Draft? {
        guard let name = name.value, let slug = slug.value, let description = description.value,
            externalID.value != nil, let originalName = originalName.value,
            let airing = airing.value.flatMap(Airing.init(rawValue:)), firstAirDate.value != nil
        else { return nil }
        return Series.Draft(
            name: name,
            slug: slug.isEmpty ? nil : slug,
            description: description,
            externalID: externalID.number,
            originalName: originalName,
            airing: airing,
            firstAirDate: firstAirDate.day
        )
    }

    mutating func rejectTaken(_ column: String) {
        switch column {
        case "slug": slug.reject("Choose a slug that no other series has.")
        case "external_id": externalID.reject("Another series has this number.")
        default: name.reject("Another series has this name. Choose a different one.")
        }
    }

    static let fields = entries.map(\.field)

    static let example = #"{"name": "The Owls of Alder Wood"}"#
    static let change = #"{"description": "Six owls, one wood."}"#
}
