import Glibc
import HTTP
import SQLite
import Server
import Testing

@testable import Storytime

/// A parent who has turned live transcription on, on a server that runs, with a service that does what a
/// test says: it transcribes and explains.
final class LiveHome {
    let stub: StubModel
    let running: RunningServer
    /// Beside the server, on its database.
    let console: Console
    let family: Family
    let parent: ID<User>

    init(log: Log = .silent) throws {
        let stub = try StubModel()
        self.stub = stub
        running = try RunningServer(log: log) { configuration in
            configuration.chat.address = stub.address
            configuration.chat.model = "owl"
            configuration.transcribing.service = (stub.address?.origin.description)
                .flatMap { SpeechAddress($0) }
        }
        console = try Console(path: running.site.configuration.databasePath, turn: WriteTurn())
        console.time.now = running.site.clock()
        family = try console.addFamily("The Canaryfamily")
        parent = try console.addParent("canary@example.test", in: family, name: "Canaryparent")
        try console.signIn(parent)
        try ParentSwitches(database: console.database).set(.live, true, of: parent)
    }

    deinit {
        running.finish()
        stub.stop()
    }

    var live: LiveStore { LiveStore(database: console.database, now: console.time.now) }

    func begin(_ way: LiveSession.Way = .service) throws -> LiveSession {
        try live.begin("Canarytitle", "de", way, by: parent)
    }

    private var cookie: (String, String) {
        ("Cookie", console.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
    }

    /// A sound that says of itself that it is one.
    static let sound = "RIFF....WAVEfmt and some values"

    /// Sends sound, and returns what the page is told in the end.
    func hear(_ session: LiveSession, _ number: Int = 1, sound: String = LiveHome.sound) throws -> (
        status: Int, told: JSONValue?, reply: Browser.Reply
    ) {
        let start = (number - 1) * 6000
        let reply = try running.browser.send(
            "POST",
            "\(session.href)/sound?number=\(number)&start=\(start)&end=\(start + 6000)",
            [("Content-Type", "audio/wav"), ("Accept", "application/json"), cookie],
            body: sound
        )
        return (
            reply.status, try? JSONValue(Array(ReadingHome.content(reply).utf8)), reply
        )
    }

    func ask(_ session: LiveSession, _ fields: [(String, String)]) throws -> (
        status: Int, events: [ReadingHome.Event]
    ) {
        let reply = try running.browser.send(
            "POST",
            session.href + "/explanations",
            [ReadingHome.form, cookie, ("Accept", "text/event-stream")],
            body: PercentEncoding.encodeQuery(fields.map { (name: $0.0, value: $0.1) })
        )
        return (reply.status, ReadingHome.Event.all(try ReadingHome.content(reply)))
    }
}
