import Received

/// A request from the console to another server.
struct OutgoingRequest: Sendable {
    var method = "GET"
    var url: String
    var headers: [(name: String, value: String)] = []
    /// HTTP Basic; nil sends no credentials.
    var credentials: (user: String, password: String)?
    var body: [UInt8]?
    /// Plain HTTP is only for a server on this machine, or one that the operator chose.
    var allowsPlainHTTP = false
    /// The address to connect to, whatever the name in the URL means by now; no proxy is asked then.
    var address: IPAddress?
    /// Whom to write to about our requests, for servers that ask for it.
    var contact: String?

    /// How long connecting may take: a name server may have to be asked twice.
    var connectTimeoutMilliseconds = 10_000
    /// How long everything together may take.
    var timeoutMilliseconds = 60_000
    /// More than any answer here has; it is held in memory.
    var responseLimitBytes = 8 << 20
    /// Whether an answer that is longer is cut there, and not refused: its beginning says enough.
    var cutsAtLimit = false
}

/// The answer of another server.
struct OutgoingAnswer: Sendable {
    var status: Int
    /// By their names in lower case; of several fields with the same name, the last.
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    /// Takes a line of its head. A status line begins another answer, after a 1xx.
    mutating func take(headLine bytes: some Collection<UInt8>) {
        let line = ReceivedText.repair(bytes)
        if bytes.starts(with: "HTTP/".utf8) {
            headers = [:]
            status =
                line.split(separator: " ").dropFirst().first.flatMap {
                    ReceivedNumber.integer($0, in: 0...999)
                } ?? 0
        }
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        let value = line[line.utf8.index(after: colon)...]
        headers[line[..<colon].lowercased()] = String(
            value.drop { $0.isWhitespace }.prefix { !$0.isNewline }
        )
    }
}

/// Why no answer came.
struct OutgoingError: Error, Sendable, CustomStringConvertible {
    enum Kind: Sendable, Equatable {
        /// Nothing was sent: the server could not be reached.
        case unreachable
        /// The request may have been carried out.
        case interrupted
        case untrusted
        case tooLarge
        /// The address is one that this server doesn't fetch from.
        case refused
        /// The request itself could not be made.
        case impossible
    }

    let kind: Kind
    let description: String
}
