import Testing

@testable import Storytime

@Suite("What pictures tell about people")
struct ImageMetadataTests {
    @Test(
        "Place, text, comments and what follows the end are gone, and nothing else",
        arguments: Pictures.all
    )
    func removed(picture: Pictures.Picture) throws {
        let laden = PictureEdits.laden(picture.bytes, picture.format)
        #expect(laden.hold(PictureEdits.secret))
        let cleaned = try ImageFile(laden)
        #expect(!cleaned.bytes.hold(PictureEdits.secret))
        #expect(!cleaned.bytes.hold("Exif") && !cleaned.bytes.hold("EXIF"))
        #expect(cleaned.stored == PixelSize(6, 4))
        // A simple WebP has become an extended one on the way, with the same pixels in it.
        let pixels = try ImageFile(picture.bytes).bytes
        if picture.format == .webp {
            #expect(cleaned.bytes.suffix(pixels.count - 12).elementsEqual(pixels[12...]))
        } else {
            #expect(cleaned.bytes == pixels)
        }
    }

    @Test("The orientation stays, alone, and turns the size", arguments: Pictures.all, 1...8)
    func orientation(picture: Pictures.Picture, value: Int) throws {
        let laden = PictureEdits.laden(picture.bytes, picture.format, orientation: value)
        let cleaned = try ImageFile(laden)
        #expect(cleaned.orientation.rawValue == value)
        #expect(cleaned.stored == PixelSize(6, 4))
        #expect(cleaned.displayed == (value > 4 ? PixelSize(4, 6) : PixelSize(6, 4)))
        #expect(!cleaned.bytes.hold(PictureEdits.secret))
        #expect(try ImageFile(cleaned.bytes) == cleaned)
    }

    @Test("Exif data of either byte order is understood", arguments: [false, true])
    func byteOrders(isBigEndian: Bool) {
        let exif = PictureEdits.exif(orientation: 6, isBigEndian: isBigEndian)
        #expect(ImageOrientation(tiff: exif[...]) == .right)
        #expect(ImageOrientation(exif: (ImageOrientation.exifPrefix + exif)[...]) == .right)
        #expect(ImageOrientation(tiff: ([1, 2, 3] + exif)[3...]) == .right)
    }

    @Test("Exif data that makes no sense is upright")
    func brokenExif() {
        let exif = PictureEdits.exif(orientation: 6)
        for count in 0..<32 { #expect(ImageOrientation(tiff: exif.prefix(count)) == .upright) }
        for value in [0, 9, 65_535] {
            #expect(ImageOrientation(tiff: PictureEdits.exif(orientation: value)[...]) == .upright)
        }
        // A directory that lies beyond the end, at the end, and as far away as can be said.
        for offset in [[0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [97, 0, 0, 0]]
            as [[UInt8]]
        {
            #expect(ImageOrientation(tiff: exif[..<4] + offset + exif[8...]) == .upright)
        }
        // Another type than a short number, and two of them.
        #expect(ImageOrientation(tiff: exif[..<24] + [4] + exif[25...]) == .upright)
        #expect(ImageOrientation(tiff: exif[..<26] + [2] + exif[27...]) == .upright)
    }

    @Test("The colour profile of a JPEG and how its colours are coded stay, thumbnails go")
    func jpegSegments() throws {
        let profile = PictureEdits.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}profile".utf8))
        let adobe = Array("Adobe\0d\0\0\0\0\u{1}".utf8)
        let bytes = Pictures.first(.jpeg)
        let rest = Array(bytes[20...])
        #expect(bytes[2...].starts(with: [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8)))
        // A thumbnail of one pixel behind JFIF's numbers, and bytes behind Adobe's.
        let jfif = PictureEdits.joined(Array(bytes[6..<18]), [1, 1], Array("SEC".utf8))
        let laden = PictureEdits.joined(
            [0xFF, 0xD8],
            profile,
            PictureEdits.segment(0xE0, jfif),
            PictureEdits.segment(0xEE, adobe + Array("SECRET".utf8)),
            rest
        )
        let colours = profile + PictureEdits.segment(0xEE, adobe)
        let expected = PictureEdits.joined(Array(bytes[..<20]), colours, rest)
        #expect(try ImageFile(laden).bytes == expected)
    }

    /// "b" as a profile: a zlib stream without compression.
    private static let packed: [UInt8] = [0x78, 1, 1, 1, 0, 0xFE, 0xFF, 0x62, 0, 0x63, 0, 0x63]

    private static let looks =
        PictureEdits.chunk("gAMA", [0, 0, 0xB1, 0x8F])
        + PictureEdits.chunk("pHYs", [0, 0, 0x0B, 0x13, 0, 0, 0x0B, 0x13, 1])

    @Test("A PNG keeps what changes its looks, once and before the pixels")
    func pngChunks() throws {
        let bytes = Pictures.first(.png)
        let plain = PictureEdits.behindHeader(Self.looks, in: bytes)
        #expect(try ImageFile(plain).bytes == plain)
        let twice = PictureEdits.behindHeader(Self.looks, in: plain)
        #expect(try ImageFile(twice).bytes == plain)
        let late = PictureEdits.beforeEnd(Self.looks, in: bytes)
        #expect(try ImageFile(late).bytes == bytes)
    }

    private func withProfile(_ name: String, _ packed: some Sequence<UInt8>) -> [UInt8] {
        let profile = PictureEdits.chunk("iCCP", Array(name.utf8) + packed)
        return PictureEdits.behindHeader(profile, in: Pictures.first(.png))
    }

    @Test("A PNG's colour profile loses its name")
    func profileNames() throws {
        let cleaned = try ImageFile(withProfile("SECRET\0\0", Self.packed))
        #expect(cleaned.bytes == withProfile("icc\0\0", Self.packed))
    }

    @Test("A PNG's colour profile that is broken is left out")
    func brokenProfiles() throws {
        let broken = [
            withProfile("", []), withProfile("\0\0", Self.packed), withProfile("a\0\0", []),
            withProfile("a\0\0", Self.packed.dropLast()), withProfile("a\0\0", Self.packed + [0]),
            withProfile("a\0\u{1}", Self.packed),
            withProfile(String(repeating: "a", count: 80) + "\0\0", Self.packed),
        ]
        for bytes in broken {
            #expect(try ImageFile(bytes).bytes == Pictures.first(.png))
        }
    }

    /// So many zeros as a zlib stream: gzip's without its wrapping, and an Adler-32, whose upper half
    /// counts them.
    private func packedZeros(_ count: Int) throws -> [UInt8] {
        let gzip = try #require(Gzip.compress([UInt8](repeating: 0, count: count), level: 9))
        let sum = PictureEdits.number(count % 65_521, 2, isBigEndian: true) + [0, 1]
        return PictureEdits.joined([0x78, 0xDA], gzip.dropFirst(10).dropLast(8), sum)
    }

    @Test("A PNG's colour profile that unpacks to more than 4 MB is left out")
    func largeProfiles() throws {
        let most = withProfile("icc\0\0", try packedZeros(PNGProfile.maximumBytes))
        #expect(most.count < 10_000)
        #expect(try ImageFile(most).bytes == most)
        let bomb = withProfile("icc\0\0", try packedZeros(PNGProfile.maximumBytes + 1))
        #expect(try ImageFile(bomb).bytes == Pictures.first(.png))
    }

    @Test("A PNG whose checksums are wrong is refused")
    func checksums() {
        let bytes = Pictures.first(.png)
        for index in 8..<bytes.count {
            var broken = bytes
            broken[index] ^= 1
            #expect(throws: ImageRefusal.self, "\(index)") { try ImageFile(broken) }
        }
    }

    @Test("A WebP's flags say what is there")
    func webpFlags() throws {
        let pixels = Array(Pictures.first(.webp)[12...])
        let profile = PictureEdits.webpChunk("ICCP", Array("profile".utf8))
        // All flags but the one for animation, and only the profile is there.
        let claims = PictureEdits.extended(flags: 0x3C, PixelSize(6, 4))
        let truth = PictureEdits.extended(flags: 0x20, PixelSize(6, 4))
        let cleaned = try ImageFile(PictureEdits.webp(claims, profile, pixels))
        #expect(cleaned.bytes == PictureEdits.webp(truth, profile, pixels))
    }

    @Test("Exif data that no decoder reaches turns nothing")
    func simpleWebP() throws {
        let bytes = Pictures.first(.webp)
        let exif = PictureEdits.webpChunk("EXIF", PictureEdits.exif(orientation: 6))
        let cleaned = try ImageFile(PictureEdits.webp(Array(bytes[12...]), exif))
        #expect(cleaned.orientation == .upright && cleaned.bytes == bytes)
    }

    @Test("A WebP whose sizes contradict each other, or with two pictures, is refused")
    func webpContradictions() {
        let pixels = Array(Pictures.first(.webp)[12...])
        let canvas = PictureEdits.extended(flags: 0, PixelSize(7, 4))
        let alone = PictureEdits.extended(flags: 0, PixelSize(6, 4))
        for chunks in [canvas + pixels, pixels + pixels, alone, [], alone + alone + pixels] {
            #expect(throws: ImageRefusal.damaged(.webp)) {
                try ImageFile(PictureEdits.webp(chunks))
            }
        }
    }

    @Test("Kinds of JPEG that browsers don't show are refused")
    func unusualJPEG() throws {
        var bytes = Pictures.first(.jpeg)
        let found = bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) }
        let frame = try #require(found)
        for code in [0xC3, 0xC5, 0xC9, 0xCF] as [UInt8] {
            bytes[frame + 1] = code
            #expect(throws: ImageRefusal.unusual(.jpeg)) { try ImageFile(bytes) }
        }
        bytes[frame + 1] = 0xC1
        bytes[frame + 4] = 12
        #expect(throws: ImageRefusal.unusual(.jpeg)) { try ImageFile(bytes) }
    }
}
