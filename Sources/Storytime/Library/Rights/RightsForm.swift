import Quill

/// The form of a window, new or there already.
struct RightsForm: Record {
    /// Contracts are older or younger than this by a mistake of the hand.
    private static let years = 1900...2999

    var territory: SelectField
    var firstDay: FormField
    var lastDay: FormField
    var note: FormField
    /// Whether someone said that it is right, although it overlaps.
    let mayOverlap: Bool
    /// The windows that it shares days and places with.
    private(set) var overlapped: [RightsWindow] = []
    /// Something that no field is to blame for.
    private(set) var complaint: String?

    private static func territory(_ chosen: Territory) -> SelectField {
        SelectField(
            name: "territory",
            label: "Territory",
            options: [(Territory.worldwideCode, Territory.worldwide.name)]
                + Territories.all.map { ($0.code, $0.name) },
            initially: chosen.code
        )
    }

    private static let firstDaySpec = FieldSpec(
        name: "first_day",
        label: "First day",
        kind: .day,
        hint: "The first day the book can be shown.",
        autocomplete: "off",
        isVerbatim: true,
        rule: complaint(aboutDay:)
    )

    private static let lastDaySpec = FieldSpec(
        name: "last_day",
        label: "Last day",
        kind: .day,
        hint: "The last day the book can be shown. Leave blank if there is no end.",
        isRequired: false,
        autocomplete: "off",
        isVerbatim: true,
        rule: complaint(aboutDay:)
    )

    private static let noteSpec = FieldSpec(
        name: "note",
        label: "Note",
        hint: "For admins, such as the contract number or a contact.",
        isRequired: false,
        maximumLength: 500,
        autocomplete: "off"
    )

    @Sendable private static func complaint(aboutDay text: String) -> String? {
        guard let day = CalendarDay(iso: text), !years.contains(day.parts.year) else { return nil }
        return "Choose a day from \(years.lowerBound) to \(years.upperBound)."
    }

    /// An empty form.
    init() {
        territory = Self.territory(.worldwide)
        firstDay = FormField(Self.firstDaySpec)
        lastDay = FormField(Self.lastDaySpec)
        note = FormField(Self.noteSpec)
        mayOverlap = false
    }

    /// The form of a window as it is.
    init(_ terms: RightsWindow.Terms) {
        territory = Self.territory(terms.territory)
        firstDay = FormField(Self.firstDaySpec, initially: terms.days.first.iso)
        lastDay = FormField(Self.lastDaySpec, initially: terms.days.last?.iso ?? "")
        note = FormField(Self.noteSpec, initially: terms.note)
        mayOverlap = false
    }

    /// Whether somebody filled the form in, and not only came to it.
    static func isIn(_ fields: Fields) -> Bool { fields.text("territory") != nil }

    /// The form that was sent.
    init(_ fields: Fields) {
        territory = Self.territory(.worldwide)
        territory.read(fields)
        firstDay = FormField(Self.firstDaySpec, fields)
        lastDay = FormField(Self.lastDaySpec, fields)
        note = FormField(Self.noteSpec, fields)
        mayOverlap = fields.isOn("may_overlap")
        if let first = firstDay.day, let last = lastDay.day, last < first {
            lastDay.reject("The last day can’t be before the first day (\(first.words)).")
        }
    }

    /// What a store may keep; nil when something is wrong.
    var terms: RightsWindow.Terms? {
        guard let territory = territory.value.flatMap(Territory.init(code:)),
            let first = firstDay.day, lastDay.value != nil, let note = note.value
        else { return nil }
        return DaySpan(first, lastDay.day).map {
            RightsWindow.Terms(territory: territory, days: $0, note: note)
        }
    }

    /// What is to be given to many books; nil when something is wrong.
    var gift: RightsGift? { terms.map { RightsGift(terms: $0, mayOverlap: mayOverlap) } }

    private var texts: [FormField] { [firstDay, lastDay, note] }

    var errors: [FormError] {
        territory.formErrors + texts.errors
            + (overlapped.isEmpty
                ? []
                : [
                    FormError(
                        href: "#overlaps",
                        message: overlapped.count == 1
                            ? "It overlaps another window of this book."
                            : "It overlaps \(overlapped.count) other windows of this book."
                    )
                ])
            + (complaint.map { [FormError(href: "#record", message: $0)] } ?? [])
    }

    var trimmingNote: String { texts.trimmingNote }

    /// Says what the database refused; false for what isn't a matter of the form.
    mutating func reject(_ refusal: RightsStore.Refusal) -> Bool {
        switch refusal {
        case .overlaps(let windows): overlapped = windows
        case .tooMany:
            complaint =
                "A book can have at most \(RightsStore.maximumWindows) windows. Delete some old ones."
        case .changedMeanwhile: return false
        }
        return true
    }

    /// What the form would save, field by field, to stand beside what someone else saved.
    func differences(from theirs: RightsWindow.Terms) -> [ConflictRow] {
        [
            ConflictRow(
                field: "Territory",
                theirs: theirs.territory.name,
                yours: territory.chosenLabel
            ),
            ConflictRow(
                field: "First day",
                theirs: theirs.days.first.iso,
                yours: firstDay.typed
            ),
            ConflictRow(
                field: "Last day",
                theirs: theirs.days.last?.iso ?? "",
                yours: lastDay.typed
            ),
            ConflictRow(field: "Note", theirs: theirs.note, yours: note.typed),
        ].filter { $0.theirs != $0.yours }
    }

    static let fields: [Field<RightsForm>] = [
        .record("territory") { $0.territory },
        .record("first_day") { $0.firstDay },
        .record("last_day") { $0.lastDay },
        .record("note") { $0.note },
    ]
}

extension RightsForm: ProgramForm {
    private static let territorySpec = FieldSpec(name: "territory", label: "Territory")

    static let members: [FormMember] = [
        .field(territorySpec), .field(firstDaySpec), .field(lastDaySpec), .field(noteSpec),
        .flag("may_overlap"),
    ]

    static let meanings = [
        "territory": "Where it applies: a country code (ISO 3166-1), or `*` for everywhere.",
        "first_day": "The first day the book can be shown.",
        "last_day": "The last day the book can be shown; null means no end.",
        "note": "A note for admins.",
        "may_overlap": "Send true if it is meant to overlap with another window.",
    ]

    static let example =
        #"{"territory": "SE", "first_day": "2026-01-01", "last_day": "2027-12-31", "#
        + #""may_overlap": true}"#
    static let change = #"{"note": "Until the contract is renewed"}"#

    /// What a browser sends that shows the window as it is.
    static func pairs(_ terms: RightsWindow.Terms) -> [(name: String, value: String)] {
        [
            (name: territorySpec.name, value: terms.territory.code),
            (name: firstDaySpec.name, value: terms.days.first.iso),
            (name: lastDaySpec.name, value: terms.days.last?.iso ?? ""),
            (name: noteSpec.name, value: terms.note),
        ]
    }
}
