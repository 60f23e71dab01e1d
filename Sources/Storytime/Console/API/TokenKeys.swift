import Glibc
import Received
import Server
import Synchronization

/// The keys that sign access tokens, in a file in the data folder: no backup of the database
/// contains them, so reading one isn't enough to make a token. Shared by all threads.
///
/// A new key is made every month. The one before it verifies until the last token that it signed
/// has ended, so nobody notices. If the file is missing new ones are made, and apps refresh their
/// tokens.
final class TokenKeys: Sendable {
    /// A key for HS256: as long as the hash (RFC 7518 §3.2).
    struct Key: Sendable, Equatable {
        static let length = 32

        let id: String
        let createdAt: Int
        let secret: [UInt8]
    }

    /// How long a key signs.
    static let seconds = 30 * 86_400

    /// Only for the program's own user.
    private static let mode: mode_t = 0o600

    private let path: String
    /// Newest first; that one signs.
    private let keys: Mutex<[Key]>

    init(folder: String, now: Int) throws {
        path = folder + "/token-keys"
        let isThere = Folder.exists(path)
        // Anyone who reads it can make tokens; earlier versions let the group read it.
        if isThere { chmod(path, Self.mode) }
        let kept = isThere ? try Self.read(path) : [try Self.make(now)]
        keys = Mutex(kept)
        if !isThere { try write(kept) }
    }

    /// The key that signs now.
    var current: Key? { keys.withLock(\.first) }

    /// A key that still verifies.
    func find(where isIt: (Key) -> Bool) -> Key? {
        keys.withLock(\.self).first(where: isIt)
    }

    /// Makes a new key when it is time for one, and forgets those whose tokens have all ended. A
    /// key from the future was made by a clock that was wrong.
    func rotate(now: Int) throws {
        let before = keys.withLock(\.self)
        var after = before
        if let newest = before.first, !(0..<Self.seconds).contains(now - newest.createdAt) {
            after.insert(try Self.make(now), at: 0)
        }
        // Each is followed by the one before it in the list.
        let isOver = after.indices.dropFirst().map { index in
            !(0...AccessToken.seconds).contains(now - after[index - 1].createdAt)
        }
        after = zip(after, [false] + isOver).filter { !$0.1 }.map(\.0)
        guard after != before else { return }
        // First on the disk: losing a key would sign programs out at the next start.
        try write(after)
        keys.withLock { $0 = after }
    }

    private static func make(_ now: Int) throws -> Key {
        Key(
            id: Hex.encode(try Random.bytes(8)),
            createdAt: now,
            secret: try Random.bytes(Key.length)
        )
    }

    // MARK: The file: a line for each key, of its id, when it was made, and its secret.

    private func write(_ keys: [Key]) throws {
        let lines = keys.map { "\($0.id) \($0.createdAt) \(Base64URL.encode($0.secret))\n" }
        try DurableFile.write(Array(lines.joined().utf8), to: path, mode: Self.mode)
    }

    private static func read(_ path: String) throws -> [Key] {
        let keys = try Folder.text(path).split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            guard parts.count == 3, let createdAt = ReceivedNumber.integer(parts[1]),
                let secret = Base64URL.decode(parts[2]), secret.count == Key.length
            else { throw ConfigurationError("\(path) is damaged; without it new keys are made") }
            return Key(id: String(parts[0]), createdAt: createdAt, secret: secret)
        }
        guard !keys.isEmpty else {
            throw ConfigurationError("\(path) is empty; without it new keys are made")
        }
        return keys
    }
}
