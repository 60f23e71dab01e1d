import Foundation
import Testing

@testable import Storytime

@Suite("The signature of Mux's webhooks")
struct MuxSignatureTests {
    static let secret = "SuperSecret123"
    static let body = "{\"test\":\"body\"}"
    /// The vector that the tests of Mux's own libraries have.
    static let code = "854ece4c22acef7c66b57d4e504153bc512595e8e9c772ece2a68150548c19a7"
    static let moment = 1_565_125_718

    static func verdict(
        _ header: String?,
        _ body: String = body,
        now: Int = moment,
        secret: String = secret
    ) -> MuxSignature.Refusal? {
        do {
            try MuxSignature.check(header, of: Array(body.utf8), secret: secret, now: now)
            return nil
        } catch {
            return error as? MuxSignature.Refusal
        }
    }

    @Test(
        "What Mux signed is taken, whatever else stands in the header",
        arguments: [
            "t=1565125718,v1=\(code)", "v1=\(code),t=1565125718",
            "t=1565125718,v1=\(String(repeating: "0", count: 64)),v1=\(code)",
            "t=1565125718,v0=\(code),v1=\(code)",
        ]
    )
    func taken(header: String) {
        #expect(Self.verdict(header) == nil)
    }

    @Test(
        "What can't be read is no signature",
        arguments: [
            nil, "", "abadheadervalue", "t=abc,v1=\(code)", "v1=\(code)", "t=1565125718",
            "t=1565125718,v2=\(code)", "t=,v1=\(code)", "t=-1565125718,v1=\(code)",
            "t=99999999999999999999,v1=\(code)", "t=+1565125718,v1=\(code)",
        ]
    )
    func unreadable(header: String?) {
        #expect(Self.verdict(header) == .missing)
    }

    @Test(
        "Another signature is refused",
        arguments: [
            "t=1565125719,v1=\(code)", "t=1565125718,v1=\(code.uppercased())",
            "t=1565125718,v1=\(code.dropLast(2))", "t=1565125718,v1=", "t=1565125718,v1=\(code)0",
            "t=01565125718,v1=\(code)",
        ]
    )
    func other(header: String) {
        #expect(Self.verdict(header) == .wrong)
    }

    @Test("It is made of the very bytes and the very secret")
    func bytes() {
        let header = "t=1565125718,v1=\(Self.code)"
        #expect(Self.verdict(header, "{\"test\": \"body\"}") == .wrong)
        #expect(Self.verdict(header, secret: "SuperSecret124") == .wrong)
    }

    @Test("It holds for five minutes, and is taken from a clock that is ahead")
    func age() {
        let header = "t=1565125718,v1=\(Self.code)"
        #expect(Self.verdict(header, now: Self.moment + 300) == nil)
        #expect(Self.verdict(header, now: Self.moment + 301) == .old)
        #expect(Self.verdict(header, now: Self.moment - 2) == nil)
        #expect(Self.verdict("t=1565125718,v1=00", now: Self.moment + 301) == .wrong)
    }

    private struct Cases: Decodable {
        struct Case: Decodable {
            let name: String
            let secret: String
            let now: Int
            let header: String
            let body: String
            let valid: Bool
        }
        let cases: [Case]
    }

    @Test("Every case of the collection is decided as it says")
    func collection() throws {
        guard let data = MuxFixtures.data("webhook_signatures.json") else { return }
        let cases = try JSONDecoder().decode(Cases.self, from: data).cases
        #expect(cases.count >= 20)
        for row in cases {
            let verdict = Self.verdict(row.header, row.body, now: row.now, secret: row.secret)
            #expect((verdict == nil) == row.valid, "\(row.name)")
        }
    }
}

/// The collection of documented webhooks, answers and tokens beside the repository, which may not
/// be there.
enum MuxFixtures {
    static let folder = Repository.folder + "/../shared/fixtures/mux"

    static func data(_ name: String) -> Data? {
        guard let data = FileManager.default.contents(atPath: folder + "/" + name) else {
            print("Left out: \(name) of ../shared/fixtures/mux, which isn't here.")
            return nil
        }
        return data
    }

    /// The bodies of documented webhooks, by the names of their files.
    static func webhooks() throws -> [String: String] {
        guard data("README.md") != nil else { return [:] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/webhooks")
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, String(decoding: data("webhooks/" + name) ?? Data(), as: UTF8.self))
            }
        )
    }
}
