import Markup
import SQLite
import Testing

@testable import Storytime

/// Two parents and two children of a family, three stories with films, and the first parent signed in.
struct HistoryHome {
    let console: Console
    let family: Family
    let astrid: ID<User>
    let tom: ID<User>
    let pippi: Child
    let tommy: Child
    let fox: Book
    let owl: Book
    let hare: Book

    init(path: String = ":memory:") throws {
        console = try Console(path: path)
        family = try console.addFamily()
        pippi = try console.addChild("Pippi", in: family)
        tommy = try console.addChild("Tommy", in: family)
        fox = try console.addStory("The Lantern Fox", by: "Maja Ek")
        owl = try console.addStory("An Owl at Noon")
        hare = try console.addStory("The Slow Hare")
        for book in [fox, owl, hare] { try console.keepFilm(of: book) }
        astrid = try console.addParent("astrid@example.test", in: family)
        tom = try console.addParent("tom@example.test", in: family, name: "Tom")
        try console.signIn(astrid)
    }

    func signIn(_ user: ID<User>) throws {
        console.cookies = [:]
        try console.signIn(user)
    }

    func open(_ books: Book...) throws {
        for book in books { #expect(try console.get("/watch/\(book.id)").status == 200) }
    }

    /// A video at an address, as the pages of those keep it.
    func addWebVideo(_ title: String, of family: Family? = nil) throws -> ID<WebVideo> {
        try console.database.execute(
            """
            INSERT INTO web_videos (family_id, kind, url, title, author, duration_seconds,
                created_at, created_by)
            VALUES (\((family ?? self.family).id.value), 'file',
                \("https://films.example/" + title), \(title), 'Somebody', 200, 1, 'Astrid')
            """
        )
        return ID(Int(console.database.lastInsertedID))
    }

    /// The titles of the page, in its order.
    func titles(_ target: String = "/watch") throws -> [String] {
        let page = try console.get(target)
        #expect(page.status == 200)
        return page.text.components(after: "<a class=\"watched-title\" dir=\"auto\" href=\"")
            .compactMap { text in
                text.split(separator: ">", maxSplits: 1).last?
                    .split(separator: "<").first.map(String.init)
            }
    }

    /// The address of Undo in a notice that a form just left.
    func undo(after answer: Answer) throws -> String {
        let page = try console.follow(answer)
        let form = try #require(
            page.markup.forms.first {
                $0.action.contains("/restore") || $0.action.contains("/undo")
            }
        )
        return form.action
    }
}
