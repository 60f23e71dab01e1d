/// An import in the API's answers.
struct ImportAnswer: NamedRecord {
    let subject: Import
    /// How far the background job has come.
    let percent: Int?
    /// What it would create besides books, until it is confirmed.
    let names: [ImportNames.New]
    /// The unknown values, and the reasons why rows are refused.
    var values: [ImportValueStore.Listed] = []
    var reasons: [ImportReasons.Reason] = []
    /// The columns of which cells that can’t be read are left empty.
    var leftEmpty: [ImportValueStore.LeftEmpty] = []
    /// Where the refused rows are, as a file.
    let refusedURL: String?

    /// Of each column.
    static let shownValues = 20
    static let shownReasons = 50

    static let schemaName = "Import"
    static let example = ImportAnswer(
        subject: Import(
            id: ID(5),
            at: 1_795_248_000,
            actor: .commandLine,
            fileName: "books.csv",
            bytes: 2048,
            state: .checked,
            form: CSVForm(),
            headings: ["title", "categories"],
            mapping: ImportMapping([.title, .categories]),
            message: nil,
            digest: [1, 2, 3],
            stamp: 1,
            isAnew: false,
            batch: nil,
            isUndone: false,
            counts: ImportCounts()
        ),
        percent: nil,
        names: [ImportNames.New(kind: .category, key: "owls", name: "Owls", rowCount: 2)],
        values: [
            ImportValueStore.Listed(
                id: ID(1),
                column: .categories,
                text: "Owls",
                rowCount: 2,
                choice: nil,
                matchedAt: nil
            )
        ],
        reasons: [
            ImportReasons.Reason(
                number: 1,
                heading: "status",
                text: "“new” isn’t a status. Use draft, active or archived.",
                rowCount: 1,
                firstLines: [4]
            )
        ],
        leftEmpty: [ImportValueStore.LeftEmpty(column: .isbn, rowCount: 3)],
        refusedURL: nil
    )

    static let json: [JSONField<ImportAnswer>] = [
        .integer("id", "The import’s id.") { $0.subject.id.value },
        .text("file_name", "The file’s name.") { $0.subject.fileName },
        .integer("size_bytes", "Its size.") { $0.subject.bytes },
        .choice(
            "state",
            "`checking` and `importing` continue automatically; `checked` waits to be run; `mapping` waits "
                + "for somebody to match the columns in the console."
        ) { $0.subject.state },
        .optionalInteger("progress_percent", "The progress of the background job.") { $0.percent },
        .optionalText("message", "The problem with the file as a whole.") { $0.subject.message },
        .list("columns", "How its columns are matched.") { answer in
            zip(answer.subject.headings, answer.subject.mapping.columns).map(Column.init)
        },
        .record("counts", "The results for its rows.") { Counts(counts: $0.subject.counts) },
        .list("new_names", "Categories and publishers the catalog doesn’t have.") {
            $0.names.map(Name.init)
        },
        .list(
            "unknown_values",
            "Values that the catalog doesn’t have, the most frequent of each column, and what is "
                + "done with them."
        ) { $0.values.map(Value.init) },
        .list("problems", "Why rows are rejected, the most frequent reasons first.") {
            $0.reasons.map(Problem.init)
        },
        .optionalText(
            "encoding_note",
            "That its encoding was guessed, and what of the file isn’t in it; null if nothing."
        ) {
            $0.subject.encodingNote
        },
        .list("left_empty", "The columns of which cells that can’t be read are left empty.") {
            $0.leftEmpty.map(LeftEmpty.init)
        },
        .optionalText("plan", "The name of this plan; null if there is none.") {
            $0.subject.state == .checked ? $0.subject.digest.map(Base64URL.encode) : nil
        },
        .bool(
            "is_planned_anew",
            "Whether it was planned again because the catalog had changed before it was run."
        ) { $0.subject.isAnew },
        .optionalText("refused_url", "The rejected rows as CSV; null if there are none.") {
            $0.refusedURL
        },
        .bool("is_undone", "Whether it was done and then undone.") { $0.subject.isUndone },
        .time("created_at", "When the file was uploaded.") { $0.subject.at },
    ]

    /// The field that a column was matched to.
    private struct Column: JSONRecord {
        let heading: String
        let column: ImportColumn?

        static let json: [JSONField<Column>] = [
            .text("heading", "As in the file.") { $0.heading },
            .optionalText("column", "The name of the column; null if it is ignored.") {
                $0.column?.rawValue
            },
        ]
    }

    /// How many rows there are of each kind.
    private struct Counts: JSONRecord {
        let counts: ImportCounts

        static let json: [JSONField<Counts>] = [
            .integer("created", "Books to add.") { $0.counts[.created] },
            .integer("changed", "Books to change.") { $0.counts[.changed] },
            .integer("same", "Unchanged books.") { $0.counts[.same] },
            .integer("refused", "Rejected rows.") { $0.counts[.refused] },
        ]
    }

    /// A value that the catalog doesn't know.
    private struct Value: JSONRecord {
        let value: ImportValueStore.Listed

        static let json: [JSONField<Value>] = [
            .choice("column", "The column that it is in.") { $0.value.column },
            .text("value", "The value, as first spelled in the file.") { $0.value.text },
            .integer("rows_count", "How many rows have it.") { $0.value.rowCount },
            .choice(
                "action",
                "`use` another value, `create` it, `leave` it out, or `refuse` its rows."
            ) { Action($0.value.choice ?? $0.value.column.usualChoice) },
        ]
    }

    /// What is done with such a value.
    private enum Action: String, CaseIterable {
        case use, create, leave, refuse

        init(_ choice: ImportChoice) {
            self = Action(rawValue: choice.name) ?? .refuse
        }
    }

    /// A reason why rows are refused.
    private struct Problem: JSONRecord {
        let reason: ImportReasons.Reason

        static let json: [JSONField<Problem>] = [
            .text("heading", "The column, as in the file; empty if it is about the whole row.") {
                $0.reason.heading
            },
            .text("reason", "What is wrong.") { $0.reason.text },
            .integer("rows_count", "How many rows have this problem.") { $0.reason.rowCount },
            .integers("first_lines", "The lines of the first of them.") { $0.reason.firstLines },
        ]
    }

    /// A column of which cells are left empty.
    private struct LeftEmpty: JSONRecord {
        let left: ImportValueStore.LeftEmpty

        static let json: [JSONField<LeftEmpty>] = [
            .choice("column", "The column.") { $0.left.column },
            .integer("rows_count", "In how many rows.") { $0.left.rowCount },
        ]
    }

    /// A category or a publisher that would be created.
    private struct Name: JSONRecord {
        let name: ImportNames.New

        static let json: [JSONField<Name>] = [
            .choice("kind", "A category, or a publisher.") { $0.name.kind },
            .text("name", "The name, as first spelled in the file.") { $0.name.name },
            .integer("rows_count", "How many rows have it.") { $0.name.rowCount },
        ]
    }
}

extension Visit {
    func answer(_ subject: Import) throws -> ImportAnswer {
        let hasRefused = subject.counts[.refused] > 0
        let values = ImportValueStore(database: database, subject: subject.id)
        let isChecked = subject.state == .checked
        return ImportAnswer(
            subject: subject,
            percent: site.shared[ImportProgress.self].percent(of: subject.id),
            names: isChecked ? try imports.newNames(of: subject.id) : [],
            values: isChecked
                ? try values.counts().flatMap {
                    try values.list($0.column, limit: ImportAnswer.shownValues)
                } : [],
            reasons: hasRefused
                ? try imports.reasons(of: subject.id, limit: ImportAnswer.shownReasons) : [],
            leftEmpty: try values.leftEmpty(),
            refusedURL: hasRefused ? absolute(subject.href + "/refused.csv") : nil
        )
    }
}
