import Foundation
import Testing

@testable import Storytime

@Suite("ZIP archives")
struct ZipWriterTests {
    /// 21 November 2026, 10:40:00 UTC.
    private let now = 1_795_257_600

    private func write(
        _ bytes: [UInt8],
        to folder: TemporaryFolder,
        at offset: Int = 0
    ) throws -> String {
        let path = folder.file("t.zip")
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data(bytes))
        try file.close()
        return path
    }

    @Test("Files of every size come out as they went in, and names are Unicode")
    func roundTrip() throws {
        let files: [String: [UInt8]] = [
            "a/leer.txt": [], "a/ein Byte.txt": [0],
            "Größe – Ägypten/дом/本.csv": Array("Größe".utf8),
            "much.txt": Array(String(repeating: "much ", count: 50_000).utf8),
            "noise.bin": try Random.bytes(70_000),
        ]
        var writer = ZipWriter()
        var bytes: [UInt8] = []
        for (name, content) in files { bytes += try writer.add(name, content, modified: now) }
        bytes += writer.end()
        #expect(try Zip.unpack(bytes) == files)
        // Noise is stored as it is, and words are compressed.
        #expect(bytes.count < 80_000)
    }

    @Test("An archive without files is one")
    func empty() throws {
        let folder = try TemporaryFolder()
        let path = try write(ZipWriter().end(), to: folder)
        #expect(try Zip.count(path) == 0)
    }

    @Test("Each file has its time and belongs to its owner alone")
    func metadata() throws {
        let folder = try TemporaryFolder()
        var writer = ZipWriter()
        let first = try writer.add("a.txt", [65], modified: now + 2)
        let path = try write(first + writer.end(), to: folder)
        let told = try Zip.python(
            """
            import sys, zipfile
            i = zipfile.ZipFile(sys.argv[1]).infolist()[0]
            print(i.date_time, oct(i.external_attr >> 16), i.flag_bits, i.compress_type)
            """,
            path
        )
        #expect(
            String(decoding: told, as: UTF8.self)
                == "(2026, 11, 21, 10, 40, 2) 0o100600 2048 0\n"
        )
    }

    @Test("Beyond 4 GiB the places of files are in ZIP64 fields, and every program finds them")
    func largeOffsets() throws {
        let folder = try TemporaryFolder()
        // Nothing is written before it: the file has a hole there.
        let start = 5 << 30
        var writer = ZipWriter(startingAt: start)
        var bytes = try writer.add("one.txt", Array("one".utf8), modified: now)
        bytes += try writer.add("two.txt", Array("two".utf8), modified: now)
        bytes += writer.end()
        let path = try write(bytes, to: folder, at: start)
        #expect(try Zip.count(path) == 2)
        try Zip.expectSound(path)
    }

    @Test("More than 65,535 files are counted in ZIP64 fields")
    func manyFiles() throws {
        let folder = try TemporaryFolder()
        var writer = ZipWriter()
        var bytes: [UInt8] = []
        for number in 0..<65_540 { bytes += try writer.add("\(number)", [], modified: now) }
        bytes += writer.end()
        let path = try write(bytes, to: folder)
        #expect(try Zip.count(path) == 65_540)
        try Zip.expectSound(path)
    }

    @Test("A file without a name, or with one that no field can hold, is refused")
    func names() {
        var writer = ZipWriter()
        for name in ["", String(repeating: "a", count: 65_536)] {
            #expect(throws: ZipWriter.BadName.self) { try writer.add(name, [], modified: now) }
        }
    }
}
