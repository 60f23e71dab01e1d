import CCrypto
import Received
import Synchronization

/// A stored password: scrypt's result with its parameters and salt.
///
/// The text is `scrypt$LOG2N$R$P$SALT$HASH`, so parameters can rise without losing old hashes.
/// Parameters are OWASP's for scrypt with 16 MiB: N=2^14, r=8, p=5 (Password Storage Cheat Sheet).
struct PasswordHash: Sendable, Equatable {
    private static let log2N = 14
    private static let blockSize = 8
    private static let parallelism = 5
    private static let saltLength = 16
    private static let hashLength = 32
    /// The memory for one derivation: N·r·128 bytes and some for the rest.
    private static let memoryLimitBytes: UInt64 = 64 << 20

    /// One derivation at a time: a burst of sign-ins costs 16 MiB, not 16 MiB each.
    private static let turn = Mutex(())

    let text: String

    /// A hash read from the database.
    init(text: String) {
        self.text = text
    }

    /// A new hash with a random salt; takes some 50 ms, so it belongs in the slow lane. Secrets
    /// that the program made can't be guessed, and need less parallelism than those that people
    /// choose.
    init(password: String, parallelism: Int = Self.parallelism) throws {
        let salt = try Random.bytes(Self.saltLength)
        let hash = try Self.derive(
            password,
            salt: salt,
            log2N: Self.log2N,
            blockSize: Self.blockSize,
            parallelism: parallelism
        )
        let parameters = "\(Self.log2N)$\(Self.blockSize)$\(parallelism)"
        text = "scrypt$\(parameters)$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))"
    }

    /// The hash of a password with the salt and the parameters of another: among several hashes
    /// with one salt, one derivation finds the one that it made. Nil if the other can't be read.
    init?(password: String, saltOf other: PasswordHash) throws {
        let parts = other.text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "scrypt",
            let log2N = ReceivedNumber.integer(parts[1]), (1...20).contains(log2N),
            let blockSize = ReceivedNumber.integer(parts[2]), (1...32).contains(blockSize),
            let parallelism = ReceivedNumber.integer(parts[3]), (1...16).contains(parallelism),
            let salt = Base64URL.decode(parts[4])
        else { return nil }
        let hash = try Self.derive(
            password,
            salt: salt,
            log2N: log2N,
            blockSize: blockSize,
            parallelism: parallelism
        )
        text = parts.dropLast().joined(separator: "$") + "$" + Base64URL.encode(hash)
    }

    /// Whether this hash was made from the password; a hash that can't be read matches none.
    func matches(_ password: String) throws -> Bool {
        guard let derived = try PasswordHash(password: password, saltOf: self) else { return false }
        return Digest.isEqual(Array(derived.text.utf8), Array(text.utf8))
    }

    private static func derive(
        _ password: String,
        salt: [UInt8],
        log2N: Int,
        blockSize: Int,
        parallelism: Int
    ) throws -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: hashLength)
        let password = Array(password.utf8).map { CChar(bitPattern: $0) }
        let result = turn.withLock { _ in
            EVP_PBE_scrypt(
                password,
                password.count,
                salt,
                salt.count,
                1 << UInt64(log2N),
                UInt64(blockSize),
                UInt64(parallelism),
                memoryLimitBytes,
                &hash,
                hash.count
            )
        }
        guard result == 1 else { throw CryptoError(function: "EVP_PBE_scrypt") }
        return hash
    }
}
