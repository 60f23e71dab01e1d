import Quill
import Received

/// The form of a family, new or there already.
struct FamilyForm: EditForm {
    typealias Kept = Family

    static let nameSpec = FieldSpec(
        name: "name",
        label: "Name",
        hint: "For example “The Lindgrens”.",
        maximumLength: 100,
        autocomplete: "off"
    )

    private static let languageSpec: FieldSpec = {
        var spec = BookFields.language
        spec.label = "Default book language"
        spec.hint =
            "A language tag like en, pt-BR or zh-Hant; the list has common ones. Leave "
            + "blank for all languages."
        return spec
    }()

    var name = FormField(nameSpec)
    var territory = territory("")
    var timeZone = timeZone("", in: "")
    var language = FormField(languageSpec)
    var usageRetention = usageRetention()
    /// A new family's zone may be its country's.
    private var isNew = false

    init() {}

    /// An empty form, which suggests the place of the console itself.
    init(_ configuration: Configuration) {
        isNew = true
        let home = LanguageTag(configuration.language.tag)
        territory = Self.territory(
            configuration.territory == .worldwide
                ? home?.region ?? "" : configuration.territory.code
        )
        timeZone = Self.timeZone("", in: territory.chosen, isNew: true)
        language.show(home?.language ?? "")
    }

    static let entries: [Entry<FamilyForm>] = [
        Entry(\.name) { $0.name },
        Entry(\.territory) { $0.territory },
        Entry(\.timeZone) { $0.timeZone },
        Entry(\.language) { $0.language ?? "" },
        Entry(\.usageRetention) { $0.usageRetentionDays.map { String($0) } ?? "" },
    ]

    mutating func show(_ family: Family) {
        timeZone = Self.timeZone(family.timeZone, in: family.territory)
        showEntries(family)
    }

    mutating func read(_ fields: Fields) {
        // One that the list has under another name was offered because it was set up so.
        let zone = fields.text("time_zone") ?? ""
        timeZone = Self.timeZone(
            TimeText.isZone(zone) ? zone : "",
            in: fields.text("territory") ?? "",
            isNew: isNew
        )
        readEntries(fields)
        if territory.chosen.isEmpty { territory.reject("Choose a country.") }
        if zone.isEmpty, isNew, territory.value != nil,
            CountryZones.main(of: territory.chosen) == nil
        {
            timeZone.reject(
                "\(territory.chosenLabel) has several time zones. Choose the family’s; they are "
                    + "at the top of the list."
            )
        }
    }

    /// The zone that was chosen, or the country's.
    private var chosenZone: String? {
        guard let zone = timeZone.value else { return nil }
        return zone.isEmpty ? CountryZones.main(of: territory.chosen) : zone
    }

    private static func territory(_ code: String) -> SelectField {
        SelectField(
            name: "territory",
            label: "Country",
            hint: "The country decides which books they can see.",
            options: [("", "Choose a country")] + Territories.all.map { ($0.code, $0.name) },
            initially: Territories.name(of: code) == nil ? "" : code
        )
    }

    /// The zones of the country come first. One that the time zone database has under another name, as
    /// a family may have it, is offered too; to a new family, the one of the country.
    static func timeZone(_ zone: String, in territory: String, isNew: Bool = false) -> SelectField {
        let near = CountryZones.zones(of: territory)
        let isExtra = !zone.isEmpty && !TimeText.zones.contains(zone)
        let zones = (isExtra ? [zone] : []) + near + TimeText.zones.filter { !near.contains($0) }
        return SelectField(
            name: "time_zone",
            label: "Time zone",
            hint: "Sets when a day starts, for reports and birthdays.",
            options: (isNew ? [("", "The country’s time zone")] : []) + zones.map { ($0, $0) },
            initially: zone
        )
    }

    static func usageRetention() -> SelectField {
        SelectField(
            name: "usage_retention",
            label: "Keep the detailed player log",
            hint: "Reports always keep what was watched and for how long.",
            options: [
                ("", "Forever"), ("365", "For a year"), ("90", "For 90 days"),
            ],
            initially: ""
        )
    }

    var draft: Family.Draft? {
        guard let name = name.value, let territory = territory.value,
            let timeZone = chosenZone, let language = language.value,
            let usageRetention = usageRetention.value
        else { return nil }
        return Family.Draft(
            name: name,
            territory: territory,
            timeZone: timeZone,
            language: language.isEmpty ? nil : LanguageTag(named: language)?.text,
            usageRetentionDays: ReceivedNumber.integer(usageRetention)
        )
    }

    static let fields: [Field<FamilyForm>] =
        entries.map(\.field) + [.list("languages") { _ in LanguageOption.all }]
}

/// The form with which a parent, or an admin, invites a parent into a family.
struct FamilyInviteForm: Record {
    var name: FormField

    private static let spec: FieldSpec = {
        var spec = AccountFields.name
        spec.autocomplete = "off"
        spec.hint = "They can change it later."
        return spec
    }()

    init() {
        name = FormField(Self.spec)
    }

    init(_ fields: Fields) {
        name = FormField(Self.spec, fields)
    }

    static let fields: [Field<FamilyInviteForm>] = [.record("name") { $0.name }]
}

/// The form that puts a parent who has an account already into a family.
struct AddParentForm: Record {
    var email: FormField

    private static let spec: FieldSpec = {
        var spec = AccountFields.email
        spec.autocomplete = "off"
        spec.hint = "For a parent who has an account but no family."
        spec.list = "parents-without-family"
        return spec
    }()

    init() {
        email = FormField(Self.spec)
    }

    init(_ fields: Fields) {
        email = FormField(Self.spec, fields)
    }

    /// Says to an admin, who may know it, why somebody can't be added to a family: `other` is what the
    /// one is called that they belong to.
    mutating func reject(_ refusal: FamilyMembers.Refusal, family: ID<Family>, other: String?) {
        switch refusal {
        case .nobodyHasThisAddress:
            email.reject("Nobody has an account with this address. Invite them instead.")
        case .isAdmin:
            email.reject("This is an admin. Admins see all families and can’t join one.")
        case .hasFamily(family):
            email.reject("They’re already in this family.")
        case .hasFamily:
            let name = other.map { "“\($0)”" } ?? "another family"
            email.reject("They’re already in \(name). Remove them from it first.")
        case .isFull:
            email.reject(Self.fullText)
        }
    }

    static let fullText = Allowance.parents.refusal

    static let fields: [Field<AddParentForm>] = [.record("email") { $0.email }]
}
