import Quill

/// What parents say of their family themselves: when its days begin, and how long single events are
/// kept. Its name and where it watches are an admin's to say.
struct FamilySettingsForm: Record {
    var timeZone: SelectField
    var usageRetention: SelectField

    /// The form of a family as it is.
    init(_ family: Family) {
        timeZone = Self.timeZone(family.timeZone)
        usageRetention = FamilyForm.usageRetention(family.usageRetentionDays)
    }

    /// The form that was sent.
    init(_ fields: Fields) {
        let zone = fields.text("time_zone") ?? ""
        timeZone = Self.timeZone(TimeText.isZone(zone) ? zone : "")
        usageRetention = FamilyForm.usageRetention(nil)
        timeZone.read(fields)
        usageRetention.read(fields)
    }

    private static func timeZone(_ zone: String) -> SelectField {
        var field = FamilyForm.timeZone(zone)
        field.hint = "When your family’s day begins: birthdays and reports go by it."
        return field
    }

    /// The family with what was chosen; nil while something is none of the choices.
    func draft(of family: Family) -> Family.Draft? {
        guard let timeZone = timeZone.value, let usageRetention = usageRetention.value else {
            return nil
        }
        return Family.Draft(
            name: family.name,
            territory: family.territory,
            timeZone: timeZone,
            language: family.language,
            usageRetentionDays: Int(usageRetention)
        )
    }

    var errors: [FormError] { timeZone.formErrors + usageRetention.formErrors }

    /// What the form would save, to stand beside what someone else saved.
    func differences(from theirs: Family) -> [ConflictRow] {
        [
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
            HiddenField(name: timeZone.name, value: timeZone.chosen),
            HiddenField(name: usageRetention.name, value: usageRetention.chosen),
        ]
    }

    static let fields: [Field<FamilySettingsForm>] = [
        .record("time_zone") { $0.timeZone },
        .record("usage_retention") { $0.usageRetention },
    ]
}
