import Testing

@testable import Storytime

@Suite("Whether the end of a film’s file is missing")
struct FilmEndTests {
    private func isMissing(_ bytes: [UInt8]) -> Bool { FilmEnd.isMissing(in: PhotoBytes(bytes)) }

    private func box(_ name: String, _ content: Int) -> [UInt8] {
        [0, 0, 0, UInt8(8 + content)] + Array(name.utf8) + [UInt8](repeating: 0, count: content)
    }

    /// A film in each format that has a frame.
    private var films: [String: [UInt8]] {
        [
            "boxes": box("ftyp", 8) + box("moov", 40) + box("mdat", 50),
            "a large box": box("ftyp", 8) + [0, 0, 0, 1] + Array("mdat".utf8)
                + [0, 0, 0, 0, 0, 0, 0, 26] + [UInt8](repeating: 7, count: 10),
            "Matroska": [0x1A, 0x45, 0xDF, 0xA3, 0x82, 1, 2, 0x18, 0x53, 0x80, 0x67, 0x40, 20]
                + [UInt8](repeating: 7, count: 20),
            "RIFF": Array("RIFF".utf8) + [12, 0, 0, 0] + Array("AVI ".utf8) + [
                1, 2, 3, 4, 5, 6, 7, 8,
            ]
                + Array("RIFF".utf8) + [4, 0, 0, 0] + Array("AVIX".utf8),
            "FLV": Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]
                + [9, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0] + [1, 2, 3] + [0, 0, 0, 14],
        ]
    }

    @Test("A whole film misses nothing, and its beginning does")
    func cut() {
        for (name, film) in films {
            #expect(!isMissing(film), "\(name)")
            #expect(isMissing(film.dropLast()), "\(name)")
            #expect(isMissing(film.dropLast(4)), "\(name)")
        }
    }

    @Test("What goes on to the end, or has no frame, misses nothing wherever it ends")
    func open() {
        let endless: [[UInt8]] = [
            box("ftyp", 8) + [0, 0, 0, 0] + Array("mdat".utf8) + [1, 2, 3],
            [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67, 0xFF, 7, 7],
            [0x47, 0x40, 0, 0x10, 0], [0, 0, 1, 0xBA], Array("OggS".utf8), [],
        ]
        for film in endless {
            for end in 0...film.count { #expect(!isMissing(Array(film.prefix(end))), "\(film)") }
        }
    }

    @Test("Sizes at the edges of numbers are read as any other")
    func edges() {
        let most = [UInt8](repeating: 0xFF, count: 8)
        let large = box("ftyp", 8) + [0, 0, 0, 1] + Array("mdat".utf8)
        #expect(!isMissing(large + most))
        #expect(isMissing(large + [0x7F] + most.dropFirst()))
        #expect(isMissing([0, 0, 0, 0xFF] + Array("moov".utf8)))
        let segment: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67]
        #expect(isMissing(segment + [1] + most.dropFirst(2) + [0xFE]))
        #expect(!isMissing(segment + [1] + most.dropFirst()))
        #expect(!isMissing([0x1A, 0x45, 0xDF, 0xA3, 1] + most.dropFirst(2) + [0xFE]))
        #expect(isMissing(Array("RIFF".utf8) + most))
        #expect(isMissing(Array("FLV".utf8) + most))
    }
}
