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
    let email: String
    let name: String
    let role: Role
    var isDisabled = false
}

/// Who did something, as the audit log keeps it.
struct Actor: Sendable, Equatable {
    let id: Int?
    let name: String

    /// Someone who isn't signed in.
    static let visitor = Actor(id: nil, name: "Visitor")
    /// A command that was typed on the server.
    static let commandLine = Actor(id: nil, name: "Command line")
}
