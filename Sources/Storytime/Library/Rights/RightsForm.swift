import Quill

/// The form of a window, new or there already.
struct RightsForm: EditForm, ProgramForm {
    typealias Kept = RightsWindow.Terms

    /// Contracts are older or younger than this by a mistake of the hand.
    private static let years = 1900...2999

    private static let territoryField = SelectField(
        name: "territory",
        label: "Territory",
        options: [(Territory.worldwideCode, Territory.worldwide.name)]
            + Territories.all.map { ($0.code, $0.name) },
        initially: Territory.worldwideCode
    )

    private static let firstDaySpec = FieldSpec(
        name: "first_day",
        label: "First day",
        kind: .day,
        demand: "Enter the first day.",
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

    var territory = territoryField
    var firstDay = FormField(firstDaySpec)
    var lastDay = FormField(lastDaySpec)
    var note = FormField(noteSpec)
    /// Whether someone said that it is right, although it overlaps.
    private(set) var mayOverlap = false
    /// The windows that it shares days and places with.
    private(set) var overlapped: [RightsWindow] = []
    /// Something that no field is to blame for.
    private(set) var complaint: String?

    init() {}

    static let entries: [Entry<RightsForm>] = [
        Entry(\.territory, "Where it applies: a country code (ISO 3166-1), or `*` for everywhere.")
        {
            $0.territory.code
        },
        Entry(\.firstDay, "The first day the book can be shown.") { $0.days.first.iso },
        Entry(\.lastDay, "The last day the book can be shown; null means no end.") {
            $0.days.last?.iso ?? ""
        },
        Entry(\.note, "A note for admins.") { $0.note },
    ]

    /// Whether somebody filled the form in, and not only came to it.
    static func isIn(_ fields: Fields) -> Bool { fields.text("territory") != nil }

    mutating func read(_ fields: Fields) {
        readEntries(fields)
        mayOverlap = fields.isOn("may_overlap")
        if let first = firstDay.day, let last = lastDay.day, last < first {
            lastDay.reject("The last day can’t be before the first day (\(first.words)).")
        }
    }

    var draft: RightsWindow.Terms? {
        guard let territory = territory.value.flatMap(Territory.init(code:)),
            let first = firstDay.day, lastDay.value != nil, let note = note.value
        else { return nil }
        return DaySpan(first, lastDay.day).map {
            RightsWindow.Terms(territory: territory, days: $0, note: note)
        }
    }

    /// What is to be given to many books; nil when something is wrong.
    var gift: RightsGift? { draft.map { RightsGift(terms: $0, mayOverlap: mayOverlap) } }

    var errors: [FormError] {
        entryErrors
            + (overlapped.isEmpty
                ? []
                : [
                    FormError(
                        href: "#overlaps",
                        message: overlapped.count == 1
                            ? "These dates overlap another window of this book."
                            : "These dates overlap \(overlapped.count) other windows of this book."
                    )
                ])
            + (complaint.map { [FormError(href: "#record", message: $0)] } ?? [])
    }

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

    static let fields = entries.map(\.field)

    static let members = entryMembers + [.flag("may_overlap")]

    static let meanings = entryMeanings.merging([
        "may_overlap": "Send true if it is meant to overlap with another window."
    ]) { $1 }

    static let example =
        #"{"territory": "SE", "first_day": "2026-01-01", "last_day": "2027-12-31", "#
        + #""may_overlap": true}"#
    static let change = #"{"note": "Until the contract is renewed"}"#
}
