import HTTP
import Synchronization

/// A program's name for a request, which says that a repetition is the same request: it is not
/// carried out a second time (draft-ietf-httpapi-idempotency-key-header-07).
struct IdempotencyKey {
    static let header = "Idempotency-Key"
    /// The header that marks a repeated answer.
    static let replayedHeader = "Idempotent-Replayed"
    static let lengths = 1...255
    /// For how long an answer is kept.
    static let seconds = 86_400

    let user: ID<User>
    /// SHA-256 of the key.
    let hash: [UInt8]
    /// SHA-256 of the request, and of its sender's role and family: after a change of these, the
    /// earlier answer is not repeated.
    let requestHash: [UInt8]

    /// Nil if a request has none, or isn't signed in.
    init?(_ visit: Visit) throws {
        let values = visit.request.headers.all(Self.header)
        guard let user = visit.session?.user, let value = values.first else { return nil }
        guard values.count == 1, let key = Self.key(in: value) else {
            throw APIFailure.invalid([
                ErrorDetail(
                    field: Self.header,
                    code: ErrorCode.invalid.rawValue,
                    message: "“\(Self.header)” must have 1 to 255 printable ASCII characters."
                )
            ])
        }
        self.user = user.id
        hash = try Digest.sha256(key)
        requestHash = try Self.digest(of: visit.request, from: user)
    }

    /// Each piece is hashed with the hash of all before it, so that a file needs no memory.
    private static func digest(of request: Request, from user: User) throws -> [UInt8] {
        let words = [
            request.method.name, request.path, request.query ?? "",
            request.headers["content-type"] ?? "", user.role.rawValue,
            user.family?.description ?? "",
        ]
        var digest = try Digest.sha256(Array(words.joined(separator: "\n").utf8))
        for start in stride(from: 0, to: request.body.count, by: pieceBytes) {
            let piece = try request.body.bytes(at: start..<(start + pieceBytes))
            digest = try Digest.sha256(digest + piece)
        }
        return digest
    }

    private static let pieceBytes = 1 << 20

    /// The key in a header's value: a string of RFC 9651 in quotes, or without them, as most
    /// programs send it.
    static func key(in value: String) -> [UInt8]? {
        var bytes = Array(value.utf8)
        guard bytes.count <= 2 * lengths.upperBound + 2,
            bytes.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        if bytes.first == UInt8(ascii: "\"") {
            guard let inner = unquoted(bytes) else { return nil }
            bytes = inner
        }
        return lengths.contains(bytes.count) ? bytes : nil
    }

    private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 2, bytes.last == UInt8(ascii: "\"") else { return nil }
        var inner: [UInt8] = []
        var isEscaped = false
        for byte in bytes[1..<(bytes.count - 1)] {
            let isSpecial = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            if isEscaped {
                guard isSpecial else { return nil }
                inner.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                guard !isSpecial else { return nil }
                inner.append(byte)
            }
        }
        return isEscaped ? nil : inner
    }
}

/// The keys whose requests are in progress at this moment, on any thread.
final class KeysInUse: Sendable {
    struct Entry: Hashable {
        let user: Int
        let hash: [UInt8]
    }

    private let entries = Mutex<Set<Entry>>([])

    /// False when another request holds it.
    func take(_ key: IdempotencyKey) -> Bool {
        entries.withLock { $0.insert(Entry(user: key.user.value, hash: key.hash)).inserted }
    }

    func release(_ key: IdempotencyKey) {
        _ = entries.withLock { $0.remove(Entry(user: key.user.value, hash: key.hash)) }
    }
}
