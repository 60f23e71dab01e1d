import HTTP
import SQLite
import Server

/// One page: which request it answers, where, and for whom.
struct Route: Sendable {
    /// Which of the kit's two databases it shows.
    enum Data { case small, large }

    let method: Method
    let path: String
    var lane = Lane.loop
    var data = Data.small
    var needsSession = true
    let handler: @Sendable (Visit) throws -> Response

    static let all = [
        Route(method: .get, path: "/w1", handler: CategoryPages.counted),
        Route(method: .get, path: "/w1d", handler: CategoryPages.index),
        Route(method: .get, path: "/w2", lane: .worker, data: .large, handler: BookPages.index),
        Route(method: .get, path: "/w3", lane: .worker, data: .large, handler: UsagePages.show),
        Route(method: .get, path: "/w4.csv", lane: .slow, data: .large, handler: UsagePages.export),
        Route(method: .post, path: "/w5", lane: .worker, handler: CategoryPages.create),
        Route(method: .get, path: "/w8", needsSession: false, handler: FortunePages.index),
    ]

    static func find(_ head: RequestHead) -> Route? {
        all.first { $0.path == head.path && $0.method == head.method }
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
