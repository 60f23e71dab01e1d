import HTTP
import SQLite
import Server

/// Whether the program works, for people and programs that monitor it.
enum HealthPages {
    static let routes = [get("/healthz", for: .everyone, show)]

    /// 200 if the database answers and no handler is stuck; otherwise the error says what is
    /// wrong.
    static func show(_ visit: Visit) throws -> Response {
        let stuck = visit.site.vitals.stuck.all.count
        guard stuck == 0 else {
            let handlers = Counted.text(stuck, "handler is", "handlers are")
            let reason = "\(handlers) over the limit of processor time; the log says which."
            return Response(
                status: 503,
                headers: Headers([("Content-Type", "application/json")]),
                body: .bytes(Array("{\"status\":\"stuck\",\"reason\":\"\(reason)\"}\n".utf8))
            )
        }
        _ = try visit.database.first("SELECT count(*) FROM sqlite_schema") { try $0.int(0) }
        return Response(
            headers: Headers([("Content-Type", "application/json")]),
            body: .bytes(Array("{\"status\":\"ok\"}\n".utf8))
        )
    }
}
