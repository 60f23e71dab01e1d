/// A book in a child's library.
struct LibraryItem: Sendable, Equatable {
    let book: ID<Book>
    var addedAt: Int
    /// Where it was left; nil at the beginning, and when it was watched to the end.
    var position: Int?
    var playedAt: Int?

    /// So near to the end, a story is over: it begins anew.
    static let endSeconds = 10

    /// How far it was watched, if it is to be gone on with: not at the beginning, and not at its end.
    /// Of a video whose length isn't known, any place is one to go on from.
    func place(in duration: Int?) -> Int? { Self.place(position, in: duration) }

    /// The same of a film that is no book's.
    static func place(_ position: Int?, in duration: Int?) -> Int? {
        guard let position, position > 0 else { return nil }
        guard let duration else { return position }
        return position < duration - endSeconds ? position : nil
    }
}
