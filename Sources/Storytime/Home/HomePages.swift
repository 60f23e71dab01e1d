import HTTP
import Server

/// The start page: it leads everyone to where their work is.
enum HomePages {
    static let routes = [get("/", for: .everyone, index)]

    static func index(_ visit: Visit) throws -> Response {
        switch visit.session?.user.role {
        case .admin: return try visit.redirect(to: "/admin")
        case .parent: return try visit.redirect(to: ChildPages.path)
        case nil:
            let users = UserStore(database: visit.database, now: visit.now)
            return try visit.redirect(to: try users.hasAdmin() ? "/login" : "/setup")
        }
    }
}
