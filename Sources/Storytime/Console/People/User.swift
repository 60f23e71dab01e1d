/// What someone may do.
enum Role: String, Sendable, CaseIterable {
    case admin, parent

    var label: String {
        switch self {
        case .admin: "Admin"
        case .parent: "Parent"
        }
    }
}

/// Someone who may sign in.
struct User: Sendable, Equatable {
    let id: ID<User>
    var email: String
    var name: String
    var role: Role
    var isDisabled = false
    /// The zone and the language in which they read times; nil for the configured ones.
    var timeZone: String?
    var language: String?
    var look = Look()
    /// How their CSV files are written.
    var csvFiles = CSVFiles.plain
    /// A parent's family; nil for admins, and until an admin has added them to one.
    var family: ID<Family>?
    /// Increases with every change: a form says which version it showed.
    var version = 1
    var createdAt = 0

    var subject: Subject { Subject(.user, id.value, email, of: family) }
    var actor: Actor { Actor(id: id.value, name: name) }
}
