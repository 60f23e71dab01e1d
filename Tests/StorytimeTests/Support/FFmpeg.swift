import Foundation

/// The program `ffmpeg`, for tests that need real pictures and somebody else's eyes.
enum FFmpeg {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let isInstalled = path != nil

    private static let path = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static func run(_ words: [String]) throws {
        guard let path else { throw Failure(description: "ffmpeg isn't installed") }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-nostdin", "-v", "error", "-y"] + words
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: text) }
    }

    /// A picture's pixels as they are stored, eight bytes each.
    static func pixels(_ bytes: [UInt8], extension name: String) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let (picture, raw) = (folder.file("picture.\(name)"), folder.file("raw"))
        try Data(bytes).write(to: URL(filePath: picture))
        let output = ["-f", "rawvideo", "-pix_fmt", "rgba64le", raw]
        try run(["-noautorotate", "-i", picture] + output)
        return Array(try Data(contentsOf: URL(filePath: raw)))
    }
}
