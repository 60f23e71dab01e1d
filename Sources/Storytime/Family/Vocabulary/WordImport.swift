import Received
import SQLite

/// A file with words that a family imports: CSV as anybody writes it, or text for Anki.
struct WordImport {
    /// What is wrong with a row, or worth saying of it.
    struct Remark: Sendable, Equatable {
        let line: Int
        let message: String

        /// "Line 7 has no word."
        var text: String {
            let line = "Line \(Counted.number(line))"
            return message == WordImport.noWord ? line + " has no word." : "\(line): \(message)"
        }
    }

    /// What came of a file.
    struct Result: Sendable, Equatable {
        var added = 0
        var changed = 0
        var unchanged = 0
        var refused = 0
        var remarks: [Remark] = []
        /// The names of the file’s columns that were left out.
        var leftOut: [String] = []
        /// What its columns were taken for, if it doesn’t name them.
        var columnsNote: String?
        /// How its bytes became text, if there is something to know about it.
        var encodingNote: String?
        /// How many there are, those included that aren’t listed.
        var remarkCount = 0
        /// By which it can be taken back; nil if nothing was added or changed.
        var id: ID<WordImport>?
        /// The first and the last number of those that were added.
        fileprivate var range: ClosedRange<Int>?
        /// Those that were changed, as they were.
        fileprivate var old: [KeptWord] = []
        /// How many could be added.
        fileprivate(set) var room = 0
    }

    /// What is wrong with a row without a word.
    static let noWord = "Enter a word."
    static let maximumBytes = 4_000_000
    /// As many as a family can have words.
    static let maximumRows = KeptWordStore.mostOfFamily
    static let shownRemarks = 200
    /// Each keeps others who write waiting for a moment, and so does taking it back.
    static let hourly = HourlyLimit(
        name: "word imports",
        most: 30,
        words: "imported words 30 times"
    )

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
        try expectFewRows(bytes)
        // All that needs no turn to write is done before it: others wait meanwhile.
        let (read, entries) = try read(bytes)
        struct IsTrial: Error { let result: Result }
        do {
            return try store.database.write {
                var result = read
                result.room = try store.room(in: family.id)
                for entry in entries { try keep(entry, store, actor, &result) }
                result.remarks.sort { $0.line < $1.line }
                if isTrial { throw IsTrial(result: result) }
                result.id = try store.note(added: result.range, changed: result.old, in: family.id)
                return result
            }
        } catch let trial as IsTrial {
            return trial.result
        }
    }

    /// A row with a word.
    private struct Entry {
        let line: Int
        let word: NewWord
        let state: KeptWord.State
    }

    private func read(_ bytes: [UInt8]) throws -> (Result, [Entry]) {
        var rows = try rows(bytes)
        var result = Result()
        result.leftOut = rows.columns.leftOut
        result.columnsNote = rows.note
        var seen: [String: Int] = [:]
        var entries: [Entry] = []
        while let row = try rows.next() {
            if let entry = try entry(row, rows, &seen, &result) { entries.append(entry) }
        }
        result.encodingNote = rows.file.encodingNote(after: rows.offset)
        return (result, entries)
    }

    // MARK: The file

    /// Counts the rows before anybody waits for the turn to write, which each of them takes a while of.
    private func expectFewRows(_ bytes: [UInt8]) throws {
        var rows = try rows(bytes)
        var count = 0
        while try rows.next() != nil {
            count += 1
            guard count <= Self.maximumRows else { throw Refusal.tooManyRows }
        }
    }

    /// The rows of a file, and in which of their cells each column is.
    private struct Rows {
        var file: CSVFile
        let columns: WordColumns
        /// Whether its fields are HTML; nil if they aren’t Anki’s.
        let isHTML: Bool?
        /// How many lines were taken off its beginning.
        let offset: Int
        /// A first row that is no heading.
        var first: CSVRow?
        /// What the columns were taken for, if the file doesn’t name them.
        var note: String?

        mutating func next() throws -> CSVRow? {
            guard let row = first else { return try file.next() }
            first = nil
            return row
        }

        /// What a row says; of a field in HTML its text.
        func text(_ role: WordColumns.Role, in row: CSVRow) -> String {
            let text = columns.text(role, in: row)
            return isHTML.map { AnkiField.plain(text, isHTML: $0) } ?? text
        }
    }

    private func rows(_ bytes: [UInt8]) throws -> Rows {
        if let head = AnkiHead(bytes) {
            let file = try Self.rows(of: head)
            return Rows(
                file: file,
                columns: WordColumns(of: head),
                isHTML: head.isHTML,
                offset: head.lines,
                first: file.header
            )
        }
        let file = try CSVFile(bytes: bytes)
        if let columns = WordColumns(headings: file.header.cells) {
            return Rows(file: file, columns: columns, isHTML: nil, offset: 0)
        }
        guard let rows = try Self.unnamed(file, bytes) else { throw Refusal.noTerm }
        return rows
    }

    private static func rows(of head: AnkiHead) throws -> CSVFile {
        do {
            return try CSVFile(
                bytes: head.rest,
                encoding: head.encoding,
                delimiter: head.delimiter,
                hasHeader: false
            )
        } catch let error as CSVError where error.reason == .empty {
            throw Refusal.noWords
        }
    }

    /// A text of older versions of Anki, which says nothing of itself: columns with tabs between them, as
    /// many in each row. Nil if the file is none.
    private static func unnamed(_ file: CSVFile, _ bytes: [UInt8]) throws -> Rows? {
        guard file.delimiter == .tab, let columns = WordColumns(unnamed: file.header.cells) else {
            return nil
        }
        var all = try CSVFile(bytes: bytes, delimiter: .tab, hasHeader: false)
        var isHTML = false
        var looked = 0
        var row: CSVRow? = all.header
        while let next = row {
            // Of a broken row nobody knows.
            guard next.doubt != nil || next.count == file.header.count else { return nil }
            if !isHTML, looked < AnkiField.lookedBytes {
                let text = next[0] + " " + next[1]
                looked += text.utf8.count
                isHTML = AnkiField.hasMarkup(text)
            }
            row = try all.next()
        }
        return Rows(
            file: try CSVFile(bytes: bytes, delimiter: .tab, hasHeader: false),
            columns: columns,
            isHTML: isHTML,
            offset: 0,
            first: all.header,
            note: "The file doesn’t name its columns: the first was taken for the word, the second "
                + "for its meaning."
                + (file.header.count > 2 ? " The others were left out." : "")
        )
    }

    enum Refusal: Error, CustomStringConvertible {
        case noTerm, noWords, tooManyRows

        var description: String {
            switch self {
            case .noTerm:
                "No column is called “term”, “word” or “front”. Name the columns in the first row."
            case .noWords: "This file has no words."
            case .tooManyRows:
                "This file has more than \(Counted.number(WordImport.maximumRows)) rows. "
                    + "Split it into several files and add them one by one."
            }
        }
    }

    // MARK: A row

    /// Nil if it is refused, or in the file already.
    private func entry(
        _ row: CSVRow,
        _ rows: Rows,
        _ seen: inout [String: Int],
        _ result: inout Result
    ) throws -> Entry? {
        let line = row.line + rows.offset
        func text(_ role: WordColumns.Role) -> String { rows.text(role, in: row) }
        func refuse(_ message: String) -> Entry? {
            result.refuse(line, message)
            return nil
        }
        if let complaint = row.complaint(columns: rows.file.header.count, after: rows.offset) {
            return refuse(complaint)
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
            return refuse("You have no child called “\(text(.child).prefix(100))”.")
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
        if let other = seen[key] {
            result.note(
                line,
                "“\(word.term)” is in line \(other) already, so this was left out."
            )
            result.unchanged += 1
            return nil
        }
        seen[key] = line
        return Entry(line: line, word: word, state: state)
    }

    private func keep(
        _ entry: Entry,
        _ store: KeptWordStore,
        _ actor: Actor,
        _ result: inout Result
    ) throws {
        let word = entry.word
        if let known = try store.known(word.term, word.language, of: word.child, in: family.id) {
            if let old = try store.renew(known, with: word, in: family.id, by: actor) {
                result.changed += 1
                result.old.append(old)
            } else {
                result.unchanged += 1
            }
            return
        }
        guard result.room > result.added else {
            return result.refuse(entry.line, try store.refusal(in: family.id))
        }
        let id = try store.insert(word, into: family.id, by: actor)
        if entry.state != .new { _ = try store.set(entry.state, [id], of: family, by: actor) }
        result.added += 1
        result.range = (result.range?.lowerBound ?? id.value)...id.value
    }

    private func word(
        _ form: WordEditForm,
        _ owner: WordOwner,
        _ text: (WordColumns.Role) -> String
    ) throws
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
                ReceivedNumber.integer(CellNumber.whole(text(.seconds)), in: 0...999_999).map {
                    Double($0)
                }
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
    fileprivate mutating func refuse(_ line: Int, _ message: String) {
        refused += 1
        note(line, message)
    }

    fileprivate mutating func note(_ line: Int, _ message: String) {
        remarkCount += 1
        guard remarks.count < WordImport.shownRemarks else { return }
        remarks.append(WordImport.Remark(line: line, message: message))
    }
}
