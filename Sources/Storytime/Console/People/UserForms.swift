import Quill

/// The choice between the roles.
private func roleField(_ role: Role) -> SelectField {
    SelectField(
        name: "role",
        label: "Role",
        hint: "Admins manage the catalog and people; parents see only their family.",
        options: [Role.parent, .admin].map { ($0.rawValue, $0.label) },
        initially: role.rawValue
    )
}

/// The form of an invitation.
struct InviteForm: Record {
    struct Draft: Sendable {
        let name: String
        let role: Role
    }

    var name: FormField
    var role: SelectField

    private static let nameSpec: FieldSpec = {
        var spec = AccountFields.name
        spec.autocomplete = "off"
        spec.hint = "They can change it later."
        return spec
    }()

    init() {
        name = FormField(Self.nameSpec)
        role = roleField(.parent)
    }

    init(_ fields: Fields) {
        name = FormField(Self.nameSpec, fields)
        role = roleField(.parent)
        role.read(fields)
    }

    var draft: Draft? {
        guard let name = name.value, let role = role.value.flatMap(Role.init) else { return nil }
        return Draft(name: name, role: role)
    }

    var errors: [FormError] { [name].errors + role.formErrors }

    static let fields: [Field<InviteForm>] = [
        .record("name") { $0.name },
        .record("role") { $0.role },
    ]
}

/// The form in which an admin edits a person.
struct UserForm: Record {
    var name: FormField
    var role: SelectField

    init(_ user: User) {
        name = FormField(AccountFields.name, initially: user.name)
        role = roleField(user.role)
    }

    init(_ fields: Fields, _ user: User) {
        name = FormField(AccountFields.name, fields)
        role = roleField(user.role)
        role.read(fields)
    }

    var draft: InviteForm.Draft? {
        guard let name = name.value, let role = role.value.flatMap(Role.init) else { return nil }
        return InviteForm.Draft(name: name, role: role)
    }

    var errors: [FormError] { [name].errors + role.formErrors }

    /// What the form would save, field by field, to compare with what someone else saved.
    func differences(from theirs: User) -> [ConflictRow] {
        let yours = Role(rawValue: role.chosen)?.label ?? ""
        return [
            ConflictRow(field: "Name", theirs: theirs.name, yours: name.typed),
            ConflictRow(field: "Role", theirs: theirs.role.label, yours: yours),
        ].filter { $0.theirs != $0.yours }
    }

    static let fields: [Field<UserForm>] = [
        .record("name") { $0.name },
        .record("role") { $0.role },
    ]
}
