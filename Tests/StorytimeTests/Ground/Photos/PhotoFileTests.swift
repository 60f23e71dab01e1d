import HTTP
import Testing

@testable import Storytime

@Suite("The heads of photos")
struct PhotoFileTests {
    private func photo(_ bytes: [UInt8]) throws -> PhotoFile { try PhotoFile(PhotoBytes(bytes)) }

    private func refusal(of bytes: [UInt8]) -> PhotoRefusal? {
        do {
            _ = try PhotoFile(PhotoBytes(bytes))
            return nil
        } catch {
            return error
        }
    }

    /// A copy in which some bytes are others, found by what stands there.
    private func patched(_ name: String, _ old: [UInt8], _ new: [UInt8], at occurrence: Int = 0)
        throws -> [UInt8]
    {
        var bytes = Photos.bytes(name)
        var ranges: [Range<Int>] = []
        for start in 0...(bytes.count - old.count)
        where bytes[start..<start + old.count].elementsEqual(old) {
            ranges.append(start..<start + old.count)
        }
        try #require(ranges.indices.contains(occurrence))
        bytes.replaceSubrange(ranges[occurrence], with: new)
        return bytes
    }

    @Test("A photo of each format is known by its content, with its size and its day")
    func formats() throws {
        for (name, format) in Photos.all {
            let photo = try photo(Photos.bytes(name))
            #expect(photo.format == format)
            #expect(photo.stored == PixelSize(96, 64), "\(name)")
            #expect(photo.times.first?.text == "2024-05-06T07:08:09", "\(name)")
        }
    }

    @Test("A photo in a file is read like one in memory")
    func files() throws {
        for (name, _) in Photos.all {
            let path = Repository.folder + "/Tests/Fixtures/photos/" + name
            let file = try #require(OpenFile(path: path))
            #expect(try PhotoFile(PhotoBytes(file)) == photo(Photos.bytes(name)))
        }
    }

    @Test("The small pictures of covers are photos, too", arguments: Pictures.all)
    func pictures(picture: Pictures.Picture) throws {
        #expect(try photo(picture.bytes).stored == ImageFile(picture.bytes).stored)
    }

    @Test("An animation counts as its first picture", arguments: ["animated.png", "animated.webp"])
    func animations(name: String) throws {
        let photo = try photo(Pictures.bytes(name))
        #expect(photo.times.isEmpty && photo.hasFilm)
    }

    @Test(
        "A photo with a film of the moment says so",
        arguments: [
            (#"GCamera:MotionPhoto="1""#, true),
            ("<GCamera:MicroVideo>1</GCamera:MicroVideo>", true),
            (#"GCamera:MotionPhoto="0""#, false), ("", false),
        ]
    )
    func motion(property: String, hasFilm: Bool) throws {
        #expect(try photo(Photos.moving(property)).hasFilm == hasFilm)
        for (name, _) in Photos.all { #expect(try !photo(Photos.bytes(name)).hasFilm) }
    }

    @Test("A grid of tiles, as telephones write it, is one photo")
    func grid() throws {
        let photo = try photo(Photos.bytes("grid.heic"))
        #expect(photo.format == .heic)
        #expect(photo.stored == PixelSize(1100, 600))
    }

    @Test("A grid that claims another size than its tiles have is refused")
    func forgedGrid() throws {
        // Width and height of the grid's own data, then of its property.
        let size: [UInt8] = [0x04, 0x4C, 0x02, 0x58]
        let huge: [UInt8] = [0x7D, 0x00, 0x7D, 0x00]
        #expect(try refusal(of: patched("grid.heic", size, huge)) == .unusual(.heic))
        let property: [UInt8] = [0, 0, 0x04, 0x4C, 0, 0, 0x02, 0x58]
        let both = try patched("grid.heic", property, [0, 0, 0x7D, 0, 0, 0, 0x7D, 0])
        #expect(refusal(of: both) == .unusual(.heic))
    }

    @Test(
        "Structures that no camera writes are refused",
        arguments: ["unci", "iovl", "iden", "mski"]
    )
    func structures(type: String) throws {
        let bytes = try patched("photo.heic", Array("hvc1".utf8), Array(type.utf8))
        #expect(refusal(of: bytes) == .unusual(.heic))
    }

    @Test("A HEIC with transparency is refused")
    func transparency() {
        #expect(refusal(of: Photos.bytes("alpha.heic")) == .unusual(.heic))
    }

    @Test("A film is refused as one")
    func film() {
        let brands = "isom\0\0\0\u{1}isommp42"
        let film = [0, 0, 0, 24] + Array("ftyp\(brands)".utf8) + [0, 0, 0, 8] + Array("moov".utf8)
        #expect(refusal(of: film) == .video)
    }

    @Test("A photo of too many pixels is refused before anything decodes it")
    func bombs() throws {
        let png = try patched(
            "photo.png",
            [0, 0, 0, 96, 0, 0, 0, 64],
            [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]
        )
        #expect(refusal(of: png) == .tooManyPixels(PixelSize(30_000, 30_000)))
        let jpeg = try patched("photo.jpg", [8, 0, 64, 0, 96], [8, 0x3E, 0x80, 0x3E, 0x80])
        #expect(refusal(of: jpeg) == .tooManyPixels(PixelSize(16_000, 16_000)))
        let sides: [UInt8] = [0, 0, 0, 96, 0, 0, 0, 64]
        let heic = try patched("photo.heic", sides, [0, 0, 0x27, 0x11, 0, 0, 0x27, 0x10])
        #expect(refusal(of: heic) == .tooManyPixels(PixelSize(10_001, 10_000)))
        // A panorama of few pixels in all, and too wide.
        let words = PhotoRefusal.tooManyPixels(PixelSize(30_000, 1_200)).description
        #expect(words.contains("at most 100 million pixels, and 29,999 on a side"))
    }

    @Test("A photo of more bytes than the limit is refused")
    func bytes() {
        let bytes = Photos.bytes("photo.jpg") + [UInt8](repeating: 0, count: PhotoFile.maximumBytes)
        #expect(refusal(of: bytes) == .tooManyBytes)
    }

    @Test(
        "Other files are refused as what they are",
        arguments: [
            ("", OtherFile.empty), ("GIF89a", .gif), ("<svg xmlns='x'/>", .svg),
            ("<!doctype html><script>", .html), ("%PDF-1.7", .pdf),
            ("II*\0\u{10}\0\0\0CR\u{2}\0", .raw), ("\0\0\0\u{18}ftypcrx \0\0\0\u{1}crx isom", .raw),
            ("FUJIFILMCCD-RAW 0201", .raw), ("II*\0\u{8}\0\0\0", .tiff),
            ("\0\0\0\u{C}JXL \r\n", .jpegXL), ("\0\0\0\u{C}jP  \r\n", .jpeg2000),
            ("8BPS\0\u{1}", .photoshop),
        ] as [(String, OtherFile)]
    )
    func others(text: String, file: OtherFile) {
        #expect(refusal(of: Array(text.utf8)) == .notPhoto(file))
    }

    @Test("A photo that ends within its head is damaged", arguments: Photos.all.map(\.name))
    func truncated(name: String) {
        let bytes = Photos.bytes(name)
        for count in 16..<min(bytes.count, 200) {
            switch refusal(of: Array(bytes.prefix(count))) {
            case .damaged, .unusual: break
            case let other: Issue.record("\(count) bytes of \(name): \(String(describing: other))")
            }
        }
    }

    @Test("No broken photo is more than refused")
    func broken() throws {
        let seeds = (Photos.all.map(\.name) + ["grid.heic", "alpha.heic"]).map(Photos.bytes)
        let words = [
            "ispe", "iloc", "iref", "dimg", "auxl", "cdsc", "irot", "Exif", "VP8X", "IHDR",
            "\0\0\0\u{1}", "moov",
        ]
        var mutation = Mutation(seeds: seeds, words: words.map { Array($0.utf8) })
        for _ in 0..<Mutation.rounds {
            let bytes = mutation.next()
            guard let photo = try? photo(bytes) else { continue }
            #expect(photo.stored.width * photo.stored.height <= PhotoFile.maximumPixels)
            guard HEIFFile.isOne(bytes) else { continue }
            // What the decoder is given is the same photo.
            let copy = try HEIFFileTests.copy(of: bytes)
            #expect(try self.photo(copy).stored == photo.stored)
            #expect(try HEIFFile(PhotoBytes(copy)).edits.isEmpty)
        }
    }

    @Test("Each refusal is a sentence or two")
    func sentences() {
        let refusals: [PhotoRefusal] = [
            .notPhoto(nil), .notPhoto(.empty), .notPhoto(.svg), .video, .tooManyBytes,
            .tooManyPixels(PixelSize(30_000, 20_000)), .damaged(.heic), .unusual(.avif),
        ]
        for refusal in refusals { #expect(refusal.description.hasSuffix(".")) }
    }
}
