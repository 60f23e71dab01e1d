import Markup
import Testing

@testable import Storytime

/// A family with two children who watch; it is one o'clock on a Saturday in Stockholm, and a parent is
/// signed in.
struct WatchingHome {
    static let noon = 1_795_258_800
    static let day = 86_400

    let console: Console
    let family: Family
    let pippi: Child
    let tommy: Child
    let fox: Book
    let owl: Book

    init(
        path: String = ":memory:",
        configure: (inout Configuration) -> Void = { _ in }
    ) throws {
        console = try Console(path: path, configure: configure)
        console.time.now = Self.noon + 3600
        family = try console.addFamily()
        pippi = try console.addChild("Pippi", in: family)
        tommy = try console.addChild("Tommy", in: family)
        fox = try console.addStory("The Lantern Fox")
        owl = try console.addStory("An Owl at Noon")
        for book in [fox, owl] { try console.addReadyVideo(book.id, seconds: 600) }
        for child in [pippi, tommy] { try console.addToLibrary([fox.id, owl.id], of: child) }
        try console.signIn(try console.addParent("astrid@example.test", in: family))
    }

    /// A child watches a story so many days ago, at noon in Stockholm.
    @discardableResult
    func watch(
        _ child: Child,
        _ book: Book,
        daysAgo: Int = 0,
        after later: Int = 0,
        seconds: Int = 120,
        toEnd: Bool = false
    ) throws -> Viewing {
        try console.watch(
            child,
            book,
            from: Self.noon - daysAgo * Self.day + later,
            seconds: seconds,
            toEnd: toEnd
        )
    }

    /// Somebody else sits down: an admin.
    func signInAsAdmin() throws {
        console.cookies = [:]
        try console.signIn(as: .admin)
    }
}

extension Console {
    /// Sends a form of a page as it stands there.
    func submit(_ form: MarkupForm) throws -> Answer {
        try post(form.action, form.fields.map { ($0.name, $0.value) })
    }

    /// The page that a form led on to.
    func follow(_ answer: Answer) throws -> Answer {
        #expect(answer.status == 303)
        return try get(String(try #require(answer.location).prefix { $0 != "#" }))
    }
}
