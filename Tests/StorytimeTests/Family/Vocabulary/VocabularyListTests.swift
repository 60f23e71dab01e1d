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
            ("?due=1", ["lantern"]), ("?whose=parents", ["uggla", "owl"]),
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
        #expect(counts.states == [.new: 2, .learning: 1] && counts.due == 1)
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
        #expect(answer.contains("2 words kept.") && answer.contains("Kept already"))
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
        #expect(try console.follow(console.post(path, kept)).contains("You had all of these words"))
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

    @Test("Old words without a search key are filled in, so that they are found")
    func fills() throws {
        try add("lantern")
        try console.database.execute("UPDATE kept_words SET search_key = ''")
        #expect(try terms("?q=lantern").isEmpty)
        try store.fillSearch()
        #expect(try terms("?q=lantern") == ["lantern"])
    }
}
