import Glibc
import SQLite

/// The random name of a file of series that somebody has brought: only the page about it knows it.
struct SeriesImportKey: PathParameter, Sendable, Equatable, CustomStringConvertible {
    private static let length = 18

    let description: String

    init() throws {
        description = Base64URL.encode(try Random.bytes(Self.length))
    }

    init?(pathSegment text: Substring) {
        guard Base64URL.decode(String(text))?.count == Self.length else { return nil }
        description = String(text)
    }
}

/// The files of series that somebody has brought, and has not yet said a word about.
struct SeriesImportFiles {
    private static let keptSeconds = 86_400
    private static let prefix = "series-"

    private let folder: String

    init(_ configuration: Configuration) {
        folder = configuration.importFolder
    }

    func keep(_ upload: Upload) throws -> SeriesImportKey {
        let key = try SeriesImportKey()
        try upload.write(to: path(of: key))
        return key
    }

    /// The path of a file that is still kept.
    func find(_ key: SeriesImportKey) throws -> String {
        guard Folder.exists(path(of: key)) else { throw Failure.notFound }
        return path(of: key)
    }

    func remove(_ key: SeriesImportKey) {
        unlink(path(of: key))
    }

    func removeOld(now: Int) {
        for name in (try? Folder.names(in: folder)) ?? [] where name.hasPrefix(Self.prefix) {
            var status = stat()
            let path = "\(folder)/\(name)"
            guard lstat(path, &status) == 0, status.st_mtim.tv_sec <= now - Self.keptSeconds
            else { continue }
            unlink(path)
        }
    }

    private func path(of key: SeriesImportKey) -> String { "\(folder)/\(Self.prefix)\(key).csv" }
}
