import HTTP
import Received

/// A notice that the next page shows once: what was done, and to how many.
///
/// It travels in a signed cookie, so that nobody else can put words into our mouth.
struct Flash: Sendable, Equatable {
    enum Kind: String, Sendable {
        case good, bad, info
    }

    /// The place of the notice in the page. After an address that ends in it, keyboard users begin
    /// there: the next thing they come to is Undo.
    static let anchor = "#toasts"

    /// A signature of 128 bits is plenty for a sentence.
    private static let signatureLength = 16
    /// A cookie may have 4096 bytes in all (RFC 6265 §6.1).
    private static let maximumMessageBytes = 1024
    /// A longer address loses its query: the way back to a list.
    private static let maximumUndoBytes = 1536

    var kind: Kind
    var message: String
    /// An address or a key to copy, which is only shown here.
    var link: String?
    /// The address for a form that undoes the change.
    var undo: String?

    init(_ kind: Kind, _ message: String, link: String? = nil, undo: String? = nil) {
        self.kind = kind
        self.message = message
        self.link = link
        self.undo = undo
    }

    /// The cookie's value.
    func signed(with key: [UInt8]) throws -> String {
        var text = message
        while text.utf8.count > Self.maximumMessageBytes { text.removeLast() }
        var undo = undo ?? ""
        if undo.utf8.count > Self.maximumUndoBytes { undo = String(undo.prefix { $0 != "?" }) }
        // Kinds, addresses and keys contain no spaces.
        let payload = Array("\(kind.rawValue) \(link ?? "") \(undo) \(text)".utf8)
        let signature = try Digest.hmac(payload, key: key).prefix(Self.signatureLength)
        return Base64URL.encode(payload + signature)
    }

    /// The notice in a cookie's value; nil if it isn't ours.
    init?(cookie: String, key: [UInt8]) {
        guard let bytes = Base64URL.decode(cookie), bytes.count > Self.signatureLength else {
            return nil
        }
        let payload = Array(bytes.dropLast(Self.signatureLength))
        guard let code = try? Digest.hmac(payload, key: key),
            Digest.isEqual(
                Array(code.prefix(Self.signatureLength)),
                Array(bytes.suffix(Self.signatureLength))
            )
        else { return nil }
        let text = OwnText.decode(payload)
        let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        let address = { (part: Substring) in part.isEmpty ? nil : String(part) }
        self.init(kind, String(parts[3]), link: address(parts[1]), undo: address(parts[2]))
    }
}
