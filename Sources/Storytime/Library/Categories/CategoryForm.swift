import Quill

/// The form of a category, new or there already.
struct CategoryForm: EditForm, ProgramForm {
    typealias Kept = Category

    static let maximumDisplayOrder = 1_000_000

    static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "Shown to parents and children.",
        maximumLength: 100,
        autocomplete: "off"
    )

    private static let orderSpec = FieldSpec(
        name: "display_order",
        label: "Position",
        kind: .number,
        hint: "Smaller numbers come first. Leave blank to put it at the end.",
        isRequired: false,
        range: 0...maximumDisplayOrder,
        autocomplete: "off"
    )

    var name = FormField(nameSpec)
    var slug = FormField(.slug(of: "category", like: "fairy-tales"))
    var displayOrder = FormField(orderSpec)
    var icon: IconField

    init() { self.init(icons: []) }

    init(icons: [CategoryIcon]) { icon = IconField(icons) }

    static let entries: [Entry<CategoryForm>] = [
        Entry(\.name, "The name. It must be unique, ignoring case and accents.") { $0.name },
        Entry(\.slug, "The slug in its address. By default, or if null, it is made from the name.")
        {
            $0.slug
        },
        Entry(
            \.displayOrder,
            "Its position: smaller numbers come first. Null or left out: the last."
        ) { String($0.displayOrder) },
        Entry(\.icon, "The name of one of the console’s icons, or null.") { $0.iconName ?? "" },
    ]

    /// Moving a category renumbers others, of which the history says nothing.
    static let unrestorable: Set = ["display_order"]

    var draft: Category.Draft? {
        guard let icon = icon.value, let name = name.value, let slug = slug.value,
            displayOrder.value != nil
        else { return nil }
        return Category.Draft(
            name: name,
            slug: slug.isEmpty ? nil : slug,
            displayOrder: displayOrder.number,
            iconName: icon.isEmpty ? nil : icon
        )
    }

    mutating func rejectTaken(_ column: String) {
        if column == "slug" {
            slug.reject("Choose a slug that no other category has.")
        } else {
            name.reject("Another category has this name. Choose a different one.")
        }
    }

    static let fields = entries.map(\.field)

    static let example = #"{"name": "Sea Stories", "icon_name": "sailboat"}"#
    static let change = #"{"icon_name": "moon.stars"}"#
}

/// The icon picker of a category.
struct IconField: FormInput {
    private let icons: [CategoryIcon]
    /// Whether "no icon" is no answer.
    private let isRequired: Bool
    private var chosen = ""
    /// The icon that it has, which it may keep though it is no longer offered.
    private var current = ""
    private var error: String?

    private static let spec = FieldSpec(
        name: "icon_name",
        label: "Icon",
        isRequired: false,
        maximumLength: 100
    )

    init(_ icons: [CategoryIcon], isRequired: Bool = false) {
        self.icons = icons
        self.isRequired = isRequired
    }

    /// The name of the icon, empty for none; nil when something is wrong.
    var value: String? { error == nil ? chosen : nil }

    var label: String { Self.spec.label }
    var member: FormMember { .field(Self.spec) }
    var typed: String { chosen }
    var formErrors: [FormError] {
        error.map { [FormError(href: "#field-icon-name-0", message: $0)] } ?? []
    }

    func words(for icon: String) -> String {
        icon.isEmpty ? "No icon" : icons.first { $0.name == icon }?.label ?? icon
    }

    mutating func show(_ icon: String) { (chosen, current) = (icon, icon) }

    mutating func read(_ fields: Fields) {
        chosen = fields.text(Self.spec.name) ?? ""
        let isOffered =
            chosen.isEmpty ? !isRequired : icons.contains { $0.name == chosen }
        let isKept = chosen == current && !(isRequired && chosen.isEmpty)
        error = isOffered || isKept ? nil : "Choose one of the icons shown."
    }

    private var choices: [IconChoice] {
        let none = IconChoice(place: 0, name: "", label: "No icon", isChecked: chosen.isEmpty)
        return (isRequired ? [] : [none])
            + icons.enumerated().map { index, icon in
                IconChoice(
                    place: isRequired ? index : index + 1,
                    name: icon.name,
                    label: icon.label,
                    isChecked: icon.name == chosen
                )
            }
    }

    static let fields: [Field<IconField>] = [
        .list("choices") { $0.choices },
        .optionalText("error") { $0.error },
    ]
}

/// A tile of the icon picker.
struct IconChoice: Record {
    let place: Int
    /// Empty for no icon.
    let name: String
    let label: String
    let isChecked: Bool

    static let fields: [Field<IconChoice>] = [
        .text("id") { "field-icon-name-\($0.place)" },
        .text("name") { $0.name },
        .text("label") { $0.label },
        .bool("is_checked") { $0.isChecked },
    ]
}
