extension Feature {
    /// How much was watched.
    static let reports = Feature(
        routes: ReportPages.routes + ReportExportPages.routes + ViewingPages.routes
            + WeekPages.routes + UsageReportAPI.routes,
        pages: [
            ReportPage.self, ViewingIndexPage.self, ViewingDeletionPage.self, WeekPage.self,
        ],
        navigation: [
            NavigationEntry(
                for: .admin,
                "Usage",
                ReportPages.overallPath,
                icon: "chart.bar",
                key: "w"
            ),
            NavigationEntry(
                for: .parent,
                "Viewing reports",
                ReportPages.familyPath,
                icon: "chart.bar",
                key: "w"
            ),
        ],
        shared: { [WatchedTotals()] }
    )
}
