import Foundation
import SQLite

/// The program as it is run from a shell: the binary that was built together with these tests.
struct Shell {
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The data folder of every command.
    let data: String

    var database: String { data + "/storytime.db" }

    /// The data folder's database, opened beside the program.
    func open() throws -> Database { try Database(path: database) }

    /// Beside the test bundle, where the build puts all its products.
    static let binary: String = {
        let tests =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return String(tests.prefix(through: tests.lastIndex(of: "/") ?? tests.startIndex))
            + "storytime"
    }()

    func run(
        _ words: String...,
        input: String = "",
        environment: [String: String] = [:]
    ) throws -> Result {
        try run(words, input: input, environment: environment)
    }

    /// `starter` is a program with its arguments that starts ours.
    func run(
        _ words: [String],
        through starter: [String] = [],
        input: String = "",
        environment: [String: String] = [:]
    ) throws -> Result {
        let process = Process()
        let line = starter + [Self.binary] + words
        process.executableURL = URL(filePath: line[0])
        process.arguments = Array(line.dropFirst())
        process.currentDirectoryURL = URL(filePath: Repository.folder)
        process.environment = ["STORYTIME_DATA": data].merging(environment) { $1 }
        let (typed, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = typed
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // A command that complains and ends at once may be gone before it could read anything.
        if !input.isEmpty {
            try? typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        }
        try typed.fileHandleForWriting.close()
        // What a command prints fits into a pipe, so one may be read after the other.
        let text = { (pipe: Pipe) in
            String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        let result = (text(output), text(errors))
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: result.0, errors: result.1)
    }
}
