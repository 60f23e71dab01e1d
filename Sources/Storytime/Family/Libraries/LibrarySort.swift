/// The order of a library.
enum LibrarySort: String, Sendable, CaseIterable {
    case added, title, watched

    var label: String {
        switch self {
        case .added: "Recently Added"
        case .title: "Title A-Z"
        case .watched: "Recently Watched"
        }
    }
}
