/// A request that the console makes of another server.
struct OutgoingRequest: Sendable {
    var method = "GET"
    var url: String
    var headers: [(name: String, value: String)] = []
    /// HTTP Basic; nil sends no credentials.
    var credentials: (user: String, password: String)?
    var body: [UInt8]?
    /// Plain HTTP is only for a server on this machine.
    var allowsPlainHTTP = false

    /// How long a connection may take: a name's server may have to be asked twice.
    var connectTimeoutMilliseconds = 10_000
    /// How long the whole may take.
    var timeoutMilliseconds = 60_000
    /// More content than any answer that is asked for here; it is held in memory.
    var responseLimitBytes = 8 << 20
}

/// What another server answered.
struct OutgoingAnswer: Sendable {
    var status: Int
    /// By their names in lower case; of several fields of one name, the last.
    var headers: [String: String] = [:]
    var body: [UInt8] = []
}

/// Why no answer came.
struct OutgoingError: Error, Sendable, CustomStringConvertible {
    enum Kind: Sendable, Equatable {
        /// Nothing was sent: the server wasn't reached.
        case unreachable
        /// Something may have been done.
        case interrupted
        case untrusted
        case tooLarge
        /// The request itself could not be made.
        case impossible
    }

    let kind: Kind
    let description: String
}
