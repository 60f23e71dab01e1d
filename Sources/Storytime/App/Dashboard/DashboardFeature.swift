extension Feature {
    /// An admin’s first page.
    static let dashboard = Feature(
        routes: DashboardPages.routes,
        pages: [DashboardPage.self],
        navigation: [
            NavigationEntry(for: .admin, "Dashboard", "/admin", icon: "home", key: "d")
        ]
    )
}
