import Testing

@testable import Storytime

@Suite("Password hashes")
struct PasswordHashTests {
    @Test("The right password matches, any other does not")
    func matches() throws {
        let hash = try PasswordHash(password: "correct horse")
        #expect(try hash.matches("correct horse"))
        #expect(try !hash.matches("correct horsf"))
        #expect(try !hash.matches("correct horse "))
        #expect(try !hash.matches(""))
    }

    @Test("The text names the parameters: N=2^14, r=8, p=5, a salt of 16 bytes, 32 bytes of hash")
    func parameters() throws {
        let parts = try PasswordHash(password: "x").text.split(separator: "$")
        #expect(parts[0...3] == ["scrypt", "14", "8", "5"])
        #expect(Base64URL.decode(parts[4])?.count == 16)
        #expect(Base64URL.decode(parts[5])?.count == 32)
    }

    @Test("The same password never has the same hash twice")
    func isSalted() throws {
        #expect(try PasswordHash(password: "x").text != PasswordHash(password: "x").text)
    }

    @Test("A hash made with other parameters still matches")
    func otherParameters() throws {
        // RFC 7914 §12: scrypt("pleaseletmein", "SodiumChloride", 16384, 8, 1), its first 32 bytes.
        let salt = Base64URL.encode(Array("SodiumChloride".utf8))
        let bytes: [UInt8] = [
            0x70, 0x23, 0xbd, 0xcb, 0x3a, 0xfd, 0x73, 0x48, 0x46, 0x1c, 0x06, 0xcd, 0x81, 0xfd,
            0x38, 0xeb, 0xfd, 0xa8, 0xfb, 0xba, 0x90, 0x4f, 0x8e, 0x3e, 0xa9, 0xb5, 0x43, 0xf6,
            0x54, 0x5d, 0xa1, 0xf2,
        ]
        let hash = PasswordHash(text: "scrypt$14$8$1$\(salt)$\(Base64URL.encode(bytes))")
        #expect(try hash.matches("pleaseletmein"))
        #expect(try !hash.matches("pleaseletmeout"))
    }

    @Test(
        "A text that is no hash matches nothing and costs nothing",
        arguments: [
            "", "x", "scrypt", "scrypt$14$8$5$AAAA", "bcrypt$14$8$5$AAAA$AAAA",
            "scrypt$40$8$5$AAAA$AAAA", "scrypt$14$999999$5$AAAA$AAAA", "scrypt$14$8$99$AAAA$AAAA",
            "scrypt$-1$8$5$AAAA$AAAA", "scrypt$14$8$5$!!!!$AAAA", "scrypt$14$8$5$AAAA$!",
        ]
    )
    func brokenHashes(text: String) throws {
        #expect(try !PasswordHash(text: text).matches(""))
    }

    @Test("A password may hold any text, NUL and emoji too")
    func anyText() throws {
        let password = "a\0b – 🦊 pass"
        let hash = try PasswordHash(password: password)
        #expect(try hash.matches(password))
        #expect(try !hash.matches("a"))
    }
}

@Suite("Secrets in text")
struct Base64URLTests {
    @Test(
        "RFC 4648 §10, without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test("All bytes come back")
    func roundTrip() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        #expect(!Base64URL.encode(bytes).contains { "+/=".contains($0) })
    }

    @Test(
        "Bytes have one spelling only",
        arguments: ["Z", "Zh", "Zg=", "Zg==", "Z g", "Z+", "Zm9"]
    )
    func refusesOthers(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}

@Suite("Digests")
struct DigestTests {
    @Test("SHA-256 of “abc” (FIPS 180-4)")
    func sha256() throws {
        let sum = try Digest.sha256(Array("abc".utf8))
        #expect(
            hex(sum) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }

    @Test("HMAC-SHA-256 of RFC 4231 §4.3")
    func hmac() throws {
        let code = try Digest.hmac(
            Array("what do ya want for nothing?".utf8),
            key: Array("Jefe".utf8)
        )
        #expect(
            hex(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
    }

    @Test("Comparison knows length, content and nothing else")
    func comparison() {
        #expect(Digest.isEqual([1, 2], [1, 2]))
        #expect(!Digest.isEqual([1, 2], [1, 3]))
        #expect(!Digest.isEqual([1, 2], [1]))
        #expect(Digest.isEqual([], []))
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
