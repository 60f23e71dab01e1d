extension Feature {
    /// An admin’s first page.
    static let dashboard = Feature(
        routes: DashboardPages.routes + AlertPages.routes,
        pages: [DashboardPage.self],
        navigation: [
            NavigationEntry(for: .admin, "Dashboard", "/admin", icon: "home", key: "d")
        ],
        auditLinks: [
            RecentChanges.batchKind: { $0.recordID.map { "\(BatchPages.path)/\($0)" } }
        ]
    )
}
