/// An import as the API tells of it.
struct ImportAnswer: NamedRecord {
    let subject: Import
    /// How far the background is with it.
    let percent: Int?
    /// What it would create besides books, as long as it waits for the word.
    let names: [ImportNames.New]
    /// Where the refused rows are, as a file.
    let refusedURL: String?

    static let schemaName = "Import"
    static let example = ImportAnswer(
        subject: Import(
            id: ID(5),
            at: 1_795_248_000,
            actor: .commandLine,
            fileName: "books.csv",
            bytes: 2048,
            state: .checked,
            encoding: .utf8,
            delimiter: .comma,
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
        refusedURL: nil
    )

    static let json: [JSONField<ImportAnswer>] = [
        .integer("id", "The import’s id.") { $0.subject.id.value },
        .text("file_name", "The file’s name.") { $0.subject.fileName },
        .integer("size_bytes", "Its size.") { $0.subject.bytes },
        .choice(
            "state",
            "`checking` and `importing` continue by themselves; `checked` waits to be run; `mapping` waits "
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

    /// What a column is taken for.
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
        return ImportAnswer(
            subject: subject,
            percent: site.shared[ImportProgress.self].percent(of: subject.id),
            names: subject.state == .checked ? try imports.newNames(of: subject.id) : [],
            refusedURL: hasRefused ? absolute(subject.href + "/refused.csv") : nil
        )
    }
}
