/// The token with which an app gets its next access token; it works once (RFC 9700 §4.14.2).
///
/// Besides the secret that changes with each use it has one that stays as long as the session.
/// That distinguishes a token that was used before from one that somebody made up, so only someone
/// who once had a real one can end the session with it.
struct RefreshToken: Sendable {
    private static let secretLength = 32

    let ticket: Ticket
    let secret: [UInt8]

    init(_ ticket: Ticket, secret: [UInt8]) {
        self.ticket = ticket
        self.secret = secret
    }

    /// Reads a token; nil if it can't be one of ours.
    init?(_ text: String) {
        guard let dot = text.lastIndex(of: "."), let ticket = Ticket(String(text[..<dot])),
            let secret = Base64URL.decode(text[text.index(after: dot)...]),
            secret.count == Self.secretLength
        else { return nil }
        self.init(ticket, secret: secret)
    }

    static func newSecret() throws -> [UInt8] { try Random.bytes(secretLength) }

    /// The text to send.
    var text: String { "\(ticket.text).\(Base64URL.encode(secret))" }
}
