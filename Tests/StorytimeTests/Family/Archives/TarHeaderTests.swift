import Foundation
import Testing

@testable import Storytime

@Suite("Tar archives")
struct TarHeaderTests {
    @Test("tar lists what was written, with names, sizes and times, and gets it out again")
    func listed() throws {
        let folder = try TemporaryFolder()
        let files = [("a/one.txt", 0), ("a/two.txt", 511), ("a/three.txt", 512), ("b.txt", 70_000)]
        var bytes: [UInt8] = []
        for (name, size) in files {
            let header = try #require(
                TarHeader(name: name, size: size, modified: 1_795_257_600)
            )
            bytes += header.bytes + [UInt8](repeating: 65, count: size)
            bytes += TarHeader.padding(after: size)
        }
        bytes += TarHeader.end
        #expect(bytes.count.isMultiple(of: 512))
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("t.tar")))
        let lines = try Tar.list(folder.file("t.tar"))
        #expect(lines.count == files.count)
        for (line, file) in zip(lines, files) {
            #expect(line.hasPrefix("-rw------- 0/0"))
            #expect(line.contains(" \(file.1) 2026-11-21 10:40 \(file.0)"), "\(line)")
        }
        let extracted = try Tar.unpack(bytes)
        #expect(extracted["b.txt"] == [UInt8](repeating: 65, count: 70_000))
    }

    @Test(
        "What the format can't hold has no header",
        arguments: [
            ("", 1), (String(repeating: "a", count: 101), 1), ("/etc/passwd", 1), ("a b", 1),
            ("é", 1), ("a", -1), ("a", 1 << 33),
        ]
    )
    func refuses(name: String, size: Int) {
        #expect(TarHeader(name: name, size: size, modified: 0) == nil)
    }

    @Test("The largest name and the largest size fit")
    func limits() throws {
        let name = String(repeating: "a", count: 100)
        let header = try #require(
            TarHeader(name: name, size: TarHeader.maximumSize, modified: 0)
        )
        #expect(header.bytes.count == 512)
        #expect(Array(header.bytes[124..<136]) == Array("77777777777\u{0}".utf8))
    }
}
