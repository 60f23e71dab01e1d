import Quill
import Received

/// What parents say of their family themselves: what it is called, when its days begin, and how long
/// single events are kept. In which country it watches is an admin's to say.
struct FamilySettingsForm: EditForm {
    typealias Kept = Family

    var name = FormField(FamilyForm.nameSpec)
    var timeZone = FamilyForm.timeZone("", in: "")
    var usageRetention = FamilyForm.usageRetention()
    /// The family as it is.
    private var family: Family?

    init() {}

    static let entries: [Entry<FamilySettingsForm>] = [
        Entry(\.name) { $0.name },
        Entry(\.timeZone) { $0.timeZone },
        Entry(\.usageRetention) { $0.usageRetentionDays.map { String($0) } ?? "" },
    ]

    mutating func show(_ family: Family) {
        self.family = family
        timeZone = FamilyForm.timeZone(family.timeZone, in: family.territory)
        showEntries(family)
    }

    mutating func read(_ fields: Fields) {
        let zone = fields.text("time_zone") ?? ""
        timeZone = FamilyForm.timeZone(
            TimeText.isZone(zone) ? zone : "",
            in: family?.territory ?? ""
        )
        readEntries(fields)
    }

    /// The family with what was chosen.
    var draft: Family.Draft? {
        guard let family, let name = name.value, let timeZone = timeZone.value,
            let usageRetention = usageRetention.value
        else { return nil }
        return Family.Draft(
            name: name,
            territory: family.territory,
            timeZone: timeZone,
            language: family.language,
            usageRetentionDays: ReceivedNumber.integer(usageRetention)
        )
    }

    static let fields = entries.map(\.field)
}
