import Received

/// The signature of a webhook: `mux-signature: t=<seconds>,v1=<hex>`, where v1 is the HMAC-SHA-256
/// of "t.body" with the endpoint's secret
/// (https://www.mux.com/docs/core/verify-webhook-signatures).
///
/// It is checked over the original bytes, before any of them are parsed.
enum MuxSignature {
    enum Refusal: String, Error {
        case missing = "it has no signature that can be read"
        case wrong = "its signature is not ours"
        case old = "its signature is too old"
    }

    /// The maximum age of a signature: somebody who has recorded a delivery can't send it again
    /// later. One in the future is accepted, as in Mux's own libraries: clocks differ, and only
    /// Mux could have made it.
    static let toleranceSeconds = 300

    static func check(_ header: String?, of body: [UInt8], secret: String, now: Int) throws {
        var timestamp: Substring?
        var candidates: [Substring] = []
        for part in (header ?? "").split(separator: ",") {
            if part.hasPrefix("t=") { timestamp = part.dropFirst(2) }
            if part.hasPrefix("v1=") { candidates.append(part.dropFirst(3)) }
        }
        guard let timestamp, timestamp.utf8.allSatisfy({ (48...57).contains($0) }),
            let seconds = ReceivedNumber.integer(timestamp), !candidates.isEmpty
        else { throw Refusal.missing }
        let code = try Digest.hmac(Array("\(timestamp).".utf8) + body, key: Array(secret.utf8))
        let expected = Array(Hex.encode(code).utf8)
        // Mux sends two while a secret is being replaced.
        guard candidates.contains(where: { Digest.isEqual(Array($0.utf8), expected) }) else {
            throw Refusal.wrong
        }
        // The age is checked last: it doesn't reveal whether a signature was right.
        guard now - seconds <= toleranceSeconds else { throw Refusal.old }
    }
}
