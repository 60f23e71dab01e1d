import HTTP
import Server

/// The start page, which redirects everyone to their work.
enum HomePages {
    static let routes = [get("/", for: .everyone, index)]

    static func index(_ visit: Visit) throws -> Response {
        if let role = visit.session?.user.role {
            return try visit.redirect(to: visit.site.features.home(of: role))
        }
        let users = UserStore(database: visit.database, now: visit.now)
        return try visit.redirect(to: try users.hasAdmin() ? "/login" : "/setup")
    }
}
