import HTTP
import Quill

/// Reviewing what is due today, one word at a time.
enum WordReviewPages {
    static let path = "/watch/review"

    static let routes: [Route] = [
        get("/watch/review", for: .parent, show),
        post("/watch/review", for: .parent, answer),
        post("/watch/review/undo", for: .parent, undo),
    ]

    /// `ahead` is the moment from which on somebody goes through words that aren’t due yet.
    static func href(_ owner: WordOwner?, ahead: Int? = nil) -> String {
        let pairs = [("whose", owner?.text), ("ahead", ahead.map(String.init))]
            .compactMap { name, value in value.map { (name: name, value: $0) } }
        return pairs.isEmpty ? path : path + "?" + PercentEncoding.encodeQuery(pairs)
    }

    static func show(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        let family = scope.family
        let store = visit.keptWords
        let owners = try visit.wordOwners(of: family)
        let left = try store.left(in: family, owners.map(\.owner))
        let wanted = WordOwner(try visit.query().text("whose"))
        let owner =
            owners.first { $0.owner == wanted }?.owner
            ?? owners.first { left[$0.owner] ?? 0 > 0 }?.owner ?? .parents
        let ahead = try visit.query().number("ahead")
        let agenda = try store.agenda(
            of: owner,
            in: family,
            ahead: ahead.map { min($0, visit.now) }
        )
        return try visit.page(
            WordReviewPage(
                owner: owner,
                owners: owners.filter { left[$0.owner] != nil || $0.owner == owner },
                left: left,
                agenda: agenda,
                last: try store.lastAnswer(of: owner, in: family),
                isWatchable: try agenda.word.map { try visit.mayWatch($0, family) } ?? false,
                day: FamilyDay(family, visit.now),
                ahead: ahead,
                now: visit.now
            )
        )
    }

    static func answer(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        guard let id = fields.text("word").flatMap({ ID<KeptWord>(pathSegment: $0[...]) }),
            let turn = fields.number("turn"),
            let grade = fields.number("grade")
                .flatMap({ WordGrade(rawValue: $0) })
        else {
            throw Failure.badRequest(
                "“word” and “turn” must be those of the page, and “grade” a number from 1 to 4."
            )
        }
        let ahead = fields.number("ahead")
        let answered = try visit.keptWords.answer(
            id,
            grade,
            turn: turn,
            in: scope.family,
            by: scope.actor
        )
        switch answered {
        case .now(let word), .before(let word, same: true):
            return try visit.redirect(to: href(WordOwner(word.child), ahead: ahead))
        case .before(let word, same: false):
            return try visit.redirect(
                to: href(WordOwner(word.child), ahead: ahead),
                notice: Flash(.info, "“\(word.term)” was answered already, so this didn’t count.")
            )
        }
    }

    static func undo(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        guard let id = fields.text("word").flatMap({ ID<KeptWord>(pathSegment: $0[...]) }),
            let turn = fields.number("turn")
        else { throw Failure.badRequest("“word” and “turn” must be those of the page.") }
        let word = try visit.keptWords.find(id, of: scope.family.id)
        let isUndone = try visit.keptWords.undoAnswer(id, turn: turn, in: scope.family)
        return try visit.redirect(
            to: href(WordOwner(word.child)),
            notice: isUndone
                ? Flash(.good, "Your answer for “\(word.term)” was undone.")
                : Flash(.info, "“\(word.term)” has changed since, so your answer wasn’t undone.")
        )
    }
}

/// One word to be remembered, or that today’s are done.
struct WordReviewPage: Page {
    static let template = "family/vocabulary/review.html"

    let owner: WordOwner
    let owners: [WordOwnerName]
    let left: [WordOwner: Int]
    let agenda: KeptWordStore.Agenda
    let last: (word: KeptWord, grade: WordGrade)?
    let isWatchable: Bool
    let day: FamilyDay
    let ahead: Int?
    let now: Int

    private var lede: String {
        guard agenda.total > 0 else { return "" }
        let left = Counted.text(agenda.left, "word", "words")
        return agenda.left == 0 ? "Nothing left today." : "\(left) left today."
    }

    /// "Next: tomorrow, 5 words."
    private var nextText: String? {
        agenda.next.map { days, count in
            "Next: \(KeptWordRow.when(days)), \(Counted.text(count, "word", "words"))."
        }
    }

    /// "The next word is due in 10 minutes."
    private var waitText: String? {
        agenda.waitsUntil.map { moment in
            let minutes = (moment - now + 59) / 60
            return minutes < 60
                ? "The next word is due in \(Counted.text(minutes, "minute", "minutes"))."
                : "The next word is due later today."
        }
    }

    static let fields: [Field<WordReviewPage>] = [
        .text("path") { _ in WordReviewPages.path },
        .text("list_href") { _ in KeptWordPages.path },
        .text("lede") { $0.lede },
        .bool("is_empty") { $0.agenda.total == 0 },
        .list("scopes") { page in
            page.owners.count < 2
                ? []
                : page.owners.map { each in
                    ScopeLink(
                        label: each.name,
                        href: WordReviewPages.href(each.owner),
                        count: page.left[each.owner] ?? 0,
                        isCurrent: each.owner == page.owner
                    )
                }
        },
        .optionalRecord("card") { page in
            page.agenda.word.map {
                WordCard(word: $0, isWatchable: page.isWatchable, day: page.day)
            }
        },
        .optionalText("wait") { $0.waitText },
        .int("wait_seconds") { max(0, ($0.agenda.waitsUntil ?? $0.now) - $0.now) },
        .text("ahead_href") { WordReviewPages.href($0.owner, ahead: $0.now) },
        .text("ahead") { $0.ahead.map(String.init) ?? "" },
        .optionalText("next") { $0.nextText },
        .optionalText("limit_note") { page in
            page.agenda.newPerDay > 0 && page.agenda.newToday >= page.agenda.newPerDay
                ? page.agenda.newPerDay == 1
                    ? "Today’s new word has been shown."
                    : "Today’s \(Counted.number(page.agenda.newPerDay)) new words have been shown."
                : nil
        },
        .optionalRecord("last") { page in
            page.last.map { LastAnswer(word: $0.word, grade: $0.grade) }
        },
    ]
}

/// The answer that can be taken back.
struct LastAnswer: Record {
    let word: KeptWord
    let grade: WordGrade

    static let fields: [Field<LastAnswer>] = [
        .int("id") { $0.word.id.value },
        .int("turn") { $0.word.turn },
        .text("term") { $0.word.term },
        .text("grade") { $0.grade.label },
    ]
}

/// A word that is asked for: its front, and behind it what it means.
struct WordCard: Record {
    let word: KeptWord
    let isWatchable: Bool
    let day: FamilyDay

    /// The sentence with a gap would give the word away less, but it is what it was met in.
    static let fields: [Field<WordCard>] = [
        .int("id") { $0.word.id.value },
        .int("turn") { $0.word.turn },
        .text("term") { $0.word.term },
        .optionalText("tag") { card in
            card.word.language == WordEditForm.unknownLanguage ? nil : card.word.language
        },
        .text("meaning") { $0.word.meaning },
        .text("context") { $0.word.context },
        .text("notes") { $0.word.notes },
        .text("state_label") { $0.word.state.label },
        .text("edit_href") { $0.word.href + "?" + KeptWordPages.fromReview },
        .optionalText("book") { $0.word.bookTitle },
        .optionalText("moment_href") { $0.isWatchable ? $0.word.momentHref : nil },
        .list("grades") { card in
            WordGrade.allCases.map { GradeButton(grade: $0, word: card.word, day: card.day) }
        },
    ]
}

/// One of the four answers, with what comes of it.
struct GradeButton: Record {
    let grade: WordGrade
    let word: KeptWord
    let day: FamilyDay

    private var wait: String {
        let days = word.reviewedAt.map { day.days(since: $0) } ?? 0
        switch RepetitionSchedule.standard.answer(grade, to: word.memory, after: days).wait {
        case .seconds(let seconds):
            let minutes = (seconds + 59) / 60
            return "\(minutes) min"
        case .days(let days): return Counted.text(days, "day", "days")
        }
    }

    static let fields: [Field<GradeButton>] = [
        .int("value") { $0.grade.rawValue },
        .text("label") { $0.grade.label },
        .text("wait") { $0.wait },
    ]
}
