/// A key that lets somebody's script act in their name, for as long and as far as they chose.
struct AccessKey: Sendable, Equatable {
    /// More than one person can keep track of.
    static let maximumPerUser = 50

    let id: ID<AccessKey>
    let name: String
    /// The last characters of the key.
    let ending: String
    let scopes: [Scope]
    let createdAt: Int
    /// Nil if it doesn't end.
    let expiresAt: Int?
    let lastUsedAt: Int?

    /// The result of a valid form.
    struct Draft: Sendable {
        let name: String
        let scopes: [Scope]
        let expiresAt: Int?
    }

    func isOver(now: Int) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

/// The key itself, which is shown once and stored as a hash.
struct AccessKeySecret: Sendable {
    /// The beginning of every key, so that scanners of source code find one that was left there.
    static let prefix = "storytime_pat_"
    static let length = 32

    let text: String

    /// The key of a secret of 32 bytes.
    init(_ secret: [UInt8]) {
        text = Self.prefix + Hex.encode(secret)
    }

    /// Reads what a script sends; nil if it can't be a key.
    init?(shown text: String) {
        let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard text.hasPrefix(Self.prefix), digits.count == 2 * Self.length else { return nil }
        self.text = text
    }

    /// 256 random bits need no slow hash (ASVS 5.0 6.5.2 asks for one below 112).
    var hash: [UInt8] { get throws { try Digest.sha256(Array(text.utf8)) } }

    var ending: String { String(text.suffix(4)) }
}
