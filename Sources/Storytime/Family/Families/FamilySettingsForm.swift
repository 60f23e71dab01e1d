import Quill

/// What parents say of their family themselves: what it is called, when its days begin, and how long
/// single events are kept. In which country it watches is an admin's to say.
struct FamilySettingsForm: Record {
    var name: FormField
    var timeZone: SelectField
    var usageRetention: SelectField

    /// The form of a family as it is.
    init(_ family: Family) {
        name = FormField(FamilyForm.nameSpec, initially: family.name)
        timeZone = Self.timeZone(family.timeZone, in: family.territory)
        usageRetention = FamilyForm.usageRetention(family.usageRetentionDays)
    }

    /// The form that was sent.
    init(_ fields: Fields, _ family: Family) {
        name = FormField(FamilyForm.nameSpec, fields)
        let zone = fields.text("time_zone") ?? ""
        timeZone = Self.timeZone(TimeText.isZone(zone) ? zone : "", in: family.territory)
        usageRetention = FamilyForm.usageRetention(nil)
        timeZone.read(fields)
        usageRetention.read(fields)
    }

    private static func timeZone(_ zone: String, in territory: String) -> SelectField {
        var field = FamilyForm.timeZone(zone, in: territory)
        field.hint = "Used for birthdays and the days of reports."
        return field
    }

    /// The family with what was chosen; nil while something is none of the choices.
    func draft(of family: Family) -> Family.Draft? {
        guard let name = name.value, let timeZone = timeZone.value,
            let usageRetention = usageRetention.value
        else { return nil }
        return Family.Draft(
            name: name,
            territory: family.territory,
            timeZone: timeZone,
            language: family.language,
            usageRetentionDays: Int(usageRetention)
        )
    }

    var errors: [FormError] {
        [name].errors + timeZone.formErrors + usageRetention.formErrors
    }

    var trimmingNote: String { [name].trimmingNote }

    /// What the form would save, to stand beside what someone else saved.
    func differences(from theirs: Family) -> [ConflictRow] {
        [
            ConflictRow(field: "Name", theirs: theirs.name, yours: name.typed),
            ConflictRow(
                field: timeZone.label,
                theirs: theirs.timeZone,
                yours: timeZone.chosenLabel
            ),
            ConflictRow(
                field: usageRetention.label,
                theirs: usageRetention.text(
                    of: theirs.usageRetentionDays.map { String($0) } ?? ""
                ),
                yours: usageRetention.chosenLabel
            ),
        ].filter { $0.theirs != $0.yours }
    }

    /// What was chosen, for the question to carry.
    var carried: [HiddenField] {
        [
            HiddenField(name: name.spec.name, value: name.typed),
            HiddenField(name: timeZone.name, value: timeZone.chosen),
            HiddenField(name: usageRetention.name, value: usageRetention.chosen),
        ]
    }

    static let fields: [Field<FamilySettingsForm>] = [
        .record("name") { $0.name },
        .record("time_zone") { $0.timeZone },
        .record("usage_retention") { $0.usageRetention },
    ]
}
