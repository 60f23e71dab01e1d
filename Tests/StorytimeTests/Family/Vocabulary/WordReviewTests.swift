import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("Reviewing a family’s words")
struct WordReviewTests {
    private let home: WatchingHome
    private let console: Console

    init() throws {
        home = try WatchingHome()
        console = home.console
    }

    private var store: KeptWordStore {
        KeptWordStore(database: console.database, now: console.time.now)
    }

    @discardableResult
    private func add(_ term: String, of child: Child? = nil) throws -> ID<KeptWord> {
        let word = NewWord(
            term: term,
            meaning: "what \(term) means",
            context: "",
            language: "en",
            child: child?.id,
            book: nil,
            track: nil,
            seconds: nil
        )
        return try #require(try store.keep(word, of: home.family.id, by: .commandLine)).id
    }

    private func find(_ id: ID<KeptWord>) throws -> KeptWord {
        try store.find(id, of: home.family.id)
    }

    /// The form of the card as the page has it, with an answer.
    private func answers(_ page: Answer, _ grade: Int) throws -> [(String, String)] {
        let form = try #require(
            page.markup.forms.first { $0.action == "/watch/review" && $0.method == "post" }
        )
        return form.fields.filter { $0.name != "grade" }.map { ($0.name, $0.value) }
            + [("grade", "\(grade)")]
    }

    /// Some days later, when the parent has to sign in again.
    private func wait(until moment: Int) throws {
        console.time.now = moment
        let parent = try console.database.first(
            "SELECT id FROM users WHERE email = 'astrid@example.test'"
        ) { ID<User>(try $0.int(0)) }
        console.cookies = [:]
        try console.signIn(try #require(parent))
    }

    private func show(_ query: String = "") throws -> Answer {
        try console.get("/watch/review" + query)
    }

    @Test("V4.3 L111: A word is asked, answered, and asked again when the schedule says")
    func round() throws {
        let id = try add("lantern")
        let page = try show()
        #expect(page.contains("lantern") && page.contains("what lantern means"))
        #expect(page.contains("1 word left today."))
        // What comes of each answer.
        for text in ["1 min", "6 min", "10 min", "8 days"] { #expect(page.contains(text)) }
        try console.post("/watch/review", answers(page, 3))
        #expect(try find(id).state == .learning)
        // The wait that was shown is the wait that there is.
        console.time.now += 599
        #expect(try show().contains("The next word is due in 1 minute."))
        console.time.now += 1
        try console.post("/watch/review", answers(try show(), 3))
        let word = try find(id)
        #expect(word.state == .reviewing && word.turn == 2)
        // Two days from now, from midnight in Stockholm on.
        #expect(word.dueAt == WatchingHome.noon - 12 * 3600 + 2 * WatchingHome.day)
        let done = try show()
        #expect(done.contains("Done for today") && done.contains("Next: in 2 days, 1 word."))
        try wait(until: console.time.now + 2 * WatchingHome.day)
        #expect(try show().contains("1 word left today."))
        try console.post("/watch/review", answers(try show(), 1))
        #expect(try find(id).state == .learning && find(id).memory.phase == .relearning)
    }

    @Test("Steps that aren’t over can be gone through ahead, each once")
    func ahead() throws {
        for term in ["lantern", "owl"] { try add(term) }
        for _ in 0..<2 { try console.post("/watch/review", answers(try show(), 3)) }
        let waiting = try show()
        #expect(!waiting.contains("Show the meaning"))
        #expect(waiting.contains("The next word is due in 10 minutes."))
        #expect(waiting.contains("2 words left today."))
        let ahead = try #require(
            waiting.markup.all("a").compactMap { $0["href"] }.first { $0.contains("ahead=") }
        )
        console.time.now += 5
        var page = try console.get(ahead)
        #expect(page.contains("lantern"))
        page = try console.follow(console.post("/watch/review", answers(page, 1)))
        #expect(page.contains("what owl means"))
        page = try console.follow(console.post("/watch/review", answers(page, 4)))
        // What was answered again waits, as its button said.
        #expect(page.contains("The next word is due in 1 minute."))
        #expect(try console.get("/watch/review?ahead=x").status == 200)
    }

    @Test("V4.3 L111: A word that was remembered for months is mastered, and asked all the same")
    func masters() throws {
        let id = try add("lantern")
        var states: [KeptWord.State] = []
        for _ in 0..<5 {
            if let dueAt = try find(id).dueAt { console.time.now = max(console.time.now, dueAt) }
            _ = try store.answer(id, .good, turn: nil, in: home.family, by: .commandLine)
            states.append(try find(id).state)
        }
        #expect(states == [.learning, .reviewing, .reviewing, .reviewing, .mastered])
        let word = try find(id)
        #expect(FamilyDay(home.family, console.time.now).days(until: word.dueAt ?? 0) == 163)
    }

    @Test("An answer that is sent twice counts once, and of two windows the first counts")
    func once() throws {
        let id = try add("lantern")
        let fields = try answers(try show(), 3)
        try console.post("/watch/review", fields)
        #expect(
            try console.follow(console.post("/watch/review", fields)).contains("answered") == false
        )
        #expect(try find(id).turn == 1)
        let other = fields.dropLast() + [("grade", "1")]
        let late = try console.follow(console.post("/watch/review", Array(other)))
        #expect(late.contains("answered already, so this didn’t count"))
        #expect(try find(id).turn == 1 && find(id).memory.step == 1)
        let count = try console.database.first("SELECT count(*) FROM word_reviews") {
            try $0.int(0)
        }
        #expect(count == 1)
    }

    @Test("The last answer can be taken back, one after another, and never twice")
    func undo() throws {
        let first = try add("lantern")
        let second = try add("owl")
        let before = try (find(first), find(second))
        for grade in [4, 1] { try console.post("/watch/review", answers(try show(), grade)) }
        let page = try show()
        #expect(page.contains("Last answer:") && page.contains("owl"))
        let form = try #require(page.markup.forms.first { $0.action == "/watch/review/undo" })
        _ = try console.submit(form)
        try #expect(find(second).memory == before.1.memory && find(second).dueAt == nil)
        #expect(try console.follow(console.submit(form)).contains("has changed since"))
        let next = try #require(try show().markup.forms.first { $0.action == "/watch/review/undo" })
        _ = try console.submit(next)
        try #expect(find(first).memory == before.0.memory && find(first).state == .new)
        #expect(try !show().contains("Last answer:"))
        #expect(try show().contains("2 words left today."))
    }

    @Test("New words are asked up to the limit of the day, for each person")
    func limit() throws {
        for number in 0..<4 { try add("word \(number)") }
        try add("child’s word", of: home.pippi)
        #expect(
            try console.post("/watch/words/settings", [("new_per_day", "two")]).status == 422
        )
        #expect(try console.post("/watch/words/settings", [("new_per_day", "201")]).status == 422)
        try console.post("/watch/words/settings", [("new_per_day", "2")])
        #expect(try show("?whose=parents").contains("2 words left today."))
        for _ in 0..<2 { try console.post("/watch/review", answers(try show("?whose=parents"), 4)) }
        let page = try show("?whose=parents")
        #expect(page.contains("Done for today"))
        #expect(page.contains("Today’s 2 new words have been shown."))
        #expect(page.contains("Next: tomorrow, 2 words."))
        // The child has a day of their own, and comes first now.
        #expect(try show().contains("child’s word"))
        try wait(until: console.time.now + WatchingHome.day)
        #expect(try show("?whose=parents").contains("2 words left today."))
        try console.post("/watch/words/settings", [("new_per_day", "0")])
        #expect(try show("?whose=parents").contains("Done for today"))
    }

    @Test("The day begins at midnight where the family lives")
    func dayBoundary() throws {
        let id = try add("lantern")
        _ = try store.answer(id, .easy, turn: nil, in: home.family, by: .commandLine)
        let due = try #require(try find(id).dueAt)
        try wait(until: due - 1)
        #expect(try show().contains("Next: tomorrow, 1 word."))
        try wait(until: due)
        #expect(try show().contains("1 word left today."))
        // Stockholm is an hour ahead of Greenwich in winter.
        #expect(due % WatchingHome.day == 23 * 3600)
    }

    @Test("V4.3 L111: A badge that is set by hand sets the schedule, and Undo sets it back exactly")
    func byHand() throws {
        let id = try add("lantern")
        for (state, isAsked) in [
            (KeptWord.State.learning, true), (.reviewing, true), (.mastered, false), (.new, true),
        ] {
            let answer = try console.post("/watch/words/\(id)/state", [("state", state.rawValue)])
            #expect(answer.location?.hasPrefix("/watch/words") == true)
            #expect(try find(id).state == state)
            #expect(try show().contains("Show the meaning") == isAsked, "\(state)")
        }
        for _ in 0..<2 {
            _ = try store.answer(id, .good, turn: nil, in: home.family, by: .commandLine)
        }
        let before = try find(id)
        let answer = try console.post("/watch/words/\(id)/state", [("state", "new")])
        #expect(try find(id).memory == WordMemory())
        let form = try #require(
            try console.follow(answer).markup.forms.first {
                $0.action.contains("/undo?undo=badges")
            }
        )
        _ = try console.submit(form)
        let after = try find(id)
        #expect(after.memory == before.memory && after.dueAt == before.dueAt)
        #expect(after.state == .reviewing && after.reviewedAt == before.reviewedAt)
        // Twice is no mistake, and nothing else.
        #expect(try console.follow(console.submit(form)).contains("have changed since"))
        #expect(try console.post("/watch/words/\(id)/state", [("state", "known")]).status == 400)
    }

    @Test("Another family’s words can’t be answered, and nonsense is refused")
    func strangers() throws {
        let id = try add("canary")
        for fields in [
            [("word", "\(id)"), ("turn", "0"), ("grade", "5")],
            [("word", "\(id)"), ("turn", "x"), ("grade", "3")], [("word", "x")], [],
        ] {
            #expect(try console.post("/watch/review", fields).status == 400)
        }
        #expect(try console.post("/watch/review/undo", [("word", "\(id)")]).status == 400)
        let strangers = try console.addFamily("Strangers")
        try console.signIn(try console.addParent("stranger@example.test", in: strangers))
        let fields = [("word", "\(id)"), ("turn", "0"), ("grade", "3")]
        #expect(try console.post("/watch/review", fields).status == 404)
        #expect(try console.post("/watch/review/undo", fields).status == 404)
        #expect(try console.post("/watch/words/\(id)/state", [("state", "new")]).status == 404)
        #expect(try !console.get("/watch/review").contains("canary"))
        #expect(try console.get("/watch/words/\(id)").status == 404)
        console.cookies = [:]
        try console.signIn(as: .admin)
        #expect(try console.get("/watch/review").status == 404)
    }

    @Test("A child’s words are not asked while the child is in the bin")
    func binned() throws {
        try add("lantern", of: home.pippi)
        #expect(try show().contains("lantern"))
        _ = try console.children.remove(
            home.pippi.id,
            of: home.family.id,
            version: nil,
            by: .commandLine
        )
        #expect(try !show().contains("lantern"))
        #expect(try !console.get("/watch/words").contains("lantern"))
    }

    @Test("Children who read along see their own words in large letters, and others none")
    func kids() throws {
        let kids = try KidsHome(isHandedOver: false)
        let store = KeptWordStore(database: kids.console.database, now: kids.console.time.now)
        for (term, child) in [
            ("lantern", kids.pippi.id as ID<Child>?), ("canary", kids.annika.id),
            ("canary two", nil),
        ] {
            _ = try store.keep(
                NewWord(
                    term: term,
                    meaning: "canary meaning",
                    context: "",
                    language: "en",
                    child: child,
                    book: nil,
                    track: nil,
                    seconds: nil
                ),
                of: kids.family.id,
                by: .commandLine
            )
        }
        let large = try kids.console.get("/watch/words/large?whose=\(kids.pippi.id)")
        #expect(large.contains("lantern") && !large.contains("canary"))
        #expect(try kids.console.get("/watch/words/large?whose=99").status == 404)
        try kids.handOver()
        #expect(try kids.console.get("/kids/words").status == 404)
        #expect(try !kids.console.get("/kids").contains("/kids/words"))
        try kids.console.database.execute("UPDATE children SET may_read_along = 1")
        #expect(try kids.console.get("/kids").contains("/kids/words"))
        let page = try kids.console.get("/kids/words")
        #expect(page.contains("lantern") && !page.contains("canary"))
        #expect(page.markup.forms.isEmpty)
        // What is for parents isn’t there.
        for path in ["/watch/words", "/watch/review", "/watch/words.csv", "/watch/words/large"] {
            #expect(try kids.console.get(path).status == 404, "\(path)")
        }
    }
}
