import HTTP
import Markup
import SQLite
import Testing

@testable import Storytime

@Suite("What a family asked about its stories")
struct ConversationListTests {
    private let home: ReadAlongHome
    private let console: Console
    private let path = "/watch/conversations"

    init() throws {
        home = try ReadAlongHome()
        console = home.console
    }

    private var store: ExplanationStore {
        ExplanationStore(database: console.database, now: console.time.now)
    }

    @discardableResult
    private func ask(
        _ text: String,
        in thread: ID<Explanation>? = nil,
        about book: Book? = nil,
        of family: Family? = nil
    ) throws -> ID<Explanation> {
        let id = try store.begin(
            Question(
                family: (family ?? home.family).id,
                user: home.parent,
                book: (book ?? home.book).id,
                track: .library(home.english.id),
                cue: 1,
                kind: .translate,
                text: text,
                language: "de",
                question: thread == nil ? "" : "Why?",
                thread: thread,
                model: "owl",
                contentHash: try Digest.sha256(Array("\(text)\(thread?.value ?? 0)".utf8))
            )
        )
        try store.finish(id, "Answer to \(text)", isCut: false)
        return id
    }

    private func count(_ condition: SQL = "1") throws -> Int? {
        try console.database.first("SELECT count(*) FROM explanations WHERE \(sql: condition)") {
            try $0.int(0)
        }
    }

    private func headings(_ page: Answer) -> [String] {
        page.markup.all("a").filter { $0["href"]?.contains("/explanations/") == true }.map(\.text)
    }

    @Test("V3 L86: All of it is listed, the latest first, with the way to each conversation")
    func list() throws {
        let empty = try console.get(path)
        #expect(empty.status == 200 && empty.contains("No conversations yet"))
        let first = try ask("fox")
        try ask("fox", in: first)
        try ask("fox", in: first)
        let second = try ask("<b>lantern</b>\nlight")
        // What has no answer isn’t one.
        _ = try store.begin(
            Question(
                family: home.family.id,
                user: nil,
                book: home.book.id,
                track: .own(ID(1)),
                cue: 1,
                kind: .explain,
                text: "unanswered",
                language: "de",
                model: "owl",
                contentHash: try Digest.sha256([1])
            )
        )
        let page = try console.get(path)
        #expect(
            headings(page) == [
                "Translation of “<b>lantern</b> light”", "Translation of “fox”",
            ]
        )
        for text in ["Answer to fox", "German", "2 more questions", "The Lantern Fox"] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(!page.contains("unanswered") && !page.contains("Why?"))
        for id in [first, second] {
            let href = "\(home.path)/explanations/\(id)"
            #expect(page.markup.all("a").contains { $0["href"] == href })
            #expect(try console.get(href).status == 200)
        }
        // The page of one leads back to its story and text, and says what it is about.
        let one = try console.get("\(home.path)/explanations/\(first)?child=\(home.mia.id)")
        #expect(one.markup.all("h1").map(\.text) == ["Translation of “fox”"])
        #expect(one.contains("The Lantern Fox") && one.contains("It can be wrong."))
        let back = "\(home.path)?child=\(home.mia.id)&track=\(home.english.id)"
        #expect(one.markup.all("a").contains { $0["href"] == back })
    }

    @Test("Long lists have pages, which keep the way back")
    func pages() throws {
        for number in 0..<53 { try ask("word \(number)") }
        let page = try console.get("\(path)?story=\(home.book.id)&child=\(home.mia.id)")
        #expect(headings(page).count == 50 && headings(page).first == "Translation of “word 52”")
        let next = try #require(page.markup.all("a").first { $0["rel"] == "next" }?["href"])
        let second = try console.get(next)
        #expect(headings(second).count == 3 && headings(second).last == "Translation of “word 0”")
        let back = "\(home.path)?child=\(home.mia.id)"
        #expect(second.markup.all("a").contains { $0["href"] == back })
        // Long texts are cut in headings.
        try ask(String(repeating: "owl ", count: 100))
        #expect(try headings(console.get(path)).first?.hasSuffix("…”") == true)
    }

    @Test("Settings, kept words and conversations lead to each other and back to the story")
    func places() throws {
        let query = "?story=\(home.book.id)&child=\(home.mia.id)&track=\(home.german.id)"
        let back = "\(home.path)?child=\(home.mia.id)&track=\(home.german.id)"
        let paths = [KeptWordPages.path, path, WatchSettingsPages.path]
        for here in paths {
            let page = try console.get(here + query)
            let links = page.markup.all("a").compactMap { $0["href"] }
            for there in paths {
                #expect(links.contains { $0.hasPrefix(there + query) }, "\(here)")
            }
            #expect(links.contains(back), "\(here)")
            let current = page.markup.all("a").filter { $0["aria-current"] == "page" }
            #expect(current.contains { $0["href"]?.hasPrefix(here + query) == true }, "\(here)")
            // Without a story there is the catalog, and the navigation.
            let alone = try console.get(here)
            #expect(alone.markup.all("a").contains { $0["href"] == "/catalog" }, "\(here)")
            #expect(alone.contains("Reading along"), "\(here)")
        }
        let reading = try console.get("\(home.path)?child=\(home.mia.id)")
        for here in paths {
            #expect(
                reading.markup.all("a").contains { $0["href"]?.hasPrefix("\(here)?story=") == true }
            )
        }
        // What is saved goes on with the way back.
        let saved = try console.post(
            WatchSettingsPages.path + query,
            [("language", "German")]
        )
        #expect(saved.location == WatchSettingsPages.path + query)
        // A story that may not be watched is no way back.
        try console.endRights(home.book.id)
        let page = try console.get(path + query)
        #expect(page.status == 200 && !page.contains("Back to the story"))
    }

    @Test("A conversation that was deleted can come back for a day, whole, and is for good then")
    func deletes() throws {
        let thread = try ask("fox")
        try ask("fox", in: thread)
        let other = try ask("owl")
        let href = "\(home.path)/explanations/\(thread)"
        let deleted = try console.post("\(href)/delete?child=\(home.mia.id)")
        #expect(
            deleted.location == "\(home.path)?child=\(home.mia.id)&track=\(home.english.id)"
        )
        let story = try console.follow(deleted)
        let undo = try #require(story.markup.forms.first { $0.action.contains("/restore") }).action
        #expect(undo == "\(href)/restore?child=\(home.mia.id)")
        #expect(try console.get(href).status == 404)
        #expect(try headings(console.get(path)) == ["Translation of “owl”"])
        let known = try console.get(
            "\(home.path)/explanations?track=\(home.english.id)&cue=1"
        )
        #expect(!known.contains("Answer to fox") && known.contains("Answer to owl"))
        let back = try console.post(undo)
        #expect(back.location == href + "?child=\(home.mia.id)")
        #expect(try console.get(href).contains("Why?"))
        // From the list one stays in the list.
        let list = try console.post("\(href)/delete", [("from", "list")])
        #expect(list.location == path)
        #expect(try console.get(path).contains("\(href)/restore"))
        #expect(try count("removed_at IS NOT NULL") == 2)
        console.time.now += ExplanationStore.keptSeconds + 1
        try store.removeOld()
        #expect(try count() == 1)
        try console.signIn(home.parent)
        let late = try console.follow(console.post("\(href)/restore"))
        #expect(late.contains("It’s too late"))
        #expect(try store.find(other, of: home.family.id, in: home.book.id).text == "owl")
    }

    @Test("What was asked about a story that may not be watched is listed, and can be deleted")
    func closed() throws {
        let thread = try ask("fox")
        try console.endRights(home.book.id)
        let href = "\(home.path)/explanations/\(thread)"
        let page = try console.get(path)
        #expect(page.contains("Translation of “fox”"))
        #expect(!page.markup.all("a").contains { $0["href"] == href })
        #expect(try console.get(href).status == 404)
        #expect(try console.post("\(href)/delete").location == path)
        #expect(try console.post("\(href)/restore").location == path)
        #expect(try store.count(of: home.family.id) == 1)
    }

    @Test("Another family’s isn’t there")
    func scopes() throws {
        let strangers = try console.addFamily("Strangers")
        let thread = try ask("canary", of: strangers)
        try ask("fox")
        #expect(try headings(console.get(path)) == ["Translation of “fox”"])
        let href = "\(home.path)/explanations/\(thread)"
        #expect(try console.post("\(href)/delete").status == 404)
        #expect(try console.post("\(href)/restore").location == path)
        #expect(try count("removed_at IS NOT NULL") == 0)
    }

    @Test("The page of a refused question, opened again, leads to the conversations")
    func address() throws {
        let answer = try console.get("\(home.path)/explanations")
        #expect(answer.location == "\(path)?story=\(home.book.id)")
        #expect(try console.get("\(home.path)/explanations?track=1").status == 400)
    }
}
