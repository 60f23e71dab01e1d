import Glibc

/// Reads the files of the benchmark's data.
enum Files {
    static func bytes(of path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw MissingFile(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var count = fread(&chunk, 1, chunk.count, file)
        while count > 0 {
            bytes.append(contentsOf: chunk.prefix(count))
            count = fread(&chunk, 1, chunk.count, file)
        }
        return bytes
    }
}

/// The data is not where it was said to be.
struct MissingFile: Error, CustomStringConvertible {
    let path: String

    var description: String { "there is no \(path); gen_db.py of the benchmark kit makes it" }
}
