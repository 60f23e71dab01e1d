extension Feature {
    /// Books that are looked up in a catalog elsewhere.
    static let lookup = Feature(
        routes: LookupPages.routes + LookupAPI.routes,
        pages: [LookupResultsPage.self, LookupComparePage.self],
        settings: Configuration.lookupSettings,
        shared: { [LookupDesk()] }
    )
}
