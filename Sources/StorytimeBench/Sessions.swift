import Quill
import SQLite

/// Who is signed in.
struct Session: Sendable {
    let user: String
    let role: String
    let csrf: String

    static let nobody = Session(user: "", role: "", csrf: "")
}

/// Asks the database for sessions, on every request.
struct SessionStore {
    let database: Database

    func find(_ token: String, now: Int) throws -> Session? {
        let sql: SQL = """
            SELECT u.username, u.role, s.csrf
            FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.token = \(token) AND s.expires_at > \(now)
            """
        return try database.first(sql) {
            Session(user: try $0.text(0), role: try $0.text(1), csrf: try $0.text(2))
        }
    }
}

/// What every page shows around its content.
struct Shell: Record {
    let nav: [NavigationItem]
    let user: String
    let role: String
    let csrf: String

    init(_ session: Session, section: String) {
        nav = NavigationItem.all.map { item in
            NavigationItem(
                label: item.label,
                href: item.href,
                isCurrent: item.label == section
            )
        }
        user = session.user
        role = session.role
        csrf = session.csrf
    }

    init(nav: [NavigationItem], user: String, role: String, csrf: String) {
        self.nav = nav
        self.user = user
        self.role = role
        self.csrf = csrf
    }

    static let fields: [Field<Shell>] = [
        .list("nav") { $0.nav },
        .text("user") { $0.user },
        .text("role") { $0.role },
        .text("csrf") { $0.csrf },
    ]
}

/// A line of the navigation.
struct NavigationItem: Record {
    let label: String
    let href: String
    let isCurrent: Bool

    static let fields: [Field<NavigationItem>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .bool("current") { $0.isCurrent },
    ]

    static let all = [
        ("Dashboard", "/admin"), ("Books", "/admin/books"), ("Categories", "/admin/categories"),
        ("Children", "/admin/children"), ("Usage", "/admin/usage"), ("Reports", "/admin/reports"),
        ("Playlists", "/admin/playlists"), ("Media", "/admin/media"),
        ("Users & roles", "/admin/users"), ("Settings", "/admin/settings"),
    ].map { NavigationItem(label: $0.0, href: $0.1, isCurrent: false) }
}
