import Quill

/// An entry of the navigation, as a feature declares it.
struct NavigationEntry: Sendable {
    let role: Role
    let label: String
    let href: String
    let icon: String
    /// The key that goes to this page after "g"; the help on `?` lists them.
    let key: String
    /// The beginnings of other addresses that belong to it.
    private let others: [String]

    init(
        for role: Role,
        _ label: String,
        _ href: String,
        icon: String,
        key: String,
        others: [String] = []
    ) {
        self.role = role
        self.label = label
        self.href = href
        self.icon = icon
        self.key = key
        self.others = others
    }

    /// How much of a path matches this entry; nil if it doesn't belong here.
    func reach(_ path: String) -> Int? {
        ([href] + others).filter { path == $0 || path.hasPrefix($0 + "/") }.map(\.count).max()
    }
}

/// A page that admins reach by its name, from the menu of Ctrl-K.
struct QuickLink: Record {
    let label: String
    let href: String

    init(_ label: String, _ href: String) {
        self.label = label
        self.href = href
    }

    static let fields: [Field<QuickLink>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
    ]
}

/// An entry of the navigation, for a page.
struct NavItem: Record {
    let entry: NavigationEntry
    let isCurrent: Bool
    var views: [NavView] = []

    static let fields: [Field<NavItem>] = [
        .text("label") { $0.entry.label },
        .text("href") { $0.entry.href },
        .text("icon") { $0.entry.icon },
        .text("key") { $0.entry.key },
        .bool("is_current") { $0.isCurrent },
        .list("views") { $0.views },
    ]
}

/// A saved view under the entry of its list.
struct NavView: Record {
    let view: SavedView
    let isCurrent: Bool

    static let fields: [Field<NavView>] = [
        .text("name") { $0.view.name },
        .text("href") { $0.view.href },
        .bool("is_current") { $0.isCurrent },
    ]
}
