/// Ten codes for the day when the phone is gone, each for one use.
///
/// They are shown once; the database has their scrypt hashes (ASVS 5.0 6.5.2 requires that for
/// secrets below 112 bits; these have 60). The hashes share a salt, so that a typed code is hashed
/// once and not ten times.
struct RecoveryCodes: Sendable {
    static let count = 10
    /// Somebody waits for ten hashes, so each takes a fifth of a password's.
    private static let parallelism = 1

    let texts: [String]
    let hashes: [PasswordHash]

    /// New ones. Ten hashes take some time, so this belongs in the slow lane, and outside of
    /// transactions.
    init() throws {
        var texts: [String] = []
        var hashes: [PasswordHash] = []
        for _ in 0..<Self.count {
            let text = try WrittenCode.make()
            let bare = WrittenCode.bare(text)
            let hash = try hashes.first.flatMap { try PasswordHash(password: bare, saltOf: $0) }
            hashes.append(
                try hash ?? PasswordHash(password: bare, parallelism: Self.parallelism)
            )
            texts.append(text)
        }
        self.texts = texts
        self.hashes = hashes
    }
}

extension RecoveryCodes {
    /// The message for someone who has used one.
    static func usedNote(left: Int) -> String {
        let codes =
            left == 0
            ? "No recovery code is" : Counted.text(left, "recovery code is", "recovery codes are")
        return codes + (left > 2 ? " left." : " left. Create new ones on your account page.")
    }
}
