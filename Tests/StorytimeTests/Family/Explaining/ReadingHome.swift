import Glibc
import HTTP
import Markup
import SQLite
import Server
import Testing

@testable import Storytime

/// A family that reads along, on a server that runs, with a model of its own that does what a test says.
final class ReadingHome {
    static let lines = [
        "Once upon a time", "there was a fox", "who lived in a lantern.", "It was warm",
        "and it was bright,", "and the fox was glad.",
    ]

    let model: StubModel
    let running: RunningServer
    /// Beside the server, on its database.
    let console: Console
    let family: Family
    let child: Child
    let book: Book
    let track: CaptionTrack
    /// The numbers of the cues.
    let cues: [Int]
    let parent: ID<User>

    init(
        _ acts: StubModel.Act...,
        log: Log = .silent,
        configure: (inout Configuration) -> Void = { _ in }
    ) throws {
        let model = try StubModel()
        self.model = model
        running = try RunningServer(log: log) { configuration in
            configuration.chat.address = model.address
            configuration.chat.model = "owl"
            configure(&configuration)
        }
        console = try Console(path: running.site.configuration.databasePath, turn: WriteTurn())
        console.time.now = running.site.clock()
        family = try console.addFamily("The Canaryfamily")
        child = try console.addChild("Canarychild", in: family)
        book = try console.addStory("The Canary Fox")
        try console.addReadyVideo(book.id, seconds: 60)
        let video = try #require(try console.videos.current(of: book.id))
        track = try console.addTrack(Self.lines, to: video)
        cues = try console.captions.cues(of: track.id, limit: 100).map(\.id.value)
        parent = try console.addParent("canary@example.test", in: family, name: "Canaryparent")
        try console.signIn(parent)
        model.will(acts)
    }

    deinit {
        running.finish()
        model.stop()
    }

    var path: String { "/watch/\(book.id)/explanations" }

    var cookie: (String, String) {
        ("Cookie", console.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
    }

    /// A question about a cue.
    func fields(_ cue: Int = 1, _ kind: String = "explain", _ more: [(String, String)] = []) -> [(
        String, String
    )] {
        [("kind", kind), ("track", "\(track.id)"), ("cue", "\(cues[cue])")] + more
    }

    static let form = ("Content-Type", "application/x-www-form-urlencoded")

    private func body(_ fields: [(String, String)]) -> String {
        PercentEncoding.encodeQuery(fields.map { (name: $0.0, value: $0.1) })
    }

    /// What the player hears, when all of it is there.
    func ask(_ fields: [(String, String)]) throws -> (
        status: Int, events: [Event], reply: Browser.Reply
    ) {
        let reply = try running.browser.send(
            "POST",
            path,
            [Self.form, cookie, ("Accept", "text/event-stream")],
            body: body(fields)
        )
        return (reply.status, Event.all(try Self.content(reply)), reply)
    }

    /// The same without a script.
    func post(_ target: String, _ fields: [(String, String)]) throws -> Browser.Reply {
        try running.browser.send("POST", target, [Self.form, cookie], body: body(fields))
    }

    func get(_ target: String, accept: String = "") throws -> Browser.Reply {
        try running.browser.send("GET", target, [cookie, ("Accept", accept)])
    }

    /// A question on a connection that stays open.
    func begin(_ fields: [(String, String)]) throws -> Int32 {
        let socket = try running.browser.connected()
        try running.browser.write(
            running.browser.request(
                "POST",
                path,
                [Self.form, cookie, ("Accept", "text/event-stream")],
                body(fields)
            ),
            to: socket
        )
        return socket
    }

    /// Reads until a text has come.
    static func read(_ socket: Int32, until end: String) throws -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !text.contains(end) {
            let count = Glibc.read(socket, &buffer, buffer.count)
            try #require(count > 0, "ended after \(text)")
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text
    }

    /// The content, out of its chunks.
    static func content(_ reply: Browser.Reply) throws -> String {
        guard reply.headers["transfer-encoding"] == "chunked" else { return reply.text }
        var text: [UInt8] = []
        var rest = reply.body[...]
        while let line = rest.firstRange(of: Array("\r\n".utf8)) {
            let digits = String(decoding: rest[..<line.lowerBound], as: UTF8.self)
            let size = try #require(Int(digits, radix: 16))
            guard size > 0 else { break }
            text += rest[line.upperBound..<line.upperBound + size]
            rest = rest[(line.upperBound + size + 2)...]
        }
        return String(decoding: text, as: UTF8.self)
    }

    func count(_ sql: SQL) throws -> Int {
        try running.database.first(sql) { try $0.int(0) } ?? 0
    }

    /// An event as the player reads it.
    struct Event: Equatable {
        let name: String
        let data: JSONValue

        static func all(_ text: String) -> [Event] {
            text.split(separator: "\n\n").compactMap { block in
                let lines = block.split(separator: "\n")
                guard lines.count == 2, lines[0].hasPrefix("event: "), lines[1].hasPrefix("data: "),
                    let data = try? JSONValue(Array(lines[1].dropFirst(6).utf8))
                else { return nil }
                return Event(name: String(lines[0].dropFirst(7)), data: data)
            }
        }

        func text(_ name: String) -> String? {
            if case .text(let text)? = data[name] { text } else { nil }
        }
    }
}

extension [ReadingHome.Event] {
    /// What was said.
    var said: String { filter { $0.name == "piece" }.compactMap { $0.text("text") }.joined() }
    var trouble: String? { last.flatMap { $0.name == "trouble" ? $0.text("message") : nil } }
    var done: JSONValue? { last.flatMap { $0.name == "done" ? $0.data : nil } }
}
