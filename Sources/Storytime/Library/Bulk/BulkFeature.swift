extension Feature {
    /// Actions on many books at once.
    static let bulk = Feature(
        routes: BulkPages.routes,
        pages: [BulkPage.self]
    )
}
