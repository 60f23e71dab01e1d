import Received

/// The browser's half of something that the database knows by a hash: an id and a secret of 256
/// bits, as the value of a cookie. Reading the database, or a backup of it, is not enough to make
/// one.
struct Ticket: Sendable {
    private static let secretLength = 32

    let id: Int
    private let secret: [UInt8]

    /// The ticket of a row, from the secret whose hash is in it.
    init(id: Int, secret: [UInt8]) {
        self.id = id
        self.secret = secret
    }

    /// Reads a cookie; nil if it can't be one of ours. A ticket has one spelling: with another it would
    /// count as somebody else's where turns are taken.
    init?(_ cookie: String?) {
        guard let cookie, let dot = cookie.firstIndex(of: "."),
            let id = ReceivedNumber.integer(cookie[..<dot]),
            let secret = Base64URL.decode(cookie[cookie.index(after: dot)...]),
            secret.count == Self.secretLength
        else { return nil }
        self.init(id: id, secret: secret)
        guard text == cookie else { return nil }
    }

    static func newSecret() throws -> [UInt8] { try Random.bytes(secretLength) }

    /// Whether the hash in the database is that of this ticket's secret.
    func matches(_ hash: [UInt8]) throws -> Bool {
        Digest.isEqual(hash, try Digest.sha256(secret))
    }

    /// The value of the cookie.
    var text: String { "\(id).\(Base64URL.encode(secret))" }
}
