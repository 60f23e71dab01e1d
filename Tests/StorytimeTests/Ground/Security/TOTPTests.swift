import Testing

@testable import Storytime

@Suite("Codes that change with time")
struct TOTPTests {
    /// The secret of both standards' tests.
    private static let totp = TOTP(secret: Array("12345678901234567890".utf8))

    @Test(
        "The codes are those of RFC 4226, appendix D",
        arguments: [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583",
            "399871", "520489",
        ].enumerated().map { ($0.offset, $0.element) }
    )
    func counters(step: Int, code: String) throws {
        #expect(try Self.totp.code(step: step) == code)
    }

    @Test(
        "The codes are those of RFC 6238, appendix B",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"), (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ]
    )
    func times(seconds: Int, code: String) throws {
        #expect(try Self.totp.code(step: TOTP.step(at: seconds), digits: 8) == code)
    }

    @Test(
        "A code is taken in its step and in those beside it, and no longer",
        arguments: [(-60, false), (-30, true), (0, true), (29, true), (30, true), (60, false)]
    )
    func drift(seconds: Int, isTaken: Bool) throws {
        let start = 1_795_257_600
        let code = try Self.totp.code(step: TOTP.step(at: start))
        let steps = try Self.totp.steps(of: code, at: start + seconds)
        #expect(steps == (isTaken ? [TOTP.step(at: start)] : []))
    }

    @Test("What isn't a code belongs to no step", arguments: ["", "12345", "1234567", "abcdef"])
    func others(text: String) throws {
        #expect(try Self.totp.steps(of: text, at: 59).isEmpty)
    }

    @Test("A new secret has 160 bits, and is another each time")
    func secrets() throws {
        let secrets = try (0..<50).map { _ in try TOTP().secret }
        #expect(secrets.allSatisfy { $0.count == 20 })
        #expect(Set(secrets).count == 50)
    }

    @Test(
        "Base32 is that of RFC 4648 §10, without its padding",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
        ]
    )
    func base32(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
    }
}
