import Quill
import Received

/// The form that says how a file is read and what its columns are, with the first rows beside it.
struct ImportColumnsForm {
    private let subject: Import
    private let garbled: (found: String, meant: String)?
    private let samples: ImportSamples
    /// What is said of columns that were matched in an earlier file, by their places.
    private let notes: [Int: String]
    private(set) var mapping: ImportMapping
    private var encoding: SelectField
    private var delimiter: SelectField
    private(set) var error: String?

    /// The form as it is shown first, or as it was sent.
    init(
        _ subject: Import,
        path: String,
        notes: [Int: String] = [:],
        _ fields: Fields? = nil
    ) throws {
        self.subject = subject
        var file = try CSVFile(
            path: path,
            encoding: subject.encoding,
            delimiter: subject.delimiter
        )
        samples = ImportSamples(&file)
        self.notes = notes
        garbled = file.garbled
        encoding = SelectField(
            name: "encoding",
            label: "Encoding",
            hint: (subject.isEncodingGuessed ? "Guessed from the letters. " : "")
                + "Choose another one if accented letters look wrong below.",
            options: EncodingChoices.with(subject.encoding),
            initially: subject.encoding.name
        )
        delimiter = SelectField(
            name: "delimiter",
            label: "Separated by",
            options: Delimiter.allCases.map { ($0.name, $0.name) },
            initially: subject.delimiter.name
        )
        mapping = subject.mapping
        guard let fields else { return }
        if fields.isOn("encoding") { encoding.read(fields) }
        if fields.isOn("delimiter") { delimiter.read(fields) }
        let columns = mapping.columns.indices.map { index -> ImportColumn? in
            guard !RefusedExport.isNote(subject.headings[index]) else { return nil }
            return fields.text(Self.name(of: index)).map { ImportColumn(rawValue: $0) }
                ?? mapping.columns[index]
        }
        mapping = ImportMapping(columns)
    }

    /// How to read the file.
    var format: (TextEncoding, Delimiter) {
        (
            TextEncoding(label: encoding.chosen) ?? subject.encoding,
            Delimiter.allCases.first { $0.name == delimiter.chosen } ?? subject.delimiter
        )
    }

    var isRejected: Bool { error != nil }

    mutating func reject(_ error: String) {
        self.error = error
    }

    private static func name(of index: Int) -> String { "column_\(index + 1)" }

    private var columns: [ImportColumnRow] {
        mapping.columns.enumerated().map { index, column in
            let isNote = RefusedExport.isNote(subject.headings[index])
            return ImportColumnRow(
                field: SelectField(
                    name: Self.name(of: index),
                    label: "Field for “\(subject.headings[index])”",
                    options: [("", "Leave out")]
                        + ImportColumn.allCases.map { ($0.rawValue, $0.label) },
                    initially: column?.rawValue ?? ""
                ),
                heading: subject.headings[index],
                samples: samples.cells(ofColumn: index),
                note: notes[index],
                isNote: isNote
            )
        }
    }
}

/// The first rows of a file, to see what its columns contain.
struct ImportSamples {
    private static let rowCount = 3
    /// Longer cells are shortened on the page.
    private static let length = 80

    private let rows: [CSVRow]
    /// Those of the columns that were asked about that have nothing in them.
    let empty: Set<Int>

    /// What can be read of the first rows. That a later one is broken is found when all are read. In up to
    /// so many rows it is looked whether these columns are empty.
    init(_ file: inout CSVFile, searching columns: [Int] = [], rowLimit: Int = 1000) {
        var rows: [CSVRow] = []
        var empty = Set(columns)
        var count = 0
        while rows.count < Self.rowCount || !empty.isEmpty && count < rowLimit,
            let row = try? file.next()
        {
            if rows.count < Self.rowCount { rows.append(row) }
            count += 1
            for column in empty where !PlainText.trimmed(row[column]).isEmpty {
                empty.remove(column)
            }
        }
        self.rows = rows
        self.empty = empty
    }

    /// One for each of the rows, so that those of several columns can be read across.
    func cells(ofColumn index: Int) -> [String] {
        rows.map { row in
            let cell = row[index]
            return cell.count > Self.length ? cell.prefix(Self.length) + "…" : cell
        }
    }
}

extension ImportColumnsForm: Record {
    static let fields: [Field<ImportColumnsForm>] = [
        .record("encoding") { $0.encoding },
        .record("delimiter") { $0.delimiter },
        .list("columns") { $0.columns },
        .optionalText("garbled") { $0.garbled?.found },
        .text("meant") { $0.garbled?.meant ?? "" },
        .list("errors") { form in
            form.error.map { [FormError(href: "#columns", message: $0)] } ?? []
        },
    ]
}

/// A column of the file: its heading, what it is taken for, and what stands in it.
struct ImportColumnRow: Record {
    let field: SelectField
    let heading: String
    let samples: [String]
    let note: String?
    /// It is our own, from when the row was refused.
    let isNote: Bool

    static let fields: [Field<ImportColumnRow>] = [
        .record("field") { $0.field },
        .text("heading") { $0.heading },
        .list("samples") { $0.samples.map { ImportText(text: $0) } },
        .optionalText("note") { $0.note },
        .bool("is_note") { $0.isNote },
    ]
}

/// A piece of text in a list.
struct ImportText: Record {
    let text: String

    static let fields: [Field<ImportText>] = [.text("text") { $0.text }]
}
