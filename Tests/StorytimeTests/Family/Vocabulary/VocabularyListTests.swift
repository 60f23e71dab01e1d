import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("The list of a family’s words")
struct VocabularyListTests {
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
    private func add(
        _ term: String,
        _ meaning: String = "",
        notes: String = "",
        language: String = "en",
        of child: Child? = nil,
        in book: Book? = nil
    ) throws -> ID<KeptWord> {
        let word = NewWord(
            term: term,
            meaning: meaning,
            context: "",
            notes: notes,
            language: language,
            child: child?.id,
            book: book?.id,
            track: nil,
            seconds: book == nil ? nil : 12
        )
        return try #require(try store.keep(word, of: home.family.id, by: .commandLine)).id
    }

    /// The words that a list shows, in its order.
    private func terms(_ query: String) throws -> [String] {
        let page = try console.get("/watch/words" + query)
        #expect(page.status == 200)
        return try store.list(
            KeptWordAddress(Fields(URLEncodedForm(query: String(query.dropFirst())).pairs)).filter,
            KeptWordAddress(Fields(URLEncodedForm(query: String(query.dropFirst())).pairs)).request
                .sort,
            of: home.family,
            limit: 100
        ).map { word in
            #expect(page.contains(word.term))
            return word.term
        }
    }

    @Test(
        "V4.3 L112: Words are found by how words begin, whatever case and accents, and by parts of others"
    )
    func search() throws {
        try add("Straße", "a street", notes: "the Danish gade")
        try add("café", "ein Kaffeehaus")
        try add("きらきら光る", "to glitter")
        for (words, found) in [
            ("strasse", ["Straße"]), ("STR", ["Straße"]), ("cafe", ["café"]), ("gade", ["Straße"]),
            ("kaffee", ["café"]), ("haus", []), ("光", ["きらきら光る"]), ("street danish", ["Straße"]),
            ("street kaffee", []), ("%", []), ("_", []), ("", ["きらきら光る", "café", "Straße"]),
        ] {
            let query = "?" + PercentEncoding.encodeQuery([(name: "q", value: words)])
            #expect(try terms(query) == found, "\(words)")
        }
        #expect(try console.get("/watch/words?q=zzz").contains("No words match"))
    }

    @Test("V4.3 L111: Chips narrow the list by state, due, person, story and language, and count")
    func filters() throws {
        let lantern = try add("lantern", of: home.pippi, in: home.fox)
        try add("owl")
        try add("uggla", language: "sv", in: home.owl)
        _ = try store.set(.learning, [lantern], of: home.family, by: .commandLine)
        for (query, found) in [
            ("?state=new", ["uggla", "owl"]), ("?state=learning", ["lantern"]),
            ("?due=1", ["uggla", "owl", "lantern"]), ("?whose=parents", ["uggla", "owl"]),
            ("?whose=\(home.pippi.id)", ["lantern"]), ("?language=sv", ["uggla"]),
            ("?book=\(home.fox.id)", ["lantern"]), ("?state=new&language=en", ["owl"]),
            ("?state=bogus&whose=x&book=-1", ["uggla", "owl", "lantern"]),
            ("?sort=term", ["lantern", "owl", "uggla"]),
            ("?sort=-term", ["uggla", "owl", "lantern"]),
            ("?sort=due", ["lantern", "owl", "uggla"]),
            ("?sort=added", ["lantern", "owl", "uggla"]),
        ] {
            #expect(try terms(query) == found, "\(query)")
        }
        let counts = try store.counts(KeptWordFilter(), of: home.family)
        #expect(counts.states == [.new: 2, .learning: 1] && counts.due == 3)
        #expect(counts.owners == [.parents: 2, .child(home.pippi.id): 1])
        #expect(counts.languages.map(\.tag) == ["en", "sv"])
        #expect(Set(counts.books.map(\.title)) == ["The Lantern Fox", "An Owl at Noon"])
        // A filter doesn't hide its own alternatives.
        var filter = KeptWordFilter()
        filter.state = .learning
        #expect(try store.counts(filter, of: home.family).states == [.new: 2, .learning: 1])
        #expect(try store.counts(filter, of: home.family).languages.map(\.tag) == ["en"])
    }

    @Test("V4.3 L110, L112: A word is added once, changed, and links back to its moment")
    func edits() throws {
        let form = try #require(
            try console.get("/watch/words/new").markup.forms.first {
                $0.action == "/watch/words/new"
            }
        )
        let typed = [
            ("form_token", form.fields.first { $0.name == "form_token" }?.value ?? ""),
            ("term", " lantern "), ("meaning", "A lamp."),
            ("context", "The fox’s lantern."), ("notes", "Lat. lanterna"), ("language", "English"),
            ("owner", "\(home.pippi.id)"),
        ]
        for _ in 0..<2 { #expect(try console.post("/watch/words/new", typed).status == 303) }
        #expect(try store.count(of: home.family.id) == 1)
        let again = try console.post("/watch/words/new", [("form_token", "")] + typed.dropFirst())
        #expect(again.status == 422 && again.contains("Lat. lanterna"))
        #expect(again.contains("This word already exists for the same person and language."))
        for wrong in [
            [("term", " ")], [("term", String(repeating: "x", count: 201))],
            [("term", "a"), ("language", "Klingonese")], [("term", "a"), ("owner", "99")],
            [("term", "a"), ("meaning", String(repeating: "x", count: 4001))],
        ] {
            let answer = try console.post("/watch/words/new", wrong + [("owner", "parents")])
            #expect(answer.status == 422)
        }
        let word = try #require(
            try store.list(KeptWordFilter(), KeptWordFilter().usualSort, of: home.family, limit: 1)
                .first
        )
        #expect(word.term == "lantern" && word.notes == "Lat. lanterna" && word.language == "en")
        #expect(word.child == home.pippi.id)
        let page = try console.get("/watch/words/1")
        #expect(page.contains("Lat. lanterna"))
        let change = [("version", "1"), ("term", "lanterns"), ("owner", "parents")]
        #expect(try console.post("/watch/words/1", change).status == 303)
        #expect(try store.find(word.id, of: home.family.id).child == nil)
        // Somebody saved in between: both are shown, and nothing is lost.
        let late = try console.post("/watch/words/1", change + [("notes", "mine")])
        #expect(late.status == 409 && late.contains("mine"))
        #expect(
            try console.post("/watch/words/1", [("term", "x"), ("owner", "parents")]).status == 422
        )
        let owl = try add("owl")
        let taken = [
            ("version", "1"), ("term", "LANTERNS"), ("owner", "parents"), ("language", ""),
        ]
        _ = try console.post(
            "/watch/words/1",
            [("version", "2"), ("term", "lanterns"), ("owner", "parents"), ("language", "en")]
        )
        #expect(
            try console.post("/watch/words/\(owl)", taken.dropLast() + [("language", "en")]).status
                == 422
        )
    }

    @Test("Many are removed or marked at once, and Undo brings them back")
    func many() throws {
        let ids = try ["one", "two", "three"].map { try add($0) }
        let chosen = ids.prefix(2).map { ("ids", "\($0)") }
        #expect(try console.post("/watch/words/changes", []).status == 422)
        let nothing = try console.post("/watch/words/changes", chosen + [("what", "")])
        #expect(nothing.status == 422 && nothing.contains("checked"))
        let marked = try console.follow(
            console.post("/watch/words/changes", chosen + [("what", "mastered")])
        )
        #expect(marked.contains("2 words marked as “Mastered”."))
        let back = try #require(marked.markup.forms.first { $0.action.contains("undo=badges") })
        _ = try console.submit(back)
        #expect(try terms("?state=new").count == 3)
        let removed = try console.follow(
            console.post("/watch/words/changes", chosen + [("act", "remove")])
        )
        #expect(removed.contains("2 words removed."))
        #expect(try terms("") == ["three"])
        let undo = try #require(removed.markup.forms.first { $0.action.contains("undo=removal") })
        // One of them was kept again meanwhile: it stays one.
        try add("two")
        #expect(try console.follow(console.submit(undo)).contains("1 word restored."))
        #expect(try terms("").count == 3)
        for bad in ["", "?undo=removal", "?undo=adding&words=3-1", "?undo=frob&words=1"] {
            #expect(try console.post("/watch/words/undo" + bad).status == 400, "\(bad)")
        }
    }

    @Test("V4.3 L110: Words of a story’s text are kept at once, each with its sentence and moment")
    func fromText() throws {
        let video = try #require(try console.videos.current(of: home.fox.id))
        let track = try console.addTrack(["The fox ran.", "The owl saw the fox."], to: video)
        let path = "/watch/vocabulary/from/\(home.fox.id)"
        let page = try console.get(path + "?track=\(track.id)&child=\(home.pippi.id)")
        #expect(page.status == 200 && page.contains("5 different words."))
        let kept = [
            ("track", "\(track.id)"), ("child", "\(home.pippi.id)"), ("words", "fox"),
            ("words", "owl"), ("words", "not in the text"),
        ]
        let answer = try console.follow(console.post(path, kept))
        #expect(answer.contains("2 words saved.") && answer.contains("Already saved"))
        let words = try store.list(
            KeptWordFilter(),
            KeptWordFilter().usualSort,
            of: home.family,
            limit: 9
        )
        #expect(words.map(\.term) == ["owl", "fox"])
        #expect(words[1].context == "The fox ran." && words[1].child == home.pippi.id)
        #expect(
            words[0].momentHref?.hasPrefix("/watch/\(home.fox.id)?track=\(track.id)&t=") == true
        )
        #expect(
            try console.follow(console.post(path, kept)).contains("You already have all of these")
        )
        #expect(try console.post(path, [("track", "\(track.id)")]).status == 422)
        let undo = try #require(answer.markup.forms.first { $0.action.contains("undo=adding") })
        _ = try console.submit(undo)
        #expect(try store.count(of: home.family.id) == 0)
        // Nobody else’s child, and no story that may not be watched.
        let strangers = try console.addFamily("Strangers")
        let foreign = try console.addChild("Canary", in: strangers)
        #expect(try console.get(path + "?child=\(foreign.id)").status == 404)
        try console.endRights(home.fox.id)
        #expect(try console.get(path).status == 404)
        #expect(try console.post(path, kept).status == 404)
    }

    @Test("How many are to be reviewed is said once, and follows the filters")
    func counts() throws {
        for term in ["lantern", "lamp", "owl"] { try add(term) }
        try add("fox", of: home.pippi, in: home.fox)
        try store.setNewPerDay(2, of: home.family.id)
        func says(_ query: String, _ lede: String, _ due: Int?) throws {
            let page = try console.get("/watch/words" + query)
            #expect(page.contains("<p class=\"lede\">\(lede)</p>"), "\(query)")
            guard let due else { return }
            #expect(
                page.contains("To review today <span class=\"chip-count\">\(due)</span>"),
                "\(query)"
            )
        }
        // Each person has room for two new words.
        try says("", "4 words, 3 to review today.", 3)
        try says("?whose=\(home.pippi.id)", "1 word, 1 to review today.", 1)
        try says("?whose=parents", "3 words, 2 to review today.", 2)
        try says("?q=owl", "1 word.", 0)
        try says("?q=lan", "1 word, 1 to review today.", 1)
        try says("?due=1", "3 words to review today.", 3)
        try says("?state=new", "4 words.", 3)
        try says("?q=zzz", "No words.", 0)
        let review = try console.get("/watch/review?whose=parents")
        #expect(review.contains("2 words left today."))
        #expect(try terms("?due=1") == ["fox", "lamp", "lantern"])
    }

    /// What a browser would send of a word’s page, with some fields changed.
    private func edit(_ page: Answer, _ id: ID<KeptWord>, _ changes: [String: String]) throws
        -> [(String, String)]
    {
        let form = try #require(page.markup.forms.first { $0.action == "/watch/words/\(id)" })
        return form.fields.map { ($0.name, changes[$0.name] ?? $0.value) }
    }

    @Test("Two edits of one word are merged; only a field that both changed is asked about")
    func merges() throws {
        let id = try add("lantern", "a lamp")
        let path = "/watch/words/\(id)"
        let page = try console.get(path)
        let first = try edit(page, id, ["meaning": "a light to carry"])
        let second = try edit(page, id, ["notes": "Lat. lanterna"])
        #expect(try console.post(path, first).status == 303)
        let merged = try console.follow(try console.post(path, second))
        #expect(merged.contains("What you changed in another tab was kept: Meaning."))
        var word = try store.find(id, of: home.family.id)
        #expect(word.meaning == "a light to carry" && word.notes == "Lat. lanterna")
        // Both changed the meaning: that is the only question.
        let third = try edit(page, id, ["meaning": "something else", "context": "A lantern."])
        let asked = try console.post(path, third)
        #expect(asked.status == 409 && asked.contains("Saved by you"))
        #expect(asked.contains("a light to carry") && asked.contains("something else"))
        #expect(asked.text.components(after: "name=\"asked\"").count == 1)
        let undecided = try edit(asked, id, [:]).filter { $0.0 != "keep.meaning" }
        let again = try console.post(path, undecided + [("asked", "meaning")])
        #expect(again.status == 422 && again.contains("choose which version to keep"))
        let chosen = undecided + [("asked", "meaning"), ("keep.meaning", "theirs")]
        #expect(try console.post(path, chosen).status == 303)
        word = try store.find(id, of: home.family.id)
        #expect(word.meaning == "a light to carry" && word.context == "A lantern.")
        #expect(word.notes == "Lat. lanterna")
        // Somebody else is called by their name.
        let tom = try console.addParent("tom@example.test", in: home.family, name: "Tom")
        let astrid = console.cookies
        let late = try edit(try console.get(path), id, ["meaning": "mine"])
        console.cookies = [:]
        try console.signIn(tom)
        let toms = try edit(try console.get(path), id, ["meaning": "Tom’s"])
        #expect(try console.post(path, toms).status == 303)
        console.cookies = astrid
        #expect(try console.post(path, late).contains("Saved by Tom"))
    }

    @Test("A word that was removed in another window isn’t a dead end, and nothing typed is lost")
    func removedElsewhere() throws {
        let id = try add("lantern", "a lamp")
        let path = "/watch/words/\(id)"
        let typed = try edit(try console.get(path), id, ["notes": "typed for long"])
        #expect(try console.post(path + "/remove").status == 303)
        let ways: [() throws -> Answer] = [
            { try console.post(path + "/remove") }, { try console.get(path) },
            { try console.post(path + "/state", [("state", "learning")]) },
        ]
        for way in ways {
            let list = try console.follow(way())
            #expect(list.contains("“lantern” was already removed."))
            #expect(list.markup.forms.contains { $0.action == path + "/restore" })
        }
        let kept = try console.post(path, typed)
        #expect(kept.status == 409 && kept.contains("typed for long"))
        #expect(kept.contains("This word was removed while you were editing it"))
        let restoring = try edit(kept, id, [:])
        #expect(try console.post(path, restoring).status == 303)
        #expect(try store.find(id, of: home.family.id).notes == "typed for long")
        // Saved again meanwhile, it can’t come back.
        #expect(try console.post(path + "/remove").status == 303)
        try add("lantern")
        let taken = try console.post(path, restoring)
        #expect(taken.status == 409 && taken.contains("This word already exists"))
        // Another family’s is as if it weren’t there.
        let strangers = try console.addFamily("Strangers")
        try console.signIn(try console.addParent("stranger@example.test", in: strangers))
        #expect(try console.post(path + "/remove").status == 404)
        #expect(try console.post(path, restoring).status == 404)
        #expect(try console.get(path).status == 404)
    }

    @Test("Whoever acts on a word comes back to it, or to the one beside it")
    func staysAtRow() throws {
        let ids = try ["one", "two", "three"].map { try add($0) }
        func place(_ path: String, _ fields: [(String, String)] = []) throws -> String? {
            try console.post("/watch/words/" + path, fields).location
        }
        #expect(
            try place("\(ids[1])/state", [("state", "learning"), ("list", "sort=added")])
                == "/watch/words?sort=added#word-\(ids[1])"
        )
        // It is no longer among the new ones: the next is there.
        #expect(
            try place("\(ids[2])/state", [("state", "learning"), ("list", "state=new")])
                == "/watch/words?state=new#word-\(ids[0])"
        )
        #expect(
            try place("changes", [("ids", "\(ids[1])"), ("what", "mastered")])
                == "/watch/words#word-\(ids[1])"
        )
        // The list has the newest first: below “two” is “one”.
        #expect(try place("\(ids[1])/remove") == "/watch/words#word-\(ids[0])")
        #expect(try place("\(ids[1])/restore") == "/watch/words#word-\(ids[1])")
        #expect(try place("\(ids[0])/remove") == "/watch/words#word-\(ids[1])")
        let page = try console.get("/watch/words/\(ids[2])")
        let form = try edit(page, ids[2], ["notes": "n"])
        #expect(try place("\(ids[2])", form) == "/watch/words#word-\(ids[2])")
        let rest = ids.dropFirst().map { ("ids", "\($0)") }
        #expect(try place("changes", rest + [("act", "remove")]) == "/watch/words#words")
        #expect(try console.get("/watch/words").contains("id=\"words\""))
    }

    @Test("The same word without a language isn’t added a second time")
    func alike() throws {
        try add("lantern")
        let typed = [("term", "Lantern"), ("owner", "parents"), ("language", "")]
        let refused = try console.post("/watch/words/new", typed)
        #expect(refused.status == 422 && refused.contains("already exists in English"))
        #expect(try store.count(of: home.family.id) == 1)
        for language in ["Swedish", "German"] {
            let other = typed.dropLast() + [("language", language)]
            #expect(try console.post("/watch/words/new", Array(other)).status == 303)
        }
        try add("owl", language: "und")
        let owl = [("term", "owl"), ("owner", "parents"), ("language", "English")]
        #expect(
            try console.post("/watch/words/new", owl).contains("already exists without a language")
        )
    }

    @Test("“Vocabulary” on a story’s page lists the words from that story")
    func ofStory() throws {
        let book = try console.addStory("Moon and Lamp")
        try console.keepFilm(of: book)
        try add("lantern", in: book)
        try add("owl")
        let story = try console.get("/watch/\(book.id)")
        let href = try #require(
            story.markup.all("a").compactMap { $0["href"] }
                .first { $0.hasPrefix("/watch/words?") }
        )
        let list = try console.get(href)
        #expect(list.contains(">lantern</h2>") && !list.contains(">owl</h2>"))
        #expect(list.contains("Back to the story"))
        let none = try console.get("/watch/words?book=\(home.owl.id)")
        #expect(none.contains("No words from this story yet"))
        #expect(none.contains("<bdi>An Owl at Noon</bdi>"))
        // A story that the family can’t see has no name here.
        let hidden = try console.addActiveBook("Canary book")
        #expect(try !console.get("/watch/words?book=\(hidden.id)").contains("Canary"))
    }

    @Test("A meaning that is added from the review leads back there")
    func backToReview() throws {
        let id = try add("lantern")
        let review = try console.get("/watch/review")
        #expect(review.contains("No meaning yet."))
        #expect(review.contains("href=\"/watch/words/\(id)?from=review\""))
        let page = try console.get("/watch/words/\(id)?from=review")
        let form = try edit(page, id, ["meaning": "a lamp"])
        #expect(
            try console.post("/watch/words/\(id)", form).location == "/watch/review?whose=parents"
        )
    }

    @Test("Old words without a search key are filled in, so that they are found")
    func fills() throws {
        try add("lantern")
        try console.database.execute("UPDATE kept_words SET search_key = ''")
        #expect(try terms("?q=lantern").isEmpty)
        try store.fillSearch()
        #expect(try terms("?q=lantern") == ["lantern"])
    }
}
