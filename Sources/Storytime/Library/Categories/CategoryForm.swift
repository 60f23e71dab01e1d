import Quill

/// The form of a category, new or there already.
struct CategoryForm: Record {
    static let maximumDisplayOrder = 1_000_000

    var name: FormField
    var slug: FormField
    var displayOrder: FormField
    private var iconName: String
    private var iconError: String?
    private let icons: [CategoryIcon]

    static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "Shown to parents and children.",
        maximumLength: 100,
        autocomplete: "off"
    )

    private static let slugSpec = FieldSpec(
        name: "slug",
        label: "Slug",
        hint: "Used in the category’s address. Leave blank to make it from the name.",
        isRequired: false,
        maximumLength: Slug.maximumLength,
        autocomplete: "off",
        isVerbatim: true
    ) { text in
        Slug.isValid(text)
            ? nil : "Use small letters a to z, digits and single hyphens, like “fairy-tales”."
    }

    private static let orderSpec = FieldSpec(
        name: "display_order",
        label: "Position",
        kind: .number,
        hint: "Smaller numbers come first. Leave blank to put it at the end.",
        isRequired: false,
        range: 0...maximumDisplayOrder,
        autocomplete: "off"
    )

    private static let iconSpec = FieldSpec(
        name: "icon_name",
        label: "Icon",
        isRequired: false,
        maximumLength: 100
    )

    /// An empty form.
    init(icons: [CategoryIcon]) {
        self.icons = icons
        name = FormField(Self.nameSpec)
        slug = FormField(Self.slugSpec)
        displayOrder = FormField(Self.orderSpec)
        iconName = ""
    }

    /// The form of a category as it is.
    init(_ category: Category, icons: [CategoryIcon]) {
        self.icons = icons
        name = FormField(Self.nameSpec, initially: category.name)
        slug = FormField(Self.slugSpec, initially: category.slug)
        displayOrder = FormField(Self.orderSpec, initially: String(category.displayOrder))
        iconName = category.iconName ?? ""
    }

    /// The form that was sent. A category may keep an icon that is no longer offered.
    init(_ fields: Fields, icons: [CategoryIcon], current: Category? = nil) {
        self.icons = icons
        name = FormField(Self.nameSpec, fields)
        slug = FormField(Self.slugSpec, fields)
        displayOrder = FormField(Self.orderSpec, fields)
        let chosen = fields.text("icon_name") ?? ""
        let isOffered = chosen.isEmpty || icons.contains { $0.name == chosen }
        iconName = chosen
        iconError =
            isOffered || chosen == current?.iconName ? nil : "Choose one of the icons shown."
    }

    var draft: Category.Draft? {
        guard iconError == nil, let name = name.value, let slug = slug.value,
            displayOrder.value != nil
        else { return nil }
        return Category.Draft(
            name: name,
            slug: slug.isEmpty ? nil : slug,
            displayOrder: displayOrder.number,
            iconName: iconName.isEmpty ? nil : iconName
        )
    }

    var errors: [FormError] {
        [name, slug, displayOrder].errors
            + (iconError.map { [FormError(href: "#field-icon-name-0", message: $0)] } ?? [])
    }

    var trimmingNote: String { [name, slug, displayOrder].trimmingNote }

    /// What the form would save, field by field, to stand beside what someone else saved.
    func differences(from theirs: Category) -> [ConflictRow] {
        [
            ConflictRow(field: "Name", theirs: theirs.name, yours: name.typed),
            ConflictRow(field: "Slug", theirs: theirs.slug, yours: slug.typed),
            ConflictRow(
                field: "Position",
                theirs: String(theirs.displayOrder),
                yours: displayOrder.typed
            ),
            ConflictRow(
                field: "Icon",
                theirs: label(theirs.iconName ?? ""),
                yours: label(iconName)
            ),
        ].filter { $0.theirs != $0.yours }
    }

    private func label(_ icon: String) -> String {
        icon.isEmpty ? "No icon" : icons.first { $0.name == icon }?.label ?? icon
    }

    private var choices: [IconChoice] {
        let none = IconChoice(
            id: "field-icon-name-0",
            name: "",
            label: "No icon",
            icon: nil,
            isChecked: iconName.isEmpty
        )
        return [none]
            + icons.enumerated().map { index, icon in
                IconChoice(
                    id: "field-icon-name-\(index + 1)",
                    name: icon.name,
                    label: icon.label,
                    icon: icon.name,
                    isChecked: icon.name == iconName
                )
            }
    }

    static let fields: [Field<CategoryForm>] = [
        .record("name") { $0.name },
        .record("slug") { $0.slug },
        .record("display_order") { $0.displayOrder },
        .list("icon_choices") { $0.choices },
        .optionalText("icon_error") { $0.iconError },
    ]
}

extension CategoryForm: ProgramForm {
    static let members: [FormMember] = [
        .field(nameSpec), .field(slugSpec), .field(orderSpec), .field(iconSpec),
    ]

    static let meanings = [
        "name": "The name. It must be unique, ignoring case and accents.",
        "slug": "The slug in its address. By default, or if null, it is made from the name.",
        "display_order": "Its position: smaller numbers come first. Null or left out: the last.",
        "icon_name": "The name of one of the console’s icons, or null.",
    ]

    static let example = #"{"name": "Sea Stories", "icon_name": "sailboat"}"#
    static let change = #"{"icon_name": "moon.stars"}"#

    /// What a browser sends that shows the category as it is.
    static func pairs(_ category: Category) -> [(name: String, value: String)] {
        [
            (name: nameSpec.name, value: category.name),
            (name: slugSpec.name, value: category.slug),
            (name: orderSpec.name, value: String(category.displayOrder)),
            (name: iconSpec.name, value: category.iconName ?? ""),
        ]
    }
}

/// A tile of the icon picker.
struct IconChoice: Record {
    let id: String
    let name: String
    let label: String
    let icon: String?
    let isChecked: Bool

    static let fields: [Field<IconChoice>] = [
        .text("id") { $0.id },
        .text("name") { $0.name },
        .text("label") { $0.label },
        .optionalText("icon") { $0.icon },
        .bool("is_checked") { $0.isChecked },
    ]
}
