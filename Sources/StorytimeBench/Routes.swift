import HTTP
import SQLite
import Server

/// One page: which request it answers, where, and for whom.
final class Route: Sendable {
    /// Which of the kit's two databases it shows.
    enum Data { case small, large }

    typealias Handler = @Sendable (Visit) throws -> Response

    let method: Method
    let path: String
    let lane: Lane
    let data: Data
    let needsSession: Bool
    let handler: Handler

    init(
        _ method: Method,
        _ path: String,
        _ handler: @escaping Handler,
        lane: Lane = .loop,
        data: Data = .small,
        needsSession: Bool = true
    ) {
        self.method = method
        self.path = path
        self.lane = lane
        self.data = data
        self.needsSession = needsSession
        self.handler = handler
    }

    static let all = [
        Route(.get, "/w1", CategoryPages.counted),
        Route(.get, "/w1d", CategoryPages.index),
        Route(.get, "/w2", BookPages.index, lane: .worker, data: .large),
        Route(.get, "/w3", UsagePages.show, lane: .worker, data: .large),
        Route(.get, "/w4.csv", UsagePages.export, lane: .slow, data: .large),
        Route(.post, "/w5", CategoryPages.create, lane: .worker),
        Route(.get, "/w8", FortunePages.index, needsSession: false),
    ]

    private static let byPath = Dictionary(grouping: all, by: \.path)

    static func find(_ head: RequestHead) -> Route? {
        byPath[head.path]?.first { $0.method == head.method }
    }
}

extension Service {
    /// The benchmark's pages and its one static file.
    static func bench(_ options: Options) throws -> Service {
        let templates = try Templates()
        let turn = WriteTurn()
        return Service(
            admit: { head in
                Admission(lane: Route.find(head)?.lane ?? .loop, bodyLimitBytes: 65_536)
            },
            makeResponder: { lane in try BenchApplication(options, templates, turn, lane) },
            staticFiles: try StaticFiles([
                "/static/app.css": StaticFile(
                    contentType: "text/css; charset=utf-8",
                    bytes: Files.bytes(of: "\(options.data)/app.css"),
                    etag: "\"app\"",
                    lastModified: 0
                )
            ])
        )
    }
}
