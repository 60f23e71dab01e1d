import HTTP
import SQLite
import Server

/// Whether the program works, for whoever watches over it.
enum HealthPages {
    static let routes = [get("/healthz", for: .everyone, show)]

    /// 200 when the database answers; the error says what is wrong otherwise.
    static func show(_ visit: Visit) throws -> Response {
        _ = try visit.database.first("SELECT count(*) FROM sqlite_schema") { try $0.int(0) }
        return Response(
            headers: Headers([("Content-Type", "application/json")]),
            body: .bytes(Array("{\"status\":\"ok\"}\n".utf8))
        )
    }
}
