import HTTP
import SQLite
import Server

/// Whether the program works, for people and programs that monitor it.
enum HealthPages {
    static let routes = [get("/healthz", for: .everyone, show)]

    /// 200 if the database answers, no handler is stuck and every lane gets on; otherwise the error
    /// says what is wrong.
    static func show(_ visit: Visit) throws -> Response {
        let stuck = visit.site.vitals.stuck.all.count
        guard stuck == 0 else {
            let handlers = Counted.text(stuck, "handler is", "handlers are")
            return trouble(
                "stuck",
                "\(handlers) over the limit of processor time; the log says which."
            )
        }
        let stalled = visit.site.vitals.stalled.all.map(\.rawValue)
        guard stalled.isEmpty else {
            let lanes = (stalled.count == 1 ? "lane " : "lanes ") + stalled.joined(separator: ", ")
            return trouble(
                "stalled",
                "Requests are waiting in the \(lanes), and none has been served for "
                    + "\(StalledLanes.milliseconds / 1000) seconds."
            )
        }
        _ = try visit.database.first("SELECT count(*) FROM sqlite_schema") { try $0.int(0) }
        return Response(
            headers: Headers([("Content-Type", "application/json")]),
            body: .bytes(Array("{\"status\":\"ok\"}\n".utf8))
        )
    }

    /// Nothing in a reason needs escaping.
    private static func trouble(_ status: String, _ reason: String) -> Response {
        Response(
            status: 503,
            headers: Headers([("Content-Type", "application/json")]),
            body: .bytes(Array("{\"status\":\"\(status)\",\"reason\":\"\(reason)\"}\n".utf8))
        )
    }
}
