import Received
import SQLite

/// A family’s words as a file: what the list shows, in the order of adding.
struct WordExport: ExportedList {
    static let name = "vocabulary"

    static let columns: [CSVColumn<KeptWord>] = [
        .text("term", "The word.") { $0.term },
        .text("meaning", "What it means, with its line breaks.") { $0.meaning },
        .text("context", "The sentence in which it was met.") { $0.context },
        .text("notes", "Notes.") { $0.notes },
        .text("language", "The language as a BCP 47 tag; empty if unknown.") {
            $0.language == WordEditForm.unknownLanguage ? nil : $0.language
        },
        .text("child", "The name of the child whose word it is; empty for the parents’.") {
            $0.childName
        },
        .text("state", "`new`, `learning`, `reviewing` or `mastered`.") { $0.state.rawValue },
        .text("due_at", "When it is asked next; empty if it isn’t. Imports leave it out.") {
            $0.dueAt.map { TimeText.iso($0) }
        },
        .text("book", "The title of the story. Imports leave it out.") { $0.bookTitle },
        .integer("book_id", "The id of the story.") { $0.book?.value },
        .text("track", "The story’s text, as its address has it.") { $0.track.map { "\($0)" } },
        .integer("seconds", "The moment in the story, in whole seconds.") {
            $0.seconds.map { Int(clamping: $0) }
        },
        .time("created_at", "When it was added. Imports leave it out.") { $0.createdAt },
    ]

    private var walk: WordWalk

    init(_ filter: KeptWordFilter, of family: Family, now: Int) {
        walk = WordWalk(filter: filter, family: family, now: now)
    }

    var columns: [CSVColumn<KeptWord>] { Self.columns }

    mutating func next(_ limit: Int, from database: Database) throws -> [KeptWord] {
        try walk.next(limit, from: database)
    }
}

/// The same for Anki: text with tabs, and lines at its top that say how to read it
/// (https://docs.ankiweb.net/importing/text-files.html).
struct AnkiExport: WrittenList {
    static let name = "vocabulary"
    /// The cells of a line, the last of which has the tags.
    static let columns = ["Term", "Meaning", "Context", "Notes", "Language", "Child", "Tags"]
    static let form = CSVForm(delimiter: .tab, lineEnd: .lf)

    private var walk: WordWalk
    private var isAtStart = true

    init(_ filter: KeptWordFilter, of family: Family, now: Int) {
        walk = WordWalk(filter: filter, family: family, now: now)
    }

    let header = ["#separator:tab"]

    mutating func write(_ rows: Int, to csv: inout CSVWriter, from database: Database) throws
        -> Bool
    {
        let wasAtStart = isAtStart
        if isAtStart {
            isAtStart = false
            csv.row(["#html:false"])
            csv.row(["#columns:" + Self.columns[0]] + Self.columns.dropFirst())
            csv.row(["#tags column:\(Self.columns.count)"])
        }
        let words = try walk.next(rows, from: database)
        for word in words {
            let language = word.language == WordEditForm.unknownLanguage ? "" : word.language
            for text in [
                word.term, word.meaning, word.context, word.notes, language, word.childName ?? "",
                Self.tags(of: word),
            ] {
                csv.text(text)
            }
            csv.endRow()
        }
        return wasAtStart || !words.isEmpty
    }

    /// Anki separates tags by spaces; “::” makes one below another.
    static func tags(of word: KeptWord) -> String {
        let language = word.language == WordEditForm.unknownLanguage ? nil : word.language
        return
            (["storytime", "storytime::\(word.state.rawValue)"]
            + [language.map { "storytime::\($0)" }].compactMap(\.self)).joined(separator: " ")
    }
}

/// The words that a filter lets through, one after another.
private struct WordWalk {
    let filter: KeptWordFilter
    let family: Family
    let now: Int
    private var last = 0

    init(filter: KeptWordFilter, family: Family, now: Int) {
        self.filter = filter
        self.family = family
        self.now = now
    }

    mutating func next(_ limit: Int, from database: Database) throws -> [KeptWord] {
        let store = KeptWordStore(database: database, now: now)
        let words = try database.all(
            """
            SELECT \(sql: KeptWord.columns)
            FROM kept_words AS w INDEXED BY kept_words_by_family \(sql: KeptWord.joins)
            WHERE \(sql: store.condition(filter, of: family)) AND w.id > \(last)
            ORDER BY w.id LIMIT \(limit)
            """,
            KeptWord.init
        )
        last = words.last?.id.value ?? last
        return words
    }
}
