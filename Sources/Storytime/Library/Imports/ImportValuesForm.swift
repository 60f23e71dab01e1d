import Quill
import SQLite

/// The form that says what is done with values that the catalog doesn't know.
struct ImportValuesForm {
    /// The values of one column.
    struct Section {
        let column: ImportColumn
        /// How many the column has; the form may show fewer.
        let count: Int
        var rows: [ImportValueRow]
    }

    private(set) var sections: [Section]

    /// As it is shown first.
    init(
        _ columns: [(count: ImportValueStore.Count, values: [ImportValueStore.Listed])],
        _ options: ImportValueOptions,
        _ times: TimeText
    ) throws {
        sections = try columns.map { count, values in
            let offer = try options.offer(of: count.column)
            return Section(
                column: count.column,
                count: count.all,
                rows: try values.map { try ImportValueRow($0, offer, options, times) }
            )
        }
    }

    /// Takes what was sent of the values that it shows.
    mutating func read(_ fields: Fields, _ names: ImportRecordNames) throws {
        for section in sections.indices {
            for row in sections[section].rows.indices {
                try sections[section].rows[row].read(fields, names)
            }
        }
    }

    /// What was chosen; nil if something is wrong.
    var chosen: [(value: ImportValueStore.Listed, choice: ImportChoice)]? {
        let rows = sections.flatMap(\.rows)
        guard errors.isEmpty else { return nil }
        return rows.compactMap { row in row.choice.map { (row.value, $0) } }
    }

    var errors: [FormError] { sections.flatMap { $0.rows.flatMap(\.errors) } }
}

/// A value, and the fields that say what is done with it.
struct ImportValueRow {
    let value: ImportValueStore.Listed
    private var select: SelectField
    /// For the name of a record, where there are too many to choose from.
    private var name: FormField?
    /// Nil where nothing was sent.
    private(set) var choice: ImportChoice?
    private let note: String?

    init(
        _ value: ImportValueStore.Listed,
        _ offer: ImportValueOptions.Offer,
        _ options: ImportValueOptions,
        _ times: TimeText
    ) throws {
        self.value = value
        var offered = try offer.all ?? options.near(to: value)
        let guess = value.choice == nil ? options.guess(value, among: offered) : nil
        if let target = value.choice?.target, !offered.contains(where: { $0.value == target }),
            let label = try options.names.label(of: target, in: value.column)
        {
            offered.append((target, label))
        }
        let choice = value.choice ?? guess.map { .use($0) } ?? value.column.usualChoice
        select = SelectField(
            name: "choice_\(value.id)",
            label: "What to do with “\(value.text)”",
            options: Self.options(of: value.column, offered),
            initially: Self.text(of: choice)
        )
        if offer.all == nil { name = FormField(Self.nameSpec(value)) }
        note =
            value.matchedAt.map { "As matched on \(times.day($0))" }
            ?? guess.map { _ in "Suggested" }
    }

    private static func options(
        of column: ImportColumn,
        _ offered: [(value: String, label: String)]
    ) -> [(value: String, label: String)] {
        let first = column.records == nil ? [] : [(value: "create", label: "Create it")]
        let last = [
            (value: "leave", label: "Leave it out"),
            (value: "refuse", label: "Reject these rows"),
        ]
        return first + offered.map { (value: "use:\($0.value)", label: $0.label) } + last
    }

    private static func text(of choice: ImportChoice) -> String {
        choice.target.map { "use:\($0)" } ?? choice.name
    }

    private static func nameSpec(_ value: ImportValueStore.Listed) -> FieldSpec {
        FieldSpec(
            name: "name_\(value.id)",
            label: "Or the name of another \(value.column.valueNoun.one) for “\(value.text)”",
            isRequired: false,
            autocomplete: "off",
            isVerbatim: true
        )
    }

    /// A name that was typed counts more than what is chosen in the list.
    mutating func read(_ fields: Fields, _ names: ImportRecordNames) throws {
        guard fields.isOn(select.name) else { return }
        select.read(fields)
        let parts = (select.value ?? "").split(separator: ":", maxSplits: 1).map { String($0) }
        choice = ImportChoice(name: parts.first, target: parts.count > 1 ? parts[1] : nil)
        if let target = choice?.target, try names.text(of: target, in: value.column) == nil {
            select.reject("This no longer exists. Choose something else.")
        }
        guard let spec = name?.spec, let records = value.column.records else { return }
        var field = FormField(spec, fields)
        defer { name = field }
        guard let typed = field.value, !typed.isEmpty else { return }
        if let found = try names.find(Folding.fold(typed), among: records) {
            choice = .use(String(found.id))
        } else {
            let noun = value.column.valueNoun.one
            field.reject("No \(noun) is called “\(typed)”. Check the spelling.")
        }
    }

    var errors: [FormError] { select.formErrors + (name.map { [$0].errors } ?? []) }
}

extension ImportValueRow: Record {
    static let fields: [Field<ImportValueRow>] = [
        .text("text") { $0.value.text },
        .int("rows_count") { $0.value.rowCount },
        .record("field") { $0.select },
        .list("names") { $0.name.map { [$0] } ?? [] },
        .optionalText("note") { $0.note },
    ]
}

/// What can be chosen instead of a value.
struct ImportValueOptions {
    /// Where there are more, those that begin like the value are offered, and a field for a name.
    static let maximum = 100
    private static let nearest = 20
    /// How many are compared with a value.
    private static let compared = 200
    /// Half of the letter pairs and more: "Animal" and "Animals", not "Animals" and "Adventure".
    private static let leastLikeness = 0.55

    let names: ImportRecordNames

    /// What a column offers for each of its values.
    struct Offer {
        /// Nil where there are too many.
        let all: [(value: String, label: String)]?
    }

    func offer(of column: ImportColumn) throws -> Offer {
        guard let records = column.records else { return Offer(all: column.fixedValues) }
        let isSmall = try names.count(records, upTo: Self.maximum + 1) <= Self.maximum
        return Offer(all: isSmall ? try names.list(records, limit: Self.maximum) : nil)
    }

    /// The records whose names are most like a value.
    func near(to value: ImportValueStore.Listed) throws -> [(value: String, label: String)] {
        guard let records = value.column.records else { return [] }
        let key = Folding.fold(value.text)
        let found = try names.list(
            records,
            beginning: String(key.prefix(2)),
            limit: Self.compared
        )
        return found.map { ($0, Likeness.of(key, Folding.fold($0.label))) }
            .sorted { $0.1 > $1.1 }.prefix(Self.nearest).map(\.0)
            .sorted { Folding.fold($0.label) < Folding.fold($1.label) }
    }

    /// The one that is most like a value; nil if none is.
    func guess(
        _ value: ImportValueStore.Listed,
        among offered: [(value: String, label: String)]
    ) -> String? {
        if value.column == .ageMin || value.column == .ageMax {
            // "4+", "ab 6", "FSK 12".
            let digits = value.text.drop { !$0.isNumber }.prefix { $0.isNumber }
            return offered.first { $0.value == digits }?.value
        }
        let key = Folding.fold(value.text)
        let best = offered.map { ($0.value, Likeness.of(key, Folding.fold($0.label))) }
            .max { $0.1 < $1.1 }
        return best.flatMap { $0.1 >= Self.leastLikeness ? $0.0 : nil }
    }
}

/// How much two texts are alike: the share of the pairs of letters that both have (Dice's coefficient).
enum Likeness {
    /// From 0 to 1.
    static func of(_ one: String, _ other: String) -> Double {
        let (pairs, others) = (pairs(one), pairs(other))
        guard !pairs.isEmpty, !others.isEmpty else { return one == other ? 1 : 0 }
        var rest = others
        var common = 0
        for pair in pairs {
            guard let index = rest.firstIndex(where: { $0 == pair }) else { continue }
            rest.remove(at: index)
            common += 1
        }
        return 2 * Double(common) / Double(pairs.count + others.count)
    }

    private static func pairs(_ text: String) -> [UInt64] {
        let letters = text.unicodeScalars.map { UInt64($0.value) }
        return zip(letters, letters.dropFirst()).map { $0 << 32 | $1 }
    }
}
