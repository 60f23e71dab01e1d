extension Feature {
    /// What programs can do, for those who write them.
    static let apiDocs = Feature(
        routes: APIDocsPages.routes + OpenAPIPages.routes,
        pages: [APIDocsPage.self, OperationPage.self, SwiftClientPage.self]
    )
}
