import Quill

/// A group of actions in the list of choices.
struct BulkActGroup: Record {
    let label: String
    let choices: [Choice]

    static let fields: [Field<BulkActGroup>] = [
        .text("label") { $0.label },
        .list("choices") { $0.choices },
    ]
}

/// All actions on many books, in the order in which they are offered.
struct BulkActs: Sendable {
    let groups: [BulkActGroup]

    init(_ categories: [Category]) {
        let group = { (label: String, acts: [(value: String, label: String)]) in
            BulkActGroup(
                label: label,
                choices: acts.map { Choice(value: $0.value, label: $0.label, isChosen: false) }
            )
        }
        groups = [
            group("Add to", categories.map { ("put-\($0.id)", "Add to \($0.name)") }),
            group("Remove from", categories.map { ("take-\($0.id)", "Remove from \($0.name)") }),
            group(
                "Status",
                Book.Status.allCases.map { status in
                    let words =
                        switch status {
                        case .active: "Activate"
                        case .draft: "Move to drafts"
                        case .archived: "Archive"
                        }
                    return ("status-\(status.rawValue)", words)
                }
            ),
            group(
                "More",
                [
                    ("publisher", "Set the publisher…"), ("language", "Set the language…"),
                    ("series", "Set the series…"), ("tag", "Add a tag…"),
                    ("untag", "Remove a tag…"), ("ages", "Set the ages…"),
                    ("author", "Set the author…"), ("illustrator", "Set the illustrator…"),
                    ("translator", "Set the translator…"), ("narrator", "Set the narrator…"),
                    ("year", "Set the year…"),
                    ("rights", "Add a rights window…"),
                    (CaptionExportPages.act, "Download captions…"), ("bin", "Move to the bin"),
                ]
            ),
        ].filter { !$0.choices.isEmpty }
    }
}

/// The question: exactly what is about to happen.
struct BulkQuestion: Record {
    let act: BulkAct
    /// How many of the books it would change.
    let changed: Int
    let count: Int
    /// More about a rights window.
    var rights: BulkRights?

    private func reason(_ count: Int) -> String {
        if rights != nil { return BulkRights.reason(count) }
        return count == 1 ? "it’s already like that" : "they are already like that"
    }

    /// Says how many books already are as they would become.
    private var unchangedText: String? {
        let unchanged = count - changed - (rights?.left ?? 0)
        guard unchanged > 0, changed > 0 else { return nil }
        return Counted.text(unchanged, "book", "books") + " won’t change: \(reason(unchanged))."
    }

    /// Why there is nothing to confirm.
    private var nothingText: String? {
        guard changed == 0, count > 0 else { return nil }
        return (rights?.left ?? 0) > 0
            ? "Nothing to change." : "Nothing to change: \(reason(count))."
    }

    static let fields: [Field<BulkQuestion>] = [
        .text("text") { $0.act.question($0.changed) },
        .int("changed") { $0.changed },
        .optionalText("unchanged_text") { $0.unchangedText },
        .optionalText("nothing_text") { $0.nothingText },
        .bool("is_bin") { $0.act == .bin },
        .optionalRecord("rights") { $0.rights },
    ]
}

/// The page between a list and an action on many of its books.
struct BulkPage: Page {
    static let template = "library/bulk/show.html"

    let target: BulkTarget
    let address: BookListAddress
    /// How many books are selected now.
    let count: Int
    /// Nil until everything is chosen.
    let question: BulkQuestion?
    let choice: BulkChoice?
    let acts: [BulkActGroup]
    let values: SelectField?
    /// The field for a typed value.
    let typed: FormField?
    /// The tags that the field for one suggests.
    let tags: [String]
    /// The form for a rights window that isn't complete yet.
    let window: RightsForm?
    let examples: [String]
    /// The list's filters, in words.
    let filters: String
    let error: String?
    /// How many books were shown before, if that has changed.
    var shownCount: Int?

    /// What is wrong with the form.
    var errors: [FormError] { (window?.errors ?? []) + [typed].compactMap(\.self).errors }

    private var carried: [HiddenField] {
        let chosen = question == nil ? [] : choice?.fields ?? []
        return ([(name: "list", value: address.carried)] + target.fields + chosen)
            .map { HiddenField(name: $0.name, value: $0.value) }
    }

    private var isAll: Bool {
        if case .matching = target { true } else { false }
    }

    static let fields: [Field<BulkPage>] = [
        .text("books") { Counted.text($0.count, "book", "books") },
        .int("count") { $0.count },
        .text("count_text") { String($0.count) },
        .optionalText("shown_books") {
            $0.shownCount.map { Counted.text($0, "book", "books") }
        },
        .bool("is_all") { $0.isAll },
        .text("filters") { $0.filters },
        .optionalRecord("question") { $0.question },
        // The field keeps a value that is to be corrected.
        .text("act") { page in
            (page.typed == nil ? page.choice?.text : page.choice?.kind.rawValue) ?? ""
        },
        .list("acts") { $0.acts },
        .optionalRecord("values") { $0.values },
        .optionalRecord("typed") { $0.typed },
        .list("all_tags") { $0.tags.map(NameOption.init) },
        .optionalRecord("window") { $0.window },
        .list("errors") { $0.errors },
        .list("examples") { $0.examples.map { ReferenceLine(text: $0) } },
        .int("others") { $0.count - $0.examples.count },
        .optionalText("error") { $0.error },
        .list("carried") { $0.carried },
        .text("list_href") { $0.address.href + "#results" },
    ]
}
