extension Feature {
    /// The search everywhere.
    static let search = Feature(
        routes: SearchPages.routes,
        pages: [SearchPage.self]
    )
}
