import Testing

@testable import Storytime

/// Small pictures, six pixels wide and four high, of every kind that is taken: for tests that need
/// no tool to make one. `script/tools/fuzz` begins with them too.
enum Pictures {
    struct Picture: Sendable, CustomTestStringConvertible {
        let name: String
        let format: ImageFile.Format
        var bytes: [UInt8] { Pictures.bytes(name) }
        var testDescription: String { name }
    }

    /// All but the animated ones: of each format, the plainest first.
    static let all = [
        Picture(name: "baseline.jpg", format: .jpeg),
        Picture(name: "progressive.jpg", format: .jpeg),
        Picture(name: "grey.jpg", format: .jpeg),
        // In cyan, magenta, yellow and black, as for print.
        Picture(name: "ink.jpg", format: .jpeg),
        Picture(name: "colour.png", format: .png),
        Picture(name: "palette.png", format: .png),
        Picture(name: "lossy.webp", format: .webp),
        Picture(name: "lossless.webp", format: .webp),
        Picture(name: "transparent.webp", format: .webp),
    ]

    static func first(_ format: ImageFile.Format) -> [UInt8] {
        all.first { $0.format == format }?.bytes ?? []
    }

    /// A picture's file; nothing if it is missing, which no test would take for a picture.
    static func bytes(_ name: String) -> [UInt8] {
        (try? Folder.read(Repository.folder + "/Tests/Fixtures/pictures/" + name).bytes) ?? []
    }
}
