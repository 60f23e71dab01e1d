import Foundation
import Testing

@testable import Storytime

@Suite("Access tokens")
struct AccessTokenTests {
    private static let now = 1_795_257_600

    private let folder: TemporaryFolder
    private let keys: TokenKeys
    private let token = AccessToken(session: 12, user: ID(7))

    init() throws {
        folder = try TemporaryFolder()
        keys = try TokenKeys(folder: folder.path, now: Self.now)
    }

    private func text() throws -> String { try token.text(#require(keys.current), now: Self.now) }

    private func read(_ text: String, now: Int = Self.now) throws -> AccessToken? {
        try AccessToken(text, keys, now: now)
    }

    private func part(_ json: String) -> String { Base64URL.encode(Array(json.utf8)) }

    /// A token of these parts, properly signed with the key that is good now.
    private func signed(_ header: String, _ claims: String) throws -> String {
        let text = part(header) + "." + part(claims)
        let key = try #require(keys.current)
        return text + "." + Base64URL.encode(try Digest.hmac(Array(text.utf8), key: key.secret))
    }

    @Test("HS256 is what the example of RFC 7515 says it is (appendix A.1)")
    func example() throws {
        let key = try #require(
            Base64URL.decode(
                "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
            )
        )
        let signed =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAs"
            + "DQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let signature = try Digest.hmac(Array(signed.utf8), key: key)
        #expect(Base64URL.encode(signature) == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    }

    @Test("A token says in three parts whose it is, of which session and for how long")
    func parts() throws {
        let parts = try text().split(separator: ".").map {
            String(decoding: try #require(Base64URL.decode($0)), as: UTF8.self)
        }
        let key = try #require(keys.current)
        #expect(parts[0] == "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"\(key.id)\"}")
        #expect(
            parts[1]
                == "{\"iss\":\"storytime\",\"sub\":\"7\",\"sid\":12,\"iat\":1795257600,"
                + "\"nbf\":1795257600,\"exp\":1795258500}"
        )
        #expect(try read(text()) == token)
    }

    @Test("It is good for a quarter of an hour, not before and not after")
    func times() throws {
        let text = try text()
        #expect(try read(text, now: Self.now - 1) == nil)
        #expect(try read(text, now: Self.now + 899) == token)
        #expect(try read(text, now: Self.now + 900) == nil)
    }

    @Test("A token with any character changed is none")
    func everyCharacter() throws {
        let original = Array(try text().utf8)
        for index in original.indices {
            for byte in [UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "."), 0x80 >> 1] {
                var changed = original
                guard changed[index] != byte else { continue }
                changed[index] = byte
                #expect(try read(String(decoding: changed, as: UTF8.self)) == nil, "\(index)")
            }
            #expect(try read(String(decoding: original[..<index], as: UTF8.self)) == nil)
        }
    }

    @Test("Another algorithm, type or key in the header is refused, whoever signed it")
    func headers() throws {
        let id = try #require(keys.current).id
        let claims = "{\"iss\":\"storytime\",\"sub\":\"7\",\"sid\":12,\"nbf\":0,\"exp\":9999999999}"
        let own = "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"\(id)\"}"
        #expect(try read(signed(own, claims)) == token)
        for header in [
            "{\"alg\":\"none\",\"typ\":\"JWT\",\"kid\":\"\(id)\"}",
            "{\"alg\":\"None\",\"typ\":\"JWT\",\"kid\":\"\(id)\"}",
            "{\"alg\":\"HS512\",\"typ\":\"JWT\",\"kid\":\"\(id)\"}",
            "{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"\(id)\"}",
            "{\"alg\":\"HS256\",\"typ\":\"at+jwt\",\"kid\":\"\(id)\"}",
            "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"another\"}",
            "{\"alg\":\"HS256\",\"typ\":\"JWT\"}", "{\"alg\":\"HS256\",\"kid\":\"\(id)\"}",
            "{\"typ\":\"JWT\",\"alg\":\"HS256\",\"kid\":\"\(id)\"}",
            "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"\(id)\",\"crit\":[\"exp\"]}",
            "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"\(id)\",\"jwk\":{}}", "{}", "", "[]",
        ] {
            #expect(try read(signed(header, claims)) == nil, "\(header)")
            #expect(try read(part(header) + "." + part(claims) + ".") == nil, "\(header)")
        }
    }

    @Test("Claims that aren't all there, or of another issuer, are refused though they are signed")
    func claims() throws {
        let id = try #require(keys.current).id
        let header = "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"\(id)\"}"
        for claims in [
            "{\"iss\":\"else\",\"sub\":\"7\",\"sid\":12,\"nbf\":0,\"exp\":9999999999}",
            "{\"sub\":\"7\",\"sid\":12,\"nbf\":0,\"exp\":9999999999}",
            "{\"iss\":\"storytime\",\"sub\":7,\"sid\":12,\"nbf\":0,\"exp\":9999999999}",
            "{\"iss\":\"storytime\",\"sub\":\"07\",\"sid\":12,\"nbf\":0,\"exp\":9999999999}",
            "{\"iss\":\"storytime\",\"sub\":\"7\",\"nbf\":0,\"exp\":9999999999}",
            "{\"iss\":\"storytime\",\"sub\":\"7\",\"sid\":12,\"nbf\":0}",
            "{\"iss\":\"storytime\",\"sub\":\"7\",\"sid\":12,\"nbf\":0,\"exp\":1e400}",
            "{\"iss\":\"storytime\",\"sub\":\"7\",\"sid\":12,\"exp\":9999999999}",
            "{\"iss\":\"storytime\",\"sub\":\"7\",\"sid\":12,\"nbf\":0,\"exp\":9999999999,\"exp\":1}",
            "[]", "", "null",
        ] {
            #expect(try read(signed(header, claims)) == nil, "\(claims)")
        }
    }

    @Test("What is no token at all is none")
    func noTokens() throws {
        let good = try text()
        for text in HostileInputs.own.compactMap(\.text) {
            #expect(try read(text) == nil)
            #expect(try read(good + "." + text) == nil)
        }
        #expect(try read("..") == nil)
        #expect(try read(String(repeating: ".", count: 5000)) == nil)
    }

    // MARK: Keys

    @Test("Keys outlive a restart, in a file that only the server's own user reads")
    func keysAreKept() throws {
        #expect(try TokenKeys(folder: folder.path, now: Self.now + 5).current == keys.current)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("token-keys"))
        let mode = try #require(attributes[.posixPermissions] as? Int)
        #expect(mode == 0o600)
    }

    @Test("A file of keys that others could read is put right at the start, and stays so")
    func keysAreClosed() throws {
        let path = folder.file("token-keys")
        let mode = { () throws -> Int? in
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let keys = try TokenKeys(folder: folder.path, now: Self.now)
        #expect(try mode() == 0o600)
        try keys.rotate(now: Self.now + TokenKeys.seconds)
        #expect(try mode() == 0o600)
    }

    @Test(
        "After a month a new key signs, and the one before it verifies until its tokens have ended"
    )
    func rotates() throws {
        let month = Self.now + TokenKeys.seconds
        let first = try #require(keys.current)
        try keys.rotate(now: month - 1)
        #expect(keys.current == first)
        let last = try token.text(first, now: month - 1)
        try keys.rotate(now: month)
        let second = try #require(keys.current)
        #expect(second != first)
        #expect(try read(last, now: month) == token)
        #expect(try read(token.text(second, now: month), now: month) == token)
        // The next start knows both.
        let restarted = try TokenKeys(folder: folder.path, now: month)
        #expect(try AccessToken(last, restarted, now: month) == token)
        try keys.rotate(now: month + AccessToken.seconds)
        #expect(try read(last, now: month + 800) == token)
        try keys.rotate(now: month + AccessToken.seconds + 1)
        #expect(try read(last, now: month + 800) == nil)
        #expect(keys.current == second)
        #expect(try TokenKeys(folder: folder.path, now: month).current == second)
    }

    @Test("A key that a wrong clock made in the future is followed by another at once")
    func futureKey() throws {
        let first = try #require(keys.current)
        try keys.rotate(now: Self.now - 1000)
        #expect(keys.current != first)
    }

    @Test(
        "A file of keys that is damaged stops the program, which says what to do",
        arguments: [
            "", "x", "a 1 AAAA\n", "a b c d\n", "a x \(String(repeating: "A", count: 43))\n",
        ]
    )
    func damaged(text: String) throws {
        try text.write(toFile: folder.file("token-keys"), atomically: true, encoding: .utf8)
        #expect(throws: ConfigurationError.self) {
            try TokenKeys(folder: folder.path, now: Self.now)
        }
    }
}
