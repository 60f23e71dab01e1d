/// What a program holds to get its next access token, good for one use (RFC 9700 §4.14.2).
///
/// Besides the secret that changes with each use it carries one that stays while the session lasts:
/// so a token that was used before is told from one that somebody made up, and only who once had a
/// real one can end the session with it.
struct RefreshToken: Sendable {
    private static let secretLength = 32

    let ticket: Ticket
    let secret: [UInt8]

    init(_ ticket: Ticket, secret: [UInt8]) {
        self.ticket = ticket
        self.secret = secret
    }

    /// Reads a token; nil when it can't be one of ours.
    init?(_ text: String) {
        guard let dot = text.lastIndex(of: "."), let ticket = Ticket(String(text[..<dot])),
            let secret = Base64URL.decode(text[text.index(after: dot)...]),
            secret.count == Self.secretLength
        else { return nil }
        self.init(ticket, secret: secret)
    }

    static func newSecret() throws -> [UInt8] { try Random.bytes(secretLength) }

    /// As it is sent.
    var text: String { "\(ticket.text).\(Base64URL.encode(secret))" }
}
