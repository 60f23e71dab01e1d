import SQLite

/// A file of an archive.
struct ArchiveFile: Sendable {
    /// ASCII, without the archive's folder: "children.csv".
    let name: String
    let bytes: [UInt8]
}

/// A part of an archive: files that are made one after another, each small enough to be held in
/// memory. It is a value that remembers where it is, so that nothing waits for a slow reader.
protocol ArchivePart: Sendable {
    /// The next files, made with the connection of whichever worker is running it; empty at the
    /// end.
    mutating func next(from database: Database) throws -> [ArchiveFile]
}
