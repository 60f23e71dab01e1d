import HTTP
import Received
import SQLite

/// The answers to requests with an idempotency key, kept for a day.
struct IdempotencyStore {
    /// The result of a request.
    struct Kept: Sendable {
        /// Nil if it is unknown.
        let status: Int?
        /// Nil if it was erased.
        let content: [UInt8]?
        let location: String?
    }

    /// Far more than anybody has in progress.
    static let maximumPerUser = 1000
    /// A record is smaller; of a larger answer nobody knows later what it was.
    private static let maximumContent = 256 << 10

    let database: Database
    let now: Int

    /// The result of the request with that key; nil if this is the first time.
    func find(_ key: IdempotencyKey) throws -> Kept? {
        let found = try database.first(
            """
            SELECT request_hash, status, content, location FROM idempotency_keys
            WHERE user_id = \(key.user.value) AND key_hash = \(key.hash)
                AND created_at > \(now - IdempotencyKey.seconds)
            """
        ) { row in
            (
                hash: try row.blob(0),
                kept: Kept(
                    status: try row.intOrNil(1),
                    content: try row.blobOrNil(2),
                    location: try row.textOrNil(3)
                )
            )
        }
        guard let found else { return nil }
        guard found.hash == key.requestHash else { throw APIFailure.keyReused }
        return found.kept
    }

    /// Records that a request has begun. If this is all there is, nobody knows how far it got.
    func begin(_ key: IdempotencyKey) throws {
        try insert(key, status: nil, content: nil, location: nil, child: nil)
    }

    /// Keeps the answer.
    func keep(_ response: Response, of key: IdempotencyKey, at path: String) throws {
        var content: [UInt8]?
        if case .bytes(let bytes) = response.body, bytes.count <= Self.maximumContent {
            content = bytes
        }
        let location = response.headers["location"]
        try insert(
            key,
            status: content == nil ? nil : response.status.code,
            content: content,
            location: location,
            child: Self.child(in: location ?? path)
        )
    }

    private func insert(
        _ key: IdempotencyKey,
        status: Int?,
        content: [UInt8]?,
        location: String?,
        child: Int?
    ) throws {
        try database.execute(
            """
            INSERT OR REPLACE INTO idempotency_keys (user_id, key_hash, request_hash, status, content,
                location, child_id, created_at)
            VALUES (\(key.user.value), \(key.hash), \(key.requestHash), \(status), \(content),
                \(location), \(child), \(now))
            """
        )
        // Each adds one, so two at a time are enough.
        try database.execute(
            """
            DELETE FROM idempotency_keys WHERE user_id = \(key.user.value) AND key_hash IN (
                SELECT key_hash FROM idempotency_keys WHERE user_id = \(key.user.value)
                ORDER BY created_at DESC LIMIT 2 OFFSET \(Self.maximumPerUser))
            """
        )
    }

    /// The child of an address like `/api/v1/children/7/library_items/12`.
    private static func child(in path: String) -> Int? {
        let segments = path.split(separator: "/")
        guard let index = segments.firstIndex(of: "children"), index + 1 < segments.count else {
            return nil
        }
        return ReceivedNumber.integer(segments[index + 1])
    }

    /// Forgets a request that was refused.
    func forget(_ key: IdempotencyKey) throws {
        try database.execute(
            """
            DELETE FROM idempotency_keys
            WHERE user_id = \(key.user.value) AND key_hash = \(key.hash)
            """
        )
    }

    /// Forgets everything older than a day.
    func removeOld() throws {
        try RowSlices(database: database).remove(
            ErasedTable("idempotency_keys", key: "user_id, key_hash", weight: 5),
            where: "created_at <= \(now - IdempotencyKey.seconds)"
        )
    }
}
