/// Codes that change with time (TOTP, RFC 6238), from a secret that an authenticator app shares
/// with us.
///
/// Every app uses SHA-1, six digits and steps of 30 seconds; several ignore an address that asks
/// for anything else. HMAC does not need SHA-1 to resist collisions (RFC 6238 §1.2 keeps it as the
/// default).
struct TOTP: Sendable, Equatable {
    /// As long as the hash, as RFC 4226 §4 recommends: 160 bits.
    static let secretLength = 20
    static let digits = 6
    private static let stepSeconds = 30

    let secret: [UInt8]

    init(secret: [UInt8]) {
        self.secret = secret
    }

    /// A new secret.
    init() throws {
        secret = try Random.bytes(Self.secretLength)
    }

    /// The number of the step that a second belongs to (RFC 6238 §4.2).
    static func step(at seconds: Int) -> Int { seconds / stepSeconds }

    /// The code of a step: RFC 4226 §5.3 with the step as the counter.
    func code(step: Int, digits: Int = TOTP.digits) throws -> String {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        let hash = try Digest.hmacSHA1(message, key: secret)
        // Dynamic truncation: the last four bits say where the 31 bits of the code are.
        let offset = Int(hash[hash.count - 1] & 0xF)
        let number = hash[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        let modulus = (0..<digits).reduce(1) { product, _ in product * 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// Which of the current step and its neighbors have this code: one step of drift each way, for
    /// a phone whose clock is off and for the time that typing takes (RFC 6238 §5.2).
    func steps(of code: String, at seconds: Int) throws -> [Int] {
        let typed = Array(code.utf8)
        let now = Self.step(at: seconds)
        return try (now - 1...now + 1).filter {
            Digest.isEqual(typed, Array(try self.code(step: $0).utf8))
        }
    }

    /// The secret in the form that apps read.
    var base32: String { Base32.encode(secret) }
}
