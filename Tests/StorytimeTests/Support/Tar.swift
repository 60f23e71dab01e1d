import Foundation
import Testing

/// The system's `tar`, by which the archives that we write are judged.
enum Tar {
    /// What `tar --list --verbose` says, line by line.
    static func list(_ path: String) throws -> [String] {
        try run(["--list", "--verbose", "--file", path])
    }

    /// The files of an archive by their names.
    static func unpack(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
        let folder = try TemporaryFolder()
        let path = folder.file("archive.tar")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let names = try run(["--list", "--file", path])
        _ = try run(["--extract", "--file", path, "--directory", folder.path])
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))))
            }
        )
    }

    private static func run(_ arguments: [String]) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["TZ=UTC", "tar"] + arguments
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
            as: UTF8.self
        )
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text.split(separator: "\n").map(String.init)
    }
}
