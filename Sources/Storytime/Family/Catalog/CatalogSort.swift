/// The order of the catalog.
enum CatalogSort: String, Sendable, CaseIterable {
    /// The best match first where words are looked for, the newest first otherwise.
    case usual
    case title

    func label(hasWords: Bool) -> String {
        switch self {
        case .usual: hasWords ? "Best match" : "Newest"
        case .title: "Title A-Z"
        }
    }
}
