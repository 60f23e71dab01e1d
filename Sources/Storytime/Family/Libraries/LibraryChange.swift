/// Something that was done to a library and can be taken back: a book was added or removed, many
/// were added at once, or a story was taken out of "Continue Watching".
struct LibraryChange: Sendable, Equatable {
    enum Kind: String, Sendable {
        case added, removed, hidden, forgotten
    }

    /// How long it can be taken back. Nobody looks for Undo the day after.
    static let keptSeconds = 86_400

    let id: ID<LibraryChange>
    let kind: Kind
    /// How many books it is about.
    let count: Int
}

/// Something that was done to a library lately, and whether it can be taken back.
struct RecentLibraryChange: Sendable, Equatable {
    enum State: Sendable {
        case open, undone
        /// What was done since leaves nothing of it to take back.
        case overtaken
    }

    /// As many as fit below a library without being scrolled past.
    static let mostShown = 8

    let change: LibraryChange
    let at: Int
    /// Of the one book that it is about; nil where it is about many.
    let title: String?
    let state: State
}
