/// Who did something, as the audit log keeps it.
struct Actor: Sendable, Equatable {
    let id: Int?
    let name: String
    /// Whether an admin does for a family what its parents do.
    var isOnBehalf = false

    /// Someone who isn't signed in.
    static let visitor = Actor(id: nil, name: "Visitor")
    /// A command that was typed on the server.
    static let commandLine = Actor(id: nil, name: "Command line")
    /// What the program does by itself when its time has come.
    static let program = Actor(id: nil, name: "Storytime")
}
