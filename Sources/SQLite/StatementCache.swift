import Glibc

/// The compiled statements of one connection, found by their text; the least recently used is
/// dropped when there are too many.
///
/// Compiling a statement costs 5 to 50 µs, finding it here some 50 ns: the text is hashed eight
/// bytes at a time, and it is program text, so nobody can aim for collisions.
struct StatementCache {
    /// More than the console has statements, so that only filters in rare combinations ever push
    /// one out. A statement takes 2 to 10 KB.
    static let capacity = 256

    private var statements: [UInt64: Statement] = [:]
    private var clock: UInt64 = 0

    /// The statement for a text, if there is one that is not in use.
    mutating func take(_ text: UnsafeBufferPointer<UInt8>, key: UInt64) -> Statement? {
        guard let statement = statements[key], !statement.isInUse, statement.isFor(text) else {
            return nil
        }
        clock &+= 1
        statement.lastUse = clock
        return statement
    }

    /// Keeps a statement, unless its place is taken by one in use or by another text.
    mutating func keep(_ statement: Statement, key: UInt64) {
        guard statements[key] == nil else { return }
        if statements.count >= Self.capacity { removeLeastRecentlyUsed() }
        clock &+= 1
        statement.lastUse = clock
        statements[key] = statement
    }

    mutating func removeAll() {
        statements = [:]
    }

    private mutating func removeLeastRecentlyUsed() {
        let idle = statements.filter { !$0.value.isInUse }
        guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
        statements[oldest.key] = nil
    }

    /// A multiplicative hash in the manner of FNV-1a, over words instead of bytes.
    static func key(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(text)
        var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9e37_79b9_7f4a_7c15
        var offset = 0
        while offset &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash >> 29
            offset &+= 8
        }
        while offset < bytes.count {
            hash = (hash ^ UInt64(bytes[offset])) &* 0x0000_0100_0000_01b3
            offset &+= 1
        }
        return hash
    }
}

extension Statement {
    fileprivate func isFor(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count == other.count, let start = other.baseAddress else { return false }
        return memcmp(text, start, text.count) == 0
    }
}
