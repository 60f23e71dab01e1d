extension Feature {
    /// Where and when books may be shown.
    static let rights = Feature(
        routes: RightsPages.routes + RightsReportPages.routes + RightsAPI.routes,
        pages: [
            RightsNewPage.self, RightsEditPage.self, RightsDeletePage.self, RightsReportPage.self,
        ],
        navigation: [
            NavigationEntry(for: .admin, "Rights", "/admin/rights", icon: "calendar", key: "r")
        ]
    )
}
