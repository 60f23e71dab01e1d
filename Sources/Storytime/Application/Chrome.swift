import Quill

/// What surrounds every page: who is signed in, the navigation, the notice, the assets.
///
/// Its fields are names that every template knows without being given them.
struct Chrome: Record {
    var user: CurrentUser?
    var nav: [NavItem] = []
    var search: SearchField?
    var flash: FlashView?
    var assets: AssetLinks
    var requestID: String
    var publicWarning: String?

    static let fields: [Field<Chrome>] = [
        .optionalRecord("user") { $0.user },
        .list("nav") { $0.nav },
        .optionalRecord("search") { $0.search },
        .optionalRecord("flash") { $0.flash },
        .record("assets") { $0.assets },
        .text("icons_href") { $0.assets.icons },
        .text("avatars_href") { $0.assets.avatars },
        .text("request_id") { $0.requestID },
        .optionalText("public_warning") { $0.publicWarning },
    ]
}

/// The person who is signed in, as the page's head shows them.
struct CurrentUser: Record {
    let name: String
    let email: String
    let role: Role

    /// The first letters of the first and the last word of the name.
    var initials: String {
        let words = name.split(separator: " ")
        let letters = [words.first?.first, words.count > 1 ? words.last?.first : nil]
        return String(letters.compactMap(\.self)).uppercased()
    }

    static let fields: [Field<CurrentUser>] = [
        .text("name") { $0.name },
        .text("email") { $0.email },
        .text("role") { $0.role.label },
        .text("initials") { $0.initials },
    ]
}

/// One entry of the navigation.
struct NavItem: Record {
    let label: String
    let href: String
    let icon: String
    /// The beginning of other addresses that belong to it.
    var other: String?
    var isCurrent = false

    static let fields: [Field<NavItem>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .text("icon") { $0.icon },
        .optionalText("key") { $0.key },
        .bool("is_current") { $0.isCurrent },
    ]

    /// The navigation of someone with this role, with the entry marked that the path belongs to.
    static func all(for role: Role, path: String) -> [NavItem] {
        var items = role == .admin ? adminItems : parentItems
        // What is found is everywhere.
        guard path != SearchPages.path else { return items }
        // Imports have no entry of their own.
        let isImport = path == ImportPages.path || path.hasPrefix(ImportPages.path + "/")
        let path = isImport ? BookListAddress.path : path
        // The longest address that the path starts with: /admin/books is Books, not Dashboard.
        let current = items.indices
            .filter { items[$0].leads(to: path) }
            .max { items[$0].href.count < items[$1].href.count }
        if let current { items[current].isCurrent = true }
        return items
    }

    private func leads(to path: String) -> Bool {
        [href, other].compactMap(\.self).contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    private static let adminItems = [
        NavItem(label: "Dashboard", href: "/admin", icon: "home"),
        NavItem(label: "Categories", href: "/admin/categories", icon: "tag"),
        NavItem(label: "Books", href: "/admin/books", icon: "books"),
        NavItem(
            label: "Videos",
            href: "/admin/video_assets",
            icon: "film",
            other: "/admin/webhooks"
        ),
        NavItem(label: "Publishers", href: "/admin/publishers", icon: "building"),
        NavItem(label: "Rights", href: "/admin/rights", icon: "calendar"),
        NavItem(label: "Families", href: FamilyListAddress.path, icon: "heart"),
        NavItem(label: "Usage", href: ReportPages.overallPath, icon: "chart.bar"),
        NavItem(label: "People", href: "/admin/users", icon: "person.2"),
        NavItem(label: "Audit log", href: "/admin/audit", icon: "clock", other: "/admin/batches"),
        NavItem(label: "System", href: "/admin/system", icon: "gauge"),
    ]

    private static let parentItems = [
        NavItem(
            label: "Children",
            href: ChildPages.path,
            icon: "person.2",
            other: FamilySettingsPages.path
        ),
        NavItem(label: "Catalog", href: CatalogAddress.path, icon: "books"),
        NavItem(label: "Usage", href: ReportPages.familyPath, icon: "chart.bar"),
    ]
}

/// A notice as templates read it.
struct FlashView: Record {
    let flash: Flash

    static let fields: [Field<FlashView>] = [
        .text("kind") { $0.flash.kind.rawValue },
        .text("message") { $0.flash.message },
        .optionalText("link") { $0.flash.link },
        .optionalText("undo") { $0.flash.undo },
    ]
}

/// Where a page finds its style sheet, its script and its icons: addresses that change with the content.
struct AssetLinks: Record {
    var css: String
    var js: String
    var favicon: String
    var icons: String
    var avatars: String

    static let fields: [Field<AssetLinks>] = [
        .text("css") { $0.css },
        .text("js") { $0.js },
        .text("favicon") { $0.favicon },
    ]
}
