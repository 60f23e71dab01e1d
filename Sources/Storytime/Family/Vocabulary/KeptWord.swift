import HTTP
import Received
import SQLite

/// A word of a family’s vocabulary, with its meaning and where it was met.
struct KeptWord: Sendable, Equatable {
    /// How far it has been learned. The schedule sets it with each answer, and people by hand.
    enum State: String, CaseIterable, Sendable {
        case new, learning, reviewing, mastered

        /// An interval of this many days makes a word mastered: it was remembered for months.
        static let masteredDays = 60

        var label: String {
            switch self {
            case .new: "New"
            case .learning: "Learning"
            case .reviewing: "Reviewing"
            case .mastered: "Mastered"
            }
        }
    }

    let id: ID<KeptWord>
    /// The child whose word it is; nil for the parents'.
    var child: ID<Child>?
    var childName: String?
    let term: String
    let meaning: String
    /// The sentence in which it was met.
    let context: String
    let notes: String
    /// BCP 47; "und" if unknown.
    let language: String
    var book: ID<Book>?
    /// The title of the story or the video.
    var bookTitle: String?
    var track: TrackName?
    var seconds: Double?
    var createdAt: Int
    var updatedAt: Int
    var state: State
    var memory: WordMemory
    /// Nil if it is new, or has no more reviews because somebody marked it as mastered.
    var dueAt: Int?
    var reviewedAt: Int?
    /// Counts what changes its schedule.
    var turn: Int
    /// Counts what changes its text.
    var version: Int
    /// The video at an address in which it was met; nil once that was removed.
    var web: ID<WebVideo>?

    /// What a form may set.
    struct Draft: Sendable, Equatable {
        var term: String
        var meaning: String
        var context: String
        var notes: String
        var language: String
        var child: ID<Child>?
    }

    var draft: Draft {
        Draft(
            term: term,
            meaning: meaning,
            context: context,
            notes: notes,
            language: language,
            child: child
        )
    }

    /// Its page.
    var href: String { "\(KeptWordPages.path)/\(id)" }

    /// The moment at which it was met; nil without a story or a video.
    var momentHref: String? {
        guard let path = book.map(ReadingPages.href) ?? web.map(WebVideoPages.href) else {
            return nil
        }
        var pairs: [(name: String, value: String)] = []
        if let track { pairs.append((name: "track", value: "\(track)")) }
        if let seconds { pairs.append((name: "t", value: "\(Int(clamping: seconds))")) }
        return path + (pairs.isEmpty ? "" : "?" + PercentEncoding.encodeQuery(pairs))
    }

    static let columns: SQL = """
        w.id, w.child_id, k.name, w.term, w.meaning, w.context, w.language, w.book_id,
        coalesce(b.title, v.title), w.track, w.seconds, w.created_at, w.notes, w.updated_at, w.state,
        w.phase, w.step, w.stability, w.difficulty, w.due_at, w.reviewed_at, w.turn, w.version, v.id
        """
    static let columnCount = 24

    /// What the columns need beside the words themselves.
    static let joins: SQL = """
        LEFT JOIN present_children AS k ON k.id = w.child_id
        LEFT JOIN books AS b ON b.id = w.book_id AND b.deleted_at IS NULL
        LEFT JOIN web_videos AS v ON v.id = w.web_video_id AND v.family_id = w.family_id
            AND v.removed_at IS NULL
        """
}

extension KeptWord {
    init(_ row: Row) throws {
        id = ID(try row.int(0))
        child = try row.intOrNil(1).map { ID($0) }
        childName = try row.textOrNil(2)
        term = try row.text(3)
        meaning = try row.text(4)
        context = try row.text(5)
        language = try row.text(6)
        book = try row.intOrNil(7).map { ID($0) }
        bookTitle = try row.textOrNil(8)
        track = try row.textOrNil(9).flatMap { TrackName(pathSegment: $0[...]) }
        seconds = try row.doubleOrNil(10)
        createdAt = try row.int(11)
        notes = try row.text(12)
        updatedAt = try row.int(13)
        state = State(rawValue: try row.text(14)) ?? .new
        memory = WordMemory(
            phase: WordMemory.Phase(rawValue: try row.text(15)) ?? .new,
            step: try row.int(16),
            stability: try row.doubleOrNil(17),
            difficulty: try row.doubleOrNil(18)
        )
        dueAt = try row.intOrNil(19)
        reviewedAt = try row.intOrNil(20)
        turn = try row.int(21)
        version = try row.int(22)
        web = try row.intOrNil(23).map { ID($0) }
    }
}

/// What is saved of a new word.
struct NewWord: Sendable {
    let term: String
    let meaning: String
    let context: String
    var notes = ""
    let language: String
    let child: ID<Child>?
    let book: ID<Book>?
    let track: TrackName?
    let seconds: Double?
    var web: ID<WebVideo>?
}

/// Whose words: the parents’, or a child’s.
enum WordOwner: Hashable, Sendable {
    case parents
    case child(ID<Child>)

    /// Reads "parents" or a child's number; nil for anything else.
    init?(_ text: String?) {
        guard let text else { return nil }
        if text == "parents" {
            self = .parents
        } else if let id = ID<Child>(pathSegment: text[...]) {
            self = .child(id)
        } else {
            return nil
        }
    }

    init(_ child: ID<Child>?) { self = child.map { .child($0) } ?? .parents }

    var child: ID<Child>? { if case .child(let id) = self { id } else { nil } }

    var text: String { child.map { "\($0)" } ?? "parents" }
}

/// Which words a list shows, as its address has it.
struct KeptWordFilter: ListFilter {
    /// The orders of the list.
    enum Sort: String, ListSort {
        case added, term, due

        var first: SortDirection<Sort> { SortDirection(self, isDescending: self == .added) }
    }

    typealias Row = KeptWord

    var words = ""
    var state: KeptWord.State?
    /// What is asked today: what is due, and as many new words as the day has room for.
    var isDue = false
    /// What has a date until today, without new words.
    var isDated = false
    var owner: WordOwner?
    var book: ID<Book>?
    var language: String?
    /// The way back to the story from which the list was opened.
    var way: ReadingWay?

    static let path = KeptWordPages.path
    private static let mostWordsCharacters = 200

    init() {}

    init(_ query: Fields) {
        words = String(PlainText.trimmed(query.text("q") ?? "").prefix(Self.mostWordsCharacters))
        state = query.text("state").flatMap { KeptWord.State(rawValue: $0) }
        isDue = query.text("due") == "1"
        owner = WordOwner(query.text("whose"))
        book = query.text("book").flatMap { ID(pathSegment: $0[...]) }
        language = query.text("language").flatMap { LanguageTag($0)?.text }
        way = ReadingWay(query)
    }

    var query: [(name: String, value: String)] { own + (way?.named ?? []) }

    /// The filter alone.
    var own: [(name: String, value: String)] {
        [
            (name: "q", value: words), (name: "state", value: state?.rawValue ?? ""),
            (name: "due", value: isDue ? "1" : ""), (name: "whose", value: owner?.text ?? ""),
            (name: "book", value: book.map { "\($0)" } ?? ""),
            (name: "language", value: language ?? ""),
        ].filter { !$0.value.isEmpty }
    }

    var usualSort: SortDirection<Sort> { Sort.added.first }
}

typealias KeptWordAddress = ListAddress<KeptWordFilter>
