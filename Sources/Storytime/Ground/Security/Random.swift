import CCrypto

/// Random bytes from OpenSSL's generator, the only source of secrets in the program.
enum Random {
    /// `count` random bytes.
    ///
    /// If the generator can't be seeded, nothing secret can be made: that is an error to report,
    /// never a reason to continue with weaker bytes.
    static func bytes(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, Int32(count)) == 1 else {
            throw CryptoError(function: "RAND_bytes")
        }
        return bytes
    }
}

/// A function of libcrypto that failed.
struct CryptoError: Error, CustomStringConvertible {
    let function: String

    var description: String { "libcrypto's \(function) failed" }
}
