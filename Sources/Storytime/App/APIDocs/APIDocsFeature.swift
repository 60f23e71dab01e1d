extension Feature {
    /// The API, for people who write programs.
    static let apiDocs = Feature(
        routes: APIDocsPages.routes + OpenAPIPages.routes,
        pages: [APIDocsPage.self, OperationPage.self, SwiftClientPage.self]
    )
}
