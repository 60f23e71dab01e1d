import HTTP
import Received
import SQLite

/// A family’s vocabulary, for programs of its parents.
enum VocabularyAPI {
    private static let operation = Operations(
        .vocabulary,
        for: .parent,
        reads: .readLibrary,
        writes: .writeLibrary
    )

    static let routes = [
        operation(
            .get,
            "/api/v1/vocabulary",
            "listWords",
            "List the family’s words",
            "Returns the words the family has saved, newest first. Parents without a family get an "
                + "empty list.",
            index
        ),
        operation(
            .post,
            "/api/v1/vocabulary",
            "createWord",
            "Add a word",
            "Adds a word. If the same person already has it in the same language, what you send "
                + "replaces what is known about it, and the answer is 200 instead of 201.",
            refuses: [.conflict],
            create
        ),
        operation(
            .get,
            "/api/v1/vocabulary/{word_id}",
            "getWord",
            "Get a word",
            "Returns one word, with its state and when it is asked next.",
            show
        ),
        operation(
            .patch,
            "/api/v1/vocabulary/{word_id}",
            "updateWord",
            "Change a word",
            "Changes only the members you send. With `If-Match`, you can’t overwrite somebody "
                + "else’s change. Setting `state` also sets when the word is asked next.",
            refuses: [.conflict],
            update
        ),
        operation(
            .delete,
            "/api/v1/vocabulary/{word_id}",
            "deleteWord",
            "Remove a word",
            "Removes a word. After a day it is erased.",
            refuses: [.changedMeanwhile],
            delete
        ),
        operation(
            .post,
            "/api/v1/vocabulary/{word_id}/reviews",
            "reviewWord",
            "Answer a word",
            "Says how well the word was remembered, and returns it with its next date. With "
                + "`turn`, an answer counts once: if the word was answered since, you get a 409.",
            refuses: [.conflict],
            review
        ),
    ]

    static func index(_ visit: Visit, _ sent: Sent<WordQuery>) throws -> ListPage<WordAnswer> {
        let query = try sent.read()
        guard let scope = try visit.familyIfAny() else {
            return ListPage(records: [], query: query.page, total: 0)
        }
        let store = visit.keptWords
        let words = try store.list(
            query.filter,
            query.filter.usualSort,
            of: scope.family,
            limit: query.page.perPage,
            offset: query.page.offset
        )
        return ListPage(
            records: words.map { WordAnswer(word: $0) },
            query: query.page,
            total: try store.count(query.filter, of: scope.family)
        )
    }

    static func create(_ visit: Visit, _ sent: Sent<SentWord>) throws -> CreatedOnce<WordAnswer> {
        let scope = try visit.family()
        let word = try sent.read().word
        if let child = word.child { try expect(child, visit, scope) }
        if let book = word.book, try !visit.shelf(of: scope.family).maySee(book) {
            throw notThere("book_id", "Book \(book)")
        }
        guard let kept = try visit.keptWords.keep(word, of: scope.family.id, by: scope.actor) else {
            throw Failure.conflict(try visit.keptWords.refusal(in: scope.family.id))
        }
        return CreatedOnce(
            record: try answer(kept.id, visit, scope),
            location: "/api/v1/vocabulary/\(kept.id)",
            wasThere: !kept.isNew
        )
    }

    static func show(_ visit: Visit, _ id: ID<KeptWord>) throws -> Details<WordAnswer> {
        Details(record: try answer(id, visit, visit.family()))
    }

    static func update(_ visit: Visit, _ sent: Sent<ChangedWord>, _ id: ID<KeptWord>) throws
        -> Details<WordAnswer>
    {
        let scope = try visit.family()
        let word = try visit.keptWords.find(id, of: scope.family.id)
        try visit.expectMatch(Details(record: WordAnswer(word: word)))
        let change = try sent.read()
        if case .child(let child)? = change.owner { try expect(child, visit, scope) }
        do {
            return try visit.database.write {
                _ = try visit.keptWords.update(
                    id,
                    of: scope.family.id,
                    version: word.version,
                    change.draft(over: word),
                    by: scope.actor
                )
                if let state = change.state {
                    _ = try visit.keptWords.set(state, [id], of: scope.family, by: scope.actor)
                }
                return Details(record: try answer(id, visit, scope))
            }
        } catch KeptWordStore.Refusal.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        } catch KeptWordStore.Refusal.isKnown(let other) {
            throw Failure.conflict("Word \(other) is the same. Change that one.")
        }
    }

    static func delete(_ visit: Visit, _ id: ID<KeptWord>) throws -> NoContent {
        let scope = try visit.family()
        let word = try visit.keptWords.find(id, of: scope.family.id)
        try visit.expectMatch(Details(record: WordAnswer(word: word)))
        guard try !visit.keptWords.remove([id], of: scope.family.id).isEmpty else {
            throw Failure.notFound
        }
        return NoContent()
    }

    static func review(_ visit: Visit, _ sent: Sent<NewReview>, _ id: ID<KeptWord>) throws
        -> Details<WordAnswer>
    {
        let scope = try visit.family()
        _ = try visit.keptWords.find(id, of: scope.family.id)
        let review = try sent.read()
        let answered = try visit.keptWords.answer(
            id,
            review.grade.grade,
            turn: review.turn,
            in: scope.family,
            by: scope.actor
        )
        switch answered {
        case .now(let word): return Details(record: WordAnswer(word: word))
        case .before(let word, _):
            throw Failure.conflict(
                "This word was answered since; it is now at turn \(word.turn)."
            )
        }
    }

    private static func answer(_ id: ID<KeptWord>, _ visit: Visit, _ scope: FamilyScope) throws
        -> WordAnswer
    {
        WordAnswer(word: try visit.keptWords.find(id, of: scope.family.id))
    }

    private static func expect(_ child: ID<Child>, _ visit: Visit, _ scope: FamilyScope) throws {
        do {
            _ = try visit.children.find(child, of: scope.family.id)
        } catch Failure.notFound {
            throw notThere("child_id", "Child \(child)")
        }
    }

    private static func notThere(_ field: String, _ what: String) -> APIFailure {
        .invalid([
            ErrorDetail(field: field, code: "not_found", message: "\(what) doesn’t exist.")
        ])
    }
}

/// Which words a program asks for.
struct WordQuery: QueryContent {
    let filter: KeptWordFilter
    let page: PageQuery

    private enum When: String, CaseIterable { case today }
    private enum OnlyParents: String, CaseIterable { case parents }

    init?(_ query: inout QueryFields) {
        var filter = KeptWordFilter()
        filter.words = query.text("q", upTo: 200) ?? ""
        filter.state = query.choice("state", KeptWord.State.self)
        filter.isDated = query.choice("due", When.self) != nil
        let child = query.integer("child_id", 1...Int.max).map { WordOwner.child(ID($0)) }
        let parents = query.choice("whose", OnlyParents.self).map { _ in WordOwner.parents }
        if child != nil, parents != nil {
            query.reject("whose", "invalid", "can’t be sent together with “child_id”.")
        }
        filter.owner = child ?? parents
        filter.book = query.integer("book_id", 1...Int.max).map { ID($0) }
        if let text = query.text("language", upTo: 35) {
            filter.language = LanguageTag(text)?.text
            if filter.language == nil {
                query.reject("language", "invalid", "must be a BCP 47 tag, like en or pt-BR.")
            }
        }
        guard let page = PageQuery(&query) else { return nil }
        self.filter = filter
        self.page = page
    }

    static let meanings = [
        "q": "Words that the term, the meaning or the notes have, whatever their case and accents.",
        "state": "How far the words have been learned.",
        "due": "`today`: only those that are asked today, in the family’s time zone. New words "
            + "have no date.",
        "child_id": "Only this child’s words.",
        "whose": "`parents`: only the parents’ words.",
        "book_id": "Only words met in this book.",
        "language": "Only words in this language, as a BCP 47 tag.",
    ].merging(PageQuery.meanings) { own, _ in own }
}

/// A word that a program adds.
struct SentWord: JSONContent {
    let word: NewWord

    init?(_ fields: inout JSONFields) {
        let term = fields.text(WordEditForm.termSpec, .required)
        let meaning = fields.text(WordEditForm.meaningSpec, .optional)
        let context = fields.text(WordEditForm.contextSpec, .optional)
        let notes = fields.text(WordEditForm.notesSpec, .optional)
        let language = fields.language(.optional)
        let child = fields.integer("child_id", 1...Int.max, .optional)
        let book = fields.integer("book_id", 1...Int.max, .optional)
        let seconds = fields.integer("seconds", 0...999_999, .optional)
        guard let term else { return nil }
        word = NewWord(
            term: term,
            meaning: meaning ?? "",
            context: context ?? "",
            notes: notes ?? "",
            language: language ?? WordEditForm.unknownLanguage,
            child: child.map { ID($0) },
            book: book.map { ID($0) },
            track: nil,
            seconds: book == nil ? nil : seconds.map { Double($0) }
        )
    }

    static let meanings = ChangedWord.meanings.merging([
        "book_id": "The id of the book in which it was met.",
        "seconds": "The moment in that book’s story.",
    ]) { own, _ in own }.filter { $0.key != "state" }
    static let example = #"{"term": "lantern", "meaning": "A lamp to carry.", "language": "en"}"#
}

/// What a program changes about a word.
struct ChangedWord: JSONContent {
    private let term: String?
    private let meaning: String?
    private let context: String?
    private let notes: String?
    private let language: String?
    /// Whose it becomes, if that is sent.
    let owner: WordOwner?
    let state: KeptWord.State?

    init?(_ fields: inout JSONFields) {
        term = fields.text(WordEditForm.termSpec, .kept)
        meaning = fields.text(WordEditForm.meaningSpec, .kept)
        context = fields.text(WordEditForm.contextSpec, .kept)
        notes = fields.text(WordEditForm.notesSpec, .kept)
        language = fields.language(.kept)
        let child = fields.integer("child_id", 1...Int.max, .keptOrNull)
        owner = fields.has("child_id") ? WordOwner(child.map { ID($0) }) : nil
        state = fields.choice("state", KeptWord.State.self, .kept)
    }

    func draft(over word: KeptWord) -> KeptWord.Draft {
        KeptWord.Draft(
            term: term ?? word.term,
            meaning: meaning ?? word.meaning,
            context: context ?? word.context,
            notes: notes ?? word.notes,
            language: language ?? word.language,
            child: owner.map(\.child) ?? word.child
        )
    }

    static let meanings = [
        "term": "The word.",
        "meaning": "What it means.",
        "context": "The sentence in which it was met.",
        "notes": "Notes.",
        "language": "The language as a BCP 47 tag; `und` if unknown.",
        "child_id": "The child whose word it is; null for the parents’.",
        "state":
            "How far it has been learned. `new` forgets its dates, `learning` asks for it now, "
            + "`reviewing` today, and `mastered` no more.",
    ]
    static let example = #"{"meaning": "A lamp to carry."}"#
}

extension JSONFields {
    /// A language's tag, in its usual form.
    fileprivate mutating func language(_ presence: Presence) -> String? {
        guard let text = token("language", 2...35, presence) else { return nil }
        guard let tag = LanguageTag(text) else {
            reject("language", "invalid", "must be a BCP 47 tag, like en or pt-BR.")
            return nil
        }
        return tag.text
    }
}

/// How well a word was remembered.
struct NewReview: JSONContent {
    /// The grades, as programs name them.
    enum Name: String, CaseIterable {
        case again, hard, good, easy

        var grade: WordGrade {
            switch self {
            case .again: .again
            case .hard: .hard
            case .good: .good
            case .easy: .easy
            }
        }
    }

    let grade: Name
    let turn: Int?

    init?(_ fields: inout JSONFields) {
        let grade = fields.choice("grade", Name.self)
        turn = fields.integer("turn", 0...Int.max, .optional)
        guard let grade else { return nil }
        self.grade = grade
    }

    static let meanings = [
        "grade": "How well it was remembered.",
        "turn":
            "The word’s `turn` that is answered. Without it, the word is answered as it is now.",
    ]
    static let example = #"{"grade": "good"}"#
}

/// A word as the API tells of it.
struct WordAnswer: NamedRecord {
    let word: KeptWord

    static let schemaName = "Word"
    static let example = WordAnswer(
        word: KeptWord(
            id: ID(1),
            child: ID(1),
            childName: "Astrid",
            term: "lantern",
            meaning: "A lamp to carry.",
            context: "The fox carried a lantern.",
            notes: "",
            language: "en",
            book: ID(1),
            bookTitle: "The Lantern Fox",
            track: .library(ID(3)),
            seconds: 12,
            createdAt: 1_795_248_000,
            updatedAt: 1_795_248_000,
            state: .reviewing,
            memory: WordMemory(phase: .review, step: 0, stability: 2.3065, difficulty: 2.1181),
            dueAt: 1_795_388_400,
            reviewedAt: 1_795_248_000,
            turn: 2,
            version: 1
        )
    )

    static let json: [JSONField<WordAnswer>] = [
        .integer("id", "The word’s id.") { $0.word.id.value },
        .text("term", "The word.") { $0.word.term },
        .text("meaning", "What it means.") { $0.word.meaning },
        .text("context", "The sentence in which it was met.") { $0.word.context },
        .text("notes", "Notes.") { $0.word.notes },
        .text("language", "The language as a BCP 47 tag; `und` if unknown.") { $0.word.language },
        .optionalInteger("child_id", "The child whose word it is; null for the parents’.") {
            $0.word.child?.value
        },
        .optionalInteger("book_id", "The book in which it was met; null if unknown.") {
            $0.word.book?.value
        },
        .optionalText("track", "The text of its story, as addresses have it; null if unknown.") {
            $0.word.track.map { "\($0)" }
        },
        .optionalInteger("seconds", "The moment in its story; null if unknown.") {
            $0.word.seconds.map { Int(clamping: $0) }
        },
        .choice("state", "How far it has been learned.") { $0.word.state },
        .optionalTime("due_at", "When it is asked next; null if it is new or at rest.") {
            $0.word.dueAt
        },
        .optionalTime("reviewed_at", "When it was answered last; null before that.") {
            $0.word.reviewedAt
        },
        .integer("turn", "Counts what changes its dates; send it with an answer.") {
            $0.word.turn
        },
        .time("created_at", "When it was added.") { $0.word.createdAt },
        .time("updated_at", "When its text was last changed.") { $0.word.updatedAt },
    ]
}
