/// A key with which a script of somebody's asks in their name, for as long and as much as they chose.
struct AccessKey: Sendable, Equatable {
    /// As many as one person can keep apart, and some.
    static let maximumPerUser = 50

    let id: ID<AccessKey>
    let name: String
    /// The last characters of the key.
    let ending: String
    let scopes: [Scope]
    let createdAt: Int
    /// Nil: it doesn't end.
    let expiresAt: Int?
    let lastUsedAt: Int?

    /// What a valid form makes of its fields.
    struct Draft: Sendable {
        let name: String
        let scopes: [Scope]
        let expiresAt: Int?
    }

    func isOver(now: Int) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

/// The key itself, which is shown once and kept as a hash.
struct AccessKeySecret: Sendable {
    /// What every key begins with, so that scanners of source code find one that was left there.
    static let prefix = "storytime_pat_"
    static let length = 32

    let text: String

    /// The key of a secret of 32 bytes.
    init(_ secret: [UInt8]) {
        text = Self.prefix + Hex.encode(secret)
    }

    /// Reads what a script shows; nil when it can't be a key.
    init?(shown text: String) {
        let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard text.hasPrefix(Self.prefix), digits.count == 2 * Self.length else { return nil }
        self.text = text
    }

    /// 256 random bits need no slow hash (ASVS 5.0 6.5.2 asks for one below 112).
    var hash: [UInt8] { get throws { try Digest.sha256(Array(text.utf8)) } }

    var ending: String { String(text.suffix(4)) }
}
