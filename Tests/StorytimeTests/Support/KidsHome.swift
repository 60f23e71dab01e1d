import HTTP
import SQLite
import Testing

@testable import Storytime

/// A family whose tablet a parent has handed over to Pippi: the fox is in her library with a film that
/// is kept here, the owl in her sister's.
struct KidsHome {
    static let pin = "4711"
    private static let pinHash = Result { try PasswordHash.cheap(of: pin) }

    let console: Console
    let family: Family
    let parent: ID<User>
    let pippi: Child
    let annika: Child
    let fox: Book
    let owl: Book
    /// What the parent's session was.
    let parentCookies: [String: String]

    /// `isHandedOver` is false for a parent who is about to do it.
    init(isHandedOver: Bool = true) throws {
        console = try Console()
        family = try console.addFamily()
        pippi = try console.addChild("Pippi", in: family)
        annika = try console.addChild("Annika", in: family)
        fox = try console.addStory("The Lantern Fox", in: [console.category("animals-nature")])
        owl = try console.addStory("An Owl at Noon")
        for book in [fox, owl] { try console.keepFilm(of: book) }
        try console.addToLibrary([fox.id], of: pippi)
        try console.addToLibrary([owl.id], of: annika)
        parent = try console.addParent("astrid@example.test", in: family)
        try console.signIn(parent)
        try console.database.execute(
            """
            UPDATE families SET kids_pin_hash = \(try Self.pinHash.get().text),
                kids_pin_set_at = \(console.time.now), kids_pin_set_by = \(parent.value)
            """
        )
        parentCookies = console.cookies
        if isHandedOver { try handOver() }
    }

    @discardableResult
    func handOver() throws -> Answer {
        let answer = try console.post("/children/\(pippi.id)/kids")
        #expect(answer.status == 303)
        #expect(answer.location == "/kids")
        return answer
    }

    @discardableResult
    func leave(_ pin: String = KidsHome.pin) throws -> Answer {
        try console.post("/kids/leave", [("pin", pin)])
    }

    /// Another browser in which the parent is signed in.
    @discardableResult
    func inAnotherBrowser<Result>(_ act: () throws -> Result) throws -> Result {
        let kept = console.cookies
        defer { console.cookies = kept }
        console.cookies = [:]
        try console.signIn(parent)
        return try act()
    }

    /// Whether the browser is in Kids Mode, as it sees it.
    var isInKidsMode: Bool {
        get throws { try console.get("/children").status == 404 }
    }
}
