import HTTP
import SQLite
import Server

extension DatabaseHealth.Obstacle {
    /// What keeps the database from being written, in a sentence.
    var words: String {
        switch self {
        case .full: "The disk is full."
        case .readOnly: "The database is read-only."
        case .failing: "The disk with the database doesn’t answer."
        case .busy: "Another change is taking too long, and the others can’t wait for it."
        }
    }
}

/// Whether the program works, for people and programs that monitor it.
enum HealthPages {
    static let routes = [get("/healthz", for: .everyone, show)]

    /// With less, not even a small form can be kept.
    private static let leastFreeBytes = 1 << 20

    /// 200 if the database answers, nobody has met anything that keeps the program from saving, no handler is
    /// stuck and every lane gets on; otherwise the error says what is wrong. It waits for nothing itself.
    static func show(_ visit: Visit) throws -> Response {
        visit.site.vitals.health.noteAsked(now: visit.now)
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
        guard !visit.site.vitals.database.isDamaged else {
            return trouble("damaged", "Part of the database can’t be read.")
        }
        if let obstacle = obstacle(visit.site) { return trouble("not_saving", obstacle) }
        return Response(
            headers: Headers([("Content-Type", "application/json")]),
            body: .bytes(Array("{\"status\":\"ok\"}\n".utf8))
        )
    }

    /// Why nothing can be saved; nil if it can, as far as anybody has noticed.
    private static func obstacle(_ site: Site) -> String? {
        let vitals = site.vitals
        if let space = vitals.disk.space(of: site.configuration.data),
            space.free < leastFreeBytes
        {
            return DatabaseHealth.Obstacle.full.words
        }
        if let obstacle = vitals.database.obstacle { return obstacle.words }
        return vitals.lacks.hasUnwritableFolder
            ? "A folder of the server can’t be written; the System page and the log say which."
            : nil
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
