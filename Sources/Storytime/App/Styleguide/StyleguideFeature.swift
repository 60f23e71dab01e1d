extension Feature {
    /// Every part of a page, for those who build them.
    static let styleguide = Feature(
        routes: StyleguidePages.routes,
        pages: [StyleguidePage.self]
    )
}
