import HTTP
import Quill
import Server

/// The start page: it leads everyone to where their work is.
enum HomePages {
    static let routes = [
        get("/", for: .everyone, index),
        get("/home", for: .signedIn, show),
    ]

    static func index(_ visit: Visit) throws -> Response {
        switch visit.session?.user.role {
        case .admin: return try visit.redirect(to: "/admin")
        case .parent: return try visit.redirect(to: "/home")
        case nil:
            let users = UserStore(database: visit.database, now: visit.now)
            return try visit.redirect(to: try users.hasAdmin() ? "/login" : "/setup")
        }
    }

    static func show(_ visit: Visit) throws -> Response {
        try visit.page(ParentHomePage())
    }
}

/// A parent's start page.
struct ParentHomePage: Page {
    static let template = "home/parent.html"
    static let fields: [Field<ParentHomePage>] = []
}
