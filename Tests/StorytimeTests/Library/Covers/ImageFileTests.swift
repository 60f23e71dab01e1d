import Testing

@testable import Storytime

@Suite("Pictures that are brought")
struct ImageFileTests {
    @Test("Format and size are read from the content", arguments: Pictures.all)
    func reads(picture: Pictures.Picture) throws {
        let file = try ImageFile(picture.bytes)
        #expect(file.format == picture.format)
        #expect(file.stored == PixelSize(6, 4) && file.displayed == PixelSize(6, 4))
        #expect(file.orientation == .upright)
    }

    @Test("A picture that is clean already stays as it is", arguments: Pictures.all)
    func isIdempotent(picture: Pictures.Picture) throws {
        let once = try ImageFile(picture.bytes)
        #expect(try ImageFile(once.bytes) == once)
    }

    @Test("A picture that is cut off anywhere is refused", arguments: Pictures.all)
    func truncated(picture: Pictures.Picture) {
        for count in 13..<picture.bytes.count {
            #expect(throws: ImageRefusal.damaged(picture.format), "\(count) bytes") {
                try ImageFile(Array(picture.bytes.prefix(count)))
            }
        }
    }

    private static let others: [([UInt8], OtherFile?)] = [
        ([], .empty), (Array("GIF89a\u{1}\0\u{1}\0".utf8), .gif),
        (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), .svg),
        (Array("\u{FEFF} <?xml version=\"1.0\"?>\n<!-- a -->\n<SVG>".utf8), .svg),
        (Array("\n<!DOCTYPE html><title>".utf8), .html), (Array("%PDF-1.7".utf8), .pdf),
        (Array("\0\0\0\u{1C}ftypavif".utf8), .avif), (Array("\0\0\0\u{18}ftypheic".utf8), .heic),
        (Array("\0\0\0\u{18}ftypisom".utf8), nil), (Array("II*\0".utf8), .tiff),
        (Array("BM".utf8), .bmp), (Array("RIFF\u{4}\0\0\0WAVE".utf8), nil),
        (Array("RIFF".utf8), nil), ([0xFF, 0xD8], nil), ([0x89, 0x50, 0x4E], nil),
        (Array("a,b\r\n1,2".utf8), nil), (Array("<3".utf8), nil), ([0xFF, 0xFE, 0], nil),
        // A picture is one from its first byte on.
        (Array("<script>".utf8) + Pictures.first(.jpeg), nil), ([0] + Pictures.first(.png), nil),
    ]

    @Test(
        "What is no picture of the three kinds is refused, whatever it is called",
        arguments: others
    )
    func refuses(bytes: [UInt8], other: OtherFile?) {
        #expect(throws: ImageRefusal.notTaken(other)) { try ImageFile(bytes) }
    }

    @Test("Moving pictures are refused")
    func animated() {
        #expect(throws: ImageRefusal.animated(.png)) {
            try ImageFile(Pictures.bytes("animated.png"))
        }
        #expect(throws: ImageRefusal.animated(.webp)) {
            try ImageFile(Pictures.bytes("animated.webp"))
        }
    }

    /// A fixture with its size made another, where it stands in its format.
    private func resized(_ format: ImageFile.Format, _ width: Int, _ height: Int) -> [UInt8] {
        var bytes = Pictures.first(format)
        switch format {
        case .jpeg:
            let frame = (0..<bytes.count).first { bytes[$0...].starts(with: [0xFF, 0xC0]) } ?? 0
            bytes.replaceSubrange(
                frame + 5..<frame + 9,
                with: [height >> 8, height & 0xFF, width >> 8, width & 0xFF].map(UInt8.init)
            )
        case .png:
            let sides = [width, height].flatMap { side in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
            }
            let header = PictureEdits.chunk("IHDR", sides + bytes[24..<29])
            bytes.replaceSubrange(8..<33, with: header)
        case .webp:
            bytes.replaceSubrange(
                26..<30,
                with: [width & 0xFF, width >> 8, height & 0xFF, height >> 8].map(UInt8.init)
            )
        }
        return bytes
    }

    @Test(
        "A picture may have 40 million pixels and 10,000 on a side",
        arguments: ImageFile.Format.allCases
    )
    func limits(format: ImageFile.Format) throws {
        #expect(try ImageFile(resized(format, 10_000, 4000)).stored == PixelSize(10_000, 4000))
        #expect(try ImageFile(resized(format, 1, 10_000)).stored == PixelSize(1, 10_000))
        for (width, height) in [(10_001, 1), (1, 10_001), (8000, 5001)] {
            #expect(throws: ImageRefusal.tooLarge(PixelSize(width, height))) {
                try ImageFile(resized(format, width, height))
            }
        }
        for (width, height) in [(0, 4), (6, 0)] {
            #expect(throws: ImageRefusal.damaged(format)) {
                try ImageFile(resized(format, width, height))
            }
        }
    }

    @Test("The largest sizes that a PNG can name do not overflow")
    func overflow() {
        let size = PixelSize(0xFFFF_FFFF, 0xFFFF_FFFF)
        #expect(throws: ImageRefusal.tooLarge(size)) {
            try ImageFile(resized(.png, size.width, size.height))
        }
    }

    @Test("A refusal says what to do")
    func sentences() {
        #expect(
            ImageRefusal.notTaken(.gif).description
                == "Choose a JPEG, PNG or WebP picture. This file is a GIF."
        )
        #expect(
            ImageRefusal.tooLarge(PixelSize(12_000, 9000)).description
                == "Choose a smaller picture: at most 10,000 pixels on a side and 40 million in total. "
                + "This one has 12,000 × 9,000."
        )
    }
}
