import Foundation
import SQLite
import Testing

/// A folder that a test has for itself, gone with the value.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/storytime-sqlite-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: file(name))) }

    /// Every file with its bytes.
    func content() throws -> [String: Data] {
        Dictionary(uniqueKeysWithValues: try names.map { ($0, try bytes($0)) })
    }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }
}

/// What a call throws, for tests that look into the error.
func thrown<E: Error, T>(_ type: E.Type = E.self, _ body: () throws -> T) throws -> E {
    try #require(throws: type) { _ = try body() }
}

extension Database {
    /// A database in memory with one small table.
    static func sample() throws -> Database {
        let database = try Database(path: ":memory:")
        try database.script(
            """
            CREATE TABLE categories (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                slug TEXT NOT NULL UNIQUE,
                weight REAL,
                picture BLOB
            ) STRICT;
            INSERT INTO categories VALUES
                (1, 'Dogs', 'dogs', 1.5, x'0102'), (2, 'Ü & 日本', 'u', NULL, NULL);
            """
        )
        return database
    }

    func count(_ sql: SQL) throws -> Int {
        try first(sql) { try $0.int(0) } ?? -1
    }
}
