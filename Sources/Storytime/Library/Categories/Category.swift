/// A category of the catalog.
struct Category: Sendable, Equatable {
    let id: ID<Category>
    var name: String
    var slug: String
    var displayOrder: Int
    var iconName: String?
    var bookCount: Int
    /// Rises with every change: a form says which version it showed.
    var version: Int
    var createdAt: Int
    var updatedAt: Int

    /// What a valid form makes of its fields, and the only thing that a store accepts.
    struct Draft: Sendable, Equatable {
        var name: String
        /// Nil: made from the name, and made unique.
        var slug: String?
        /// Nil: after all others.
        var displayOrder: Int?
        var iconName: String?
    }

    var subject: Subject { Subject(.category, id.value, name) }
}
