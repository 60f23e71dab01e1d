extension Feature {
    /// Where captions are edited.
    static let workbench = Feature(
        routes: WorkbenchPages.routes + CuePages.routes + AdjustPages.routes + CheckPages.routes
            + CaptionVersionPages.routes + PublishingPages.routes,
        pages: [
            WorkbenchPage.self, CuePage.self, AdjustPage.self, CheckPage.self,
            CaptionVersionsPage.self, CaptionVersionPage.self,
        ]
    )
}
