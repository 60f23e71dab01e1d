import CCrypto

/// SHA-256 and HMAC from libcrypto, and a comparison that always takes the same time.
enum Digest {
    /// The SHA-256 of the bytes, 32 bytes.
    static func sha256(_ bytes: [UInt8]) throws -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil) == 1, length == 32
        else { throw CryptoError(function: "EVP_Digest") }
        return digest
    }

    /// The SHA-256 of `count` bytes that are read piece by piece.
    static func sha256(
        of count: Int,
        read: (Range<Int>) throws -> [UInt8]
    ) throws -> [UInt8] {
        let pieceBytes = 1 << 18
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            throw CryptoError(function: "EVP_DigestInit_ex")
        }
        for start in stride(from: 0, to: count, by: pieceBytes) {
            let piece = try read(start..<min(start + pieceBytes, count))
            guard EVP_DigestUpdate(context, piece, piece.count) == 1 else {
                throw CryptoError(function: "EVP_DigestUpdate")
            }
        }
        var digest = [UInt8](repeating: 0, count: 32)
        guard EVP_DigestFinal_ex(context, &digest, nil) == 1 else {
            throw CryptoError(function: "EVP_DigestFinal_ex")
        }
        return digest
    }

    /// The HMAC-SHA-256 of a message under a key (RFC 2104), 32 bytes.
    static func hmac(_ message: [UInt8], key: [UInt8]) throws -> [UInt8] {
        try hmac(EVP_sha256(), length: 32, message, key)
    }

    /// The HMAC-SHA-1 of a message under a key, 20 bytes, for one-time codes.
    static func hmacSHA1(_ message: [UInt8], key: [UInt8]) throws -> [UInt8] {
        try hmac(EVP_sha1(), length: 20, message, key)
    }

    private static func hmac(
        _ hash: OpaquePointer?,
        length expected: Int,
        _ message: [UInt8],
        _ key: [UInt8]
    ) throws -> [UInt8] {
        var code = [UInt8](repeating: 0, count: expected)
        var length: UInt32 = 0
        let result = HMAC(hash, key, Int32(key.count), message, message.count, &code, &length)
        guard result != nil, length == expected else { throw CryptoError(function: "HMAC") }
        return code
    }

    /// Whether both are the same bytes, without revealing by its time where they differ.
    static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
    }
}
