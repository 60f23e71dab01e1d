import Quill

/// The form of a category of photos, new or there already.
struct PhotoCategoryForm: EditForm {
    typealias Kept = PhotoCategory

    private static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "Children see it, too: short is best.",
        maximumLength: 60,
        autocomplete: "off"
    )

    var name = FormField(nameSpec)
    var color = PhotoColorField()
    var icon: IconField

    init() { self.init(icons: []) }

    init(icons: [CategoryIcon]) {
        icon = IconField(icons, isRequired: true)
        if let first = icons.first { icon.show(first.name) }
    }

    static let entries: [Entry<PhotoCategoryForm>] = [
        Entry(\.name) { $0.name },
        Entry(\.color) { $0.color },
        Entry(\.icon) { $0.iconName },
    ]

    var draft: PhotoCategory.Draft? {
        guard let name = name.value, let color = color.value, let icon = icon.value else {
            return nil
        }
        return PhotoCategory.Draft(name: name, color: color, iconName: icon)
    }

    static let fields = entries.map(\.field)
}

/// The color picker of a category of photos.
struct PhotoColorField: FormInput {
    private static let spec = FieldSpec(name: "color", label: "Color", maximumLength: 7)

    private var chosen = PhotoCategory.colors[0].value
    private var error: String?

    /// Nil when something is wrong.
    var value: String? { error == nil ? chosen : nil }

    var label: String { Self.spec.label }
    var member: FormMember { .field(Self.spec) }
    var typed: String { chosen }
    var formErrors: [FormError] {
        error.map { [FormError(href: "#field-color-0", message: $0)] } ?? []
    }

    func words(for color: String) -> String {
        PhotoCategory.colors.first { $0.value == color }?.name ?? color
    }

    mutating func show(_ color: String) { chosen = color }

    mutating func read(_ fields: Fields) {
        chosen = fields.text(Self.spec.name) ?? ""
        let isOffered = PhotoCategory.colors.contains { $0.value == chosen }
        error = isOffered ? nil : "Choose one of the colors shown."
    }

    /// A color to choose.
    struct Swatch: Record {
        let id: String
        let value: String
        let label: String
        let isChecked: Bool

        static let fields: [Field<Swatch>] = [
            .text("id") { $0.id },
            .text("value") { $0.value },
            .text("label") { $0.label },
            .bool("is_checked") { $0.isChecked },
        ]
    }

    private var swatches: [Swatch] {
        PhotoCategory.colors.enumerated().map { index, color in
            Swatch(
                id: "field-color-\(index)",
                value: color.value,
                label: color.name,
                isChecked: color.value == chosen
            )
        }
    }

    static let fields: [Field<PhotoColorField>] = [
        .list("swatches") { $0.swatches },
        .optionalText("error") { $0.error },
    ]
}
