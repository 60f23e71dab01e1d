import SQLite

/// A file with words, as a family brings it: CSV as anybody writes it, or text for Anki.
struct WordImport {
    /// What is wrong with a row, or worth saying of it.
    struct Remark: Sendable, Equatable {
        let line: Int
        let message: String
    }

    /// What came of a file.
    struct Result: Sendable, Equatable {
        var added = 0
        var changed = 0
        var unchanged = 0
        var refused = 0
        var remarks: [Remark] = []
        /// The first and the last number of those that were added.
        var range: ClosedRange<Int>?
        /// How many could be added.
        fileprivate(set) var room = 0
    }

    static let maximumBytes = 4_000_000
    static let shownRemarks = 200

    /// The columns that are read, by their folded headings.
    private enum Column: String, CaseIterable {
        case term, meaning, context, notes, language, child, state, book = "book_id", track, seconds

        var names: Set<String> {
            switch self {
            case .term: ["term", "word", "front", "wort", "mot", "palabra"]
            case .meaning:
                [
                    "meaning", "back", "translation", "definition", "bedeutung", "ubersetzung",
                    "traduction",
                ]
            case .context: ["context", "sentence", "example", "satz", "phrase"]
            case .notes: ["notes", "note", "comment", "notizen"]
            case .language: ["language", "lang", "sprache", "langue"]
            case .child: ["child", "kind"]
            case .state: ["state", "status"]
            case .book: ["book_id"]
            case .track: ["track"]
            case .seconds: ["seconds"]
            }
        }
    }

    let family: Family
    let children: [Child]
    let shelf: FamilyShelf
    /// Whose words those are of which the file says nothing, and in which language.
    let owner: WordOwner
    let language: String

    /// Reads a file, and keeps its words, or only says what would come of it.
    func carryOut(
        _ bytes: [UInt8],
        in store: KeptWordStore,
        by actor: Actor,
        isTrial: Bool
    ) throws -> Result {
        var rows = try rows(bytes)
        struct IsTrial: Error { let result: Result }
        do {
            return try store.database.write {
                var result = Result()
                var seen: [String: Int] = [:]
                result.room = KeptWordStore.mostOfFamily - (try store.count(of: family.id))
                while let row = try rows.next() {
                    try take(row, rows.columns, store, actor, &seen, &result)
                }
                if isTrial { throw IsTrial(result: result) }
                return result
            }
        } catch let trial as IsTrial {
            return trial.result
        }
    }

    // MARK: The file

    /// The rows of a file, and in which of their cells each column is.
    private struct Rows {
        var file: CSVFile
        let columns: [Column: Int]
        let count: Int
        /// How many lines were taken off its beginning.
        let offset: Int
        /// A first row that is no heading.
        var first: CSVRow?

        mutating func next() throws -> CSVRow? {
            var row: CSVRow?
            if let first {
                row = first
                self.first = nil
            } else {
                row = try file.next()
            }
            row?.line += offset
            return row
        }
    }

    private func rows(_ bytes: [UInt8]) throws -> Rows {
        let anki = AnkiHead(bytes)
        let file = try CSVFile(bytes: anki?.rest ?? bytes, delimiter: anki?.delimiter)
        let named = anki?.columns ?? file.header.cells
        var columns: [Column: Int] = [:]
        for column in Column.allCases {
            columns[column] = named.firstIndex { column.names.contains(Folding.fold($0)) }
        }
        if columns[.term] == nil {
            // Anki's own files have no headings: the front, then the back.
            guard anki != nil else { throw Refusal.noTerm }
            columns = [.term: 0, .meaning: 1]
        }
        return Rows(
            file: file,
            columns: columns,
            count: named.count,
            offset: anki?.lines ?? 0,
            first: anki == nil ? nil : file.header
        )
    }

    enum Refusal: Error, CustomStringConvertible {
        case noTerm

        var description: String {
            "No column is called “term”, “word” or “front”. Name the columns in the first row."
        }
    }

    // MARK: A row

    private func take(
        _ row: CSVRow,
        _ columns: [Column: Int],
        _ store: KeptWordStore,
        _ actor: Actor,
        _ seen: inout [String: Int],
        _ result: inout Result
    ) throws {
        func text(_ column: Column) -> String { columns[column].map { row[$0] } ?? "" }
        func refuse(_ message: String) {
            result.refused += 1
            result.note(row.line, message)
        }
        if let doubt = row.doubt {
            switch doubt {
            case .unclosedQuote: return refuse("A quote (\") isn’t closed.")
            case .afterUnclosedQuote(let line):
                if row.count == 1 {
                    return refuse("It may belong to the quote that isn’t closed in line \(line).")
                }
            }
        }
        let form = WordEditForm([]).reading(
            Fields(
                [
                    // Anki's cards may have lines.
                    (
                        "term",
                        text(.term).split(whereSeparator: \.isWhitespace).joined(separator: " ")
                    ),
                    ("meaning", text(.meaning)),
                    ("context", text(.context)), ("notes", text(.notes)),
                    ("language", text(.language)),
                ].map { (name: $0.0, value: $0.1) }
            )
        )
        // Whose it is is said by a name here.
        let wrong = form.errors.filter { $0.href != "#" + form.owner.id }
        if let error = wrong.first { return refuse(error.message) }
        guard let child = owner(named: text(.child)) else {
            return refuse("There is no child called “\(text(.child).prefix(100))”.")
        }
        let state =
            text(.state).isEmpty
            ? KeptWord.State.new : KeptWord.State(rawValue: Folding.fold(text(.state)))
        guard let state else {
            return refuse(
                "“\(text(.state).prefix(100))” isn’t new, learning, reviewing or mastered."
            )
        }
        let word = try word(form, child, text)
        let key = "\(Folding.fold(word.term))\n\(word.language)\n\(child.text)"
        if let line = seen[key] {
            result.note(
                row.line,
                "“\(word.term)” is in line \(line) already, so this was left out."
            )
            result.unchanged += 1
            return
        }
        seen[key] = row.line
        if let known = try store.known(word.term, word.language, of: word.child, in: family.id) {
            let isChanged = try store.renew(known, with: word, in: family.id)
            if isChanged { result.changed += 1 } else { result.unchanged += 1 }
            return
        }
        guard result.room > result.added else { return refuse(KeptWordPages.tooMany) }
        let id = try store.insert(word, into: family.id, by: actor)
        if state != .new { _ = try store.set(state, [id], of: family, by: actor) }
        result.added += 1
        result.range = (result.range?.lowerBound ?? id.value)...id.value
    }

    private func word(_ form: WordEditForm, _ owner: WordOwner, _ text: (Column) -> String) throws
        -> NewWord
    {
        let book = try ID<Book>(pathSegment: text(.book)[...])
            .flatMap { try shelf.maySee($0) ? $0 : nil }
        let spoken = form.language.value ?? ""
        return NewWord(
            term: form.term.value ?? "",
            meaning: form.meaning.value ?? "",
            context: form.context.value ?? "",
            notes: form.notes.value ?? "",
            language: spoken.isEmpty
                ? language : LanguageTag(named: spoken)?.text ?? WordEditForm.unknownLanguage,
            child: owner.child,
            book: book,
            track: book.flatMap { _ in TrackName(pathSegment: text(.track)[...]) },
            seconds: book.flatMap { _ in
                Int(text(.seconds)).flatMap { (0..<1_000_000).contains($0) ? Double($0) : nil }
            }
        )
    }

    /// Nil if nobody is called so.
    private func owner(named name: String) -> WordOwner? {
        let key = Folding.fold(name)
        guard !key.isEmpty else { return owner }
        if key == "parents" { return .parents }
        return children.first { Folding.fold($0.name) == key }.map { .child($0.id) }
    }
}

extension WordImport.Result {
    fileprivate mutating func note(_ line: Int, _ message: String) {
        guard remarks.count < WordImport.shownRemarks else { return }
        remarks.append(WordImport.Remark(line: line, message: message))
    }
}

/// The lines at the top of a text for Anki, each `#key:value`.
private struct AnkiHead {
    var delimiter = Delimiter.tab
    var columns: [String]?
    /// How many there are.
    var lines = 0
    let rest: [UInt8]

    /// Nil if the file has none of them.
    init?(_ bytes: [UInt8]) {
        let start = bytes.starts(with: CSVByte.byteOrderMark) ? 3 : 0
        guard bytes.count > start, bytes[start] == UInt8(ascii: "#") else { return nil }
        var head: [Substring] = []
        var position = start
        while position < bytes.count, bytes[position] == UInt8(ascii: "#") {
            let end = bytes[position...].firstIndex(of: CSVByte.lineFeed) ?? bytes.count
            var line = String(decoding: bytes[position..<end], as: UTF8.self)[...]
            if line.last == "\r" { line = line.dropLast() }
            head.append(line.dropFirst())
            position = min(end + 1, bytes.count)
        }
        lines = head.count
        rest = Array(bytes[position...])
        for line in head {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            if parts[0] == "separator" { delimiter = Self.delimiter(parts[1]) }
        }
        let named = head.first { $0.hasPrefix("columns:") }?.dropFirst("columns:".count)
        columns = named.map { names in
            names.split(separator: Character(delimiter.rawValue), omittingEmptySubsequences: false)
                .map(String.init)
        }
    }

    private static func delimiter(_ name: Substring) -> Delimiter {
        switch name.lowercased() {
        case "comma", ",": .comma
        case "semicolon", ";": .semicolon
        default: .tab
        }
    }
}
