import Foundation
import Testing

/// Python’s `zipfile` and Info-ZIP’s `unzip`, by which the archives that we write are judged.
enum Zip {
    /// The files of an archive by their names, after both programs have found it sound.
    static func unpack(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
        let folder = try TemporaryFolder()
        let path = folder.file("archive.zip")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try expectSound(path)
        let listed = try python(
            """
            import sys, zipfile, json, base64
            with zipfile.ZipFile(sys.argv[1]) as z:
                print(json.dumps({i.filename: base64.b64encode(z.read(i)).decode() for i in z.infolist()}))
            """,
            path
        )
        let parsed = try JSONSerialization.jsonObject(with: listed) as? [String: String]
        return try #require(parsed).mapValues { Array(try #require(Data(base64Encoded: $0))) }
    }

    /// Both programs test every checksum.
    static func expectSound(_ path: String) throws {
        let tested = try python(
            """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as z: print(z.testzip())
            """,
            path
        )
        #expect(String(decoding: tested, as: UTF8.self) == "None\n")
        _ = try run("unzip", ["-tqq", path])
    }

    /// How many files it has.
    static func count(_ path: String) throws -> Int? {
        let printed = try python(
            "import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()), end='')",
            path
        )
        return Int(String(decoding: printed, as: UTF8.self))
    }

    /// What a Python script prints about an archive.
    static func python(_ script: String, _ path: String) throws -> Data {
        try run("python3", ["-c", script, path])
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(program)")
        return text
    }
}
