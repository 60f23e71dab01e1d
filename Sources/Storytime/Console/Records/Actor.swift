/// Who did something, for the audit log.
struct Actor: Sendable, Equatable {
    let id: Int?
    let name: String
    /// Whether an admin acts for a family as its parents would.
    var isOnBehalf = false

    /// Someone who isn't signed in.
    static let visitor = Actor(id: nil, name: "Visitor")
    /// A command that was typed on the server.
    static let commandLine = Actor(id: nil, name: "Command line")
    /// The program itself, when it does something at its time.
    static let program = Actor(id: nil, name: "Storytime")

    /// A kept name where a sentence goes on with it: “by the command line”.
    static func inSentence(_ name: String) -> String {
        name == commandLine.name ? "the command line" : name
    }
}
