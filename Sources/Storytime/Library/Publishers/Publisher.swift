/// Who published a book, as the catalog names them.
struct Publisher: Sendable, Equatable {
    let id: ID<Publisher>
    var name: String
    var slug: String
    /// Without the books in the bin.
    var bookCount: Int
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    /// What a valid form makes of its fields, and the only thing that a store accepts.
    struct Draft: Sendable, Equatable {
        var name: String
        /// Nil: one that the name suggests.
        var slug: String?
    }

    var subject: Subject { Subject(.publisher, id.value, name) }
}
