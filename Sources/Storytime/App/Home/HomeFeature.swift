extension Feature {
    /// Where everyone begins, and whether all is well.
    static let home = Feature(
        routes: HomePages.routes + HealthPages.routes
    )
}
