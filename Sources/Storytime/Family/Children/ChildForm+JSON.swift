/// The form of a child as programs send it: they name the categories that are hidden, where a browser
/// names those that aren't.
extension ChildForm: ProgramForm {
    private static let hiddenName = "hidden_category_ids"
    /// More than a console has that somebody can still choose from.
    private static let mostHidden = 1000

    static let members: [FormMember] = [
        .field(nameSpec), .field(birthSpec), .choice("avatar", Avatar.self), .flag("may_scrub"),
        .flag("has_captions"), .flag("has_reduced_motion"), .flag("speaks_titles"),
        .flag("shows_categories"), .flag("may_read_along"), .ids(hiddenName, upTo: mostHidden),
    ]

    static let meanings = [
        "name": "The name.",
        "birth_date": "The day of birth, like `2022-03-04`.",
        "avatar": "The name of the child’s picture.",
        "may_scrub":
            "Whether they can skip forward and back; new children can, unless this is false.",
        "has_captions": "Whether captions are shown.",
        "has_reduced_motion": "Whether there are no animations around the stories.",
        "speaks_titles": "Whether titles are spoken when a cover is touched.",
        "shows_categories": "Whether the shelf shows the categories as pictures.",
        "may_read_along": "Whether stories with captions can be read along, word by word.",
        hiddenName: "The ids of all categories hidden from the child.",
    ]

    static let example = #"{"name": "Astrid", "birth_date": "2022-03-04", "avatar": "fox"}"#
    static let change = #"{"has_captions": true}"#

    /// What holds of a new child where a program says nothing of it: what the empty form has ticked.
    static let standard: [(name: String, value: String)] =
        Child.Settings().mayScrub ? [(name: "may_scrub", value: "on")] : []

    /// What a program would send that changes nothing.
    var pairs: [(name: String, value: String)] {
        let flags = [
            ("may_scrub", settings.mayScrub), ("has_captions", settings.hasCaptions),
            ("has_reduced_motion", settings.hasReducedMotion),
            ("speaks_titles", settings.speaksTitles),
            ("shows_categories", settings.showsCategories),
            ("may_read_along", settings.mayReadAlong),
        ]
        return [
            (name: Self.nameSpec.name, value: name.typed),
            (name: Self.birthSpec.name, value: birthDate.typed),
            (name: "avatar", value: avatar?.rawValue ?? ""),
        ]
            + flags.filter(\.1).map { (name: $0.0, value: "on") }
            + categories.map(\.id).filter { !ticked.contains($0) }
            .map { (name: Self.hiddenName, value: String($0.value)) }
    }

    /// The form that a program sent on a day of the family.
    init(sent fields: Fields, on today: CalendarDay, _ categories: [Category]) {
        let hidden = Set(fields.all(Self.hiddenName))
        let keys = categories.map { String($0.id.value) }
        let shown = keys.map { (name: "shown_category_ids", value: $0) }
        let ticked = keys.filter { !hidden.contains($0) }
            .map { (name: "category_ids", value: $0) }
        self.init(Fields(fields.pairs + shown + ticked), on: today, categories)
        if let unknown = hidden.subtracting(keys).min() {
            hiddenError = "Category \(unknown) doesn’t exist."
        }
    }
}
