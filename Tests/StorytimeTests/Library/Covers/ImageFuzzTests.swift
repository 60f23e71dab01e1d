import Testing

@testable import Storytime

/// `script/tools/fuzz` looks for more, guided by the code that is reached.
@Suite("Broken pictures")
struct ImageFuzzTests {
    private static let words: [[UInt8]] =
        [
            [0xFF], [0xFF, 0xD8], [0xFF, 0xD9], [0xFF, 0xDA], [0xFF, 0xE1, 0, 2], [0xFF, 0xC0],
            [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0x80, 0, 0, 0],
        ] + ["IDAT", "IEND", "eXIf", "iCCP", "VP8 ", "VP8X", "ALPH", "EXIF"].map { Array($0.utf8) }

    @Test("What is accepted keeps the limits and is clean, and nothing traps")
    func mutations() {
        let seeds = Pictures.all.map { picture in
            PictureEdits.laden(picture.bytes, picture.format, orientation: 6)
        }
        var mutation = Mutation(seeds: seeds, words: Self.words)
        var accepted = 0
        for round in 0..<Mutation.rounds {
            let bytes = mutation.next()
            guard let file = try? ImageFile(bytes) else { continue }
            accepted += 1
            let again = try? ImageFile(file.bytes)
            #expect(again == file, "seed \(Mutation.seed), round \(round): \(bytes)")
            #expect(max(file.stored.width, file.stored.height) <= ImageFile.maximumSide)
        }
        // Most files are broken too much; the test is worth something if some are not.
        #expect(accepted > Mutation.rounds / 20)
    }

    @Test(
        "A picture in very many pieces takes no longer than its bytes do",
        .timeLimit(.minutes(1))
    )
    func manyPieces() throws {
        func repeated(_ piece: [UInt8]) -> [UInt8] {
            Array(repeatElement(piece, count: 200_000).joined())
        }
        let jpeg = Pictures.first(.jpeg)
        let restarts = repeated(PictureEdits.segment(0xDD, [0, 0]))
        let tables = PictureEdits.joined(Array(jpeg[..<20]), restarts, Array(jpeg[20...]))
        #expect(try ImageFile(tables).bytes == tables)

        let png = Pictures.first(.png)
        let pixels = PictureEdits.beforeEnd(repeated(PictureEdits.chunk("IDAT", [])), in: png)
        #expect(try ImageFile(pixels).bytes == pixels)

        let webp = Pictures.bytes("transparent.webp")
        let junk = repeated(PictureEdits.webpChunk("Junk", []))
        let chunks = PictureEdits.webp(Array(webp[12...]), junk)
        #expect(try ImageFile(chunks).bytes == (try ImageFile(webp).bytes))
    }
}
