import Quill
import Received

/// The form for a new access key.
struct AccessKeyForm: Record {
    var name: FormField
    private var end: SelectField
    private let offered: [Scope]
    private let ticked: Set<Scope>
    private var scopesError: String?

    private static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "What it is for, like “Weekly report on the server at home”.",
        maximumLength: 100,
        autocomplete: "off"
    )

    /// Days until a key ends; 0 means never.
    private static let lives = [30, 90, 365, 0]
    private static let firstLife = 90

    /// An empty form: the person who creates a key says what it is for.
    init(for role: Role) {
        name = FormField(Self.nameSpec)
        offered = Scope.all(for: role)
        ticked = []
        end = SelectField(
            name: "days",
            label: "Expires",
            hint: "An expired key stops working.",
            options: Self.lives.map { ($0 == 0 ? "never" : String($0), Self.label($0)) },
            initially: String(Self.firstLife)
        )
    }

    /// The form that was sent.
    init(_ fields: Fields, for role: Role) {
        let empty = AccessKeyForm(for: role)
        offered = empty.offered
        end = empty.end
        name = FormField(Self.nameSpec, fields)
        end.read(fields)
        let words = fields.all("scopes")
        ticked = Set(words.compactMap(Scope.init)).intersection(offered)
        // Accepting fewer would make a key that doesn't do what it is for.
        if ticked.isEmpty || ticked.count < Set(words).count {
            scopesError = "Choose what this key can do."
        }
    }

    /// The key to create now; nil if something is wrong.
    func draft(now: Int) -> AccessKey.Draft? {
        guard let name = name.value, let end = end.value, scopesError == nil else { return nil }
        return AccessKey.Draft(
            name: name,
            scopes: offered.filter(ticked.contains),
            expiresAt: ReceivedNumber.integer(end).map { now + $0 * 86_400 }
        )
    }

    mutating func rejectAsTooMany() {
        name.reject(Allowance.accessKeys.refusal)
    }

    var trimmingNote: String { [name].trimmingNote }

    private static func label(_ days: Int) -> String {
        switch days {
        case 0: "Never"
        case 365: "After a year"
        default: "After \(days) days"
        }
    }

    var errors: [FormError] {
        [name].errors
            + (scopesError.map { [FormError(href: "#scope-1", message: $0)] } ?? [])
            + end.formErrors
    }

    private var checks: [CheckboxRow] {
        offered.enumerated().map { index, scope in
            CheckboxRow(
                id: "scope-\(index + 1)",
                value: scope.rawValue,
                label: scope.meaning,
                icon: nil,
                isChecked: ticked.contains(scope)
            )
        }
    }

    static let fields: [Field<AccessKeyForm>] = [
        .record("name") { $0.name },
        .record("end") { $0.end },
        .list("checks") { $0.checks },
        .optionalText("scopes_error") { $0.scopesError },
    ]
}
