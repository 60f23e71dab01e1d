import CCrypto
import FoundationEssentials

/// An RSA private key that signs with SHA-256: RSASSA-PKCS1-v1_5, which JWTs call RS256 (RFC 7518
/// §3.3). Owned by the thread that read it.
final class SigningKey {
    /// Far more than a key of 4,096 bits takes, as PEM in base64.
    private static let maximumTextBytes = 16_384
    /// RFC 7518 §3.3: "A key of size 2048 bits or larger MUST be used".
    private static let minimumBits: Int32 = 2048

    private let key: OpaquePointer

    /// Reads PEM, PKCS#1 or PKCS#8, or either in base64, as Mux provides it.
    init(_ text: String) throws {
        guard let pem = Self.pem(text), let key = Self.read(pem) else {
            throw CryptoError(function: "PEM_read_bio_PrivateKey")
        }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    static func isValid(_ text: String) -> Bool { (try? SigningKey(text)) != nil }

    func sign(_ message: [UInt8]) throws -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        guard context != nil, EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1 else {
            throw CryptoError(function: "EVP_DigestSignInit")
        }
        var length = Int(EVP_PKEY_get_size(key))
        var signature = [UInt8](repeating: 0, count: length)
        guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else {
            throw CryptoError(function: "EVP_DigestSign")
        }
        return Array(signature.prefix(length))
    }

    private static func pem(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= maximumTextBytes else { return nil }
        if text.contains("-----BEGIN ") { return Array(text.utf8) }
        return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) }
    }

    private static func read(_ pem: [UInt8]) -> OpaquePointer? {
        let source = BIO_new_mem_buf(pem, Int32(pem.count))
        defer { BIO_free(source) }
        // Without a callback of our own, OpenSSL would ask for a password on the terminal.
        guard let key = PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil) else {
            ERR_clear_error()
            return nil
        }
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA, EVP_PKEY_get_bits(key) >= minimumBits
        else {
            EVP_PKEY_free(key)
            return nil
        }
        return key
    }
}
