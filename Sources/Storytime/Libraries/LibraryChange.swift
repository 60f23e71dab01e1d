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
