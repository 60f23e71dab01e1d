extension Feature {
    /// The page where everyone begins, and the health check.
    static let home = Feature(
        routes: HomePages.routes + HealthPages.routes
    )
}
