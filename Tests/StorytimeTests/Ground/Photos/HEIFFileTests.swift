import Testing

@testable import Storytime

@Suite("The boxes of HEIC and AVIF")
struct HEIFFileTests {
    private func heif(_ builder: HEIFBuilder) throws -> HEIFFile {
        try HEIFFile(PhotoBytes(builder.bytes))
    }

    /// The copy that the decoder is given.
    static func copy(of bytes: [UInt8]) throws -> [UInt8] {
        var copy = bytes
        for edit in try HEIFFile(PhotoBytes(bytes)).edits {
            copy.replaceSubrange(edit.place..<edit.place + edit.bytes.count, with: edit.bytes)
        }
        return copy
    }

    @Test(
        "In the copy for the decoder only the references of a grid are left",
        arguments: [0, 1],
        [false, true]
    )
    func copies(version: Int, isListLast: Bool) throws {
        var builder = HEIFBuilder()
        builder.add(2, auxiliary: "urn:com:apple:photo:2020:aux:hdrgainmap", to: [1, 3])
        builder.addToneMap(3, of: [1, 2])
        builder.addExif(4, ImageOrientation.right.tiff, of: [1, 3])
        builder.references.append(("thmb", 2, [3, 1]))
        (builder.referenceVersion, builder.isListLast) = (version, isListLast)
        let bytes = builder.bytes
        let copy = try Self.copy(of: bytes)
        #expect(copy.count == bytes.count)
        builder.references = builder.references.map { reference in
            (reference.type == "dimg" ? "dimg" : "skip", reference.from, reference.to)
        }
        #expect(copy == builder.bytes)
        #expect(try HEIFFile(PhotoBytes(copy)).edits.isEmpty)
    }

    @Test("A photo without such references needs no copy")
    func plain() throws {
        #expect(try heif(HEIFBuilder(.heic)).edits.isEmpty)
        #expect(try heif(HEIFBuilder(.avif)).edits.isEmpty)
    }

    @Test(
        "Exif says how a photo lies that doesn’t say it itself",
        arguments: ImageOrientation.allCases
    )
    func orientation(orientation: ImageOrientation) throws {
        for format in [PhotoFormat.heic, .avif] {
            var builder = HEIFBuilder(format)
            builder.addExif(2, orientation.tiff, of: [1])
            #expect(try heif(builder).orientation() == orientation)
            for (property, value) in [("irot", 0), ("irot", 3), ("imir", 0)] as [(String, UInt8)] {
                var turned = builder
                turned.turn(property, value)
                #expect(try heif(turned).orientation() == .upright, "\(property) \(value)")
            }
        }
    }

    @Test("What another picture in the file says of itself turns nothing")
    func otherPictures() throws {
        var builder = HEIFBuilder()
        builder.add(2, auxiliary: "urn:com:apple:photo:2020:aux:hdrgainmap", to: [1])
        builder.items[1].properties.append(HEIFBuilder.box("irot", [1]))
        builder.addExif(3, ImageOrientation.left.tiff, of: [1])
        #expect(try heif(builder).orientation() == .left)
    }

    @Test("Of several Exif, the one of the picture is read, then one that belongs to none")
    func several() throws {
        var builder = HEIFBuilder()
        builder.addExif(2, ImageOrientation.left.tiff, of: [9])
        #expect(try heif(builder).orientation() == .left)
        builder.addExif(3, ImageOrientation.mirrored.tiff, of: nil)
        #expect(try heif(builder).orientation() == .mirrored)
        builder.addExif(4, ImageOrientation.right.tiff, of: [9, 1])
        #expect(try heif(builder).orientation() == .right)
        builder.addExif(5, ImageOrientation.left.tiff, of: [1])
        #expect(try heif(builder).orientation() == .right)
    }

    @Test("A list that says the same kind of thing twice is refused")
    func twice() {
        var builder = HEIFBuilder()
        builder.others = HEIFBuilder.box("iprp", HEIFBuilder.box("ipco"))
        #expect(throws: PhotoRefusal.damaged(.heic)) { try heif(builder) }
        builder.others = HEIFBuilder.box("iref", [0, 0, 0, 0])
        #expect(throws: Never.self) { try heif(builder) }
        builder.others += builder.others
        #expect(throws: PhotoRefusal.damaged(.heic)) { try heif(builder) }
    }

    @Test("A few kilobytes can’t claim more pieces of data than any photo has")
    func pieces() {
        // Their places and lengths have no bytes, so that 2,000 items would have 131 million pieces.
        let item: [UInt8] = [0, 1, 0, 0, 0xFF, 0xFF]
        let count = HEIFBuilder.number(2000, 2)
        let places = [0, 0, 0, 0, 0, 0] + count + [[UInt8]](repeating: item, count: 2000).joined()
        let file =
            HEIFBuilder.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
            + HEIFBuilder.box("meta", [0, 0, 0, 0], HEIFBuilder.box("iloc", Array(places)))
        #expect(throws: PhotoRefusal.damaged(.heic)) { try HEIFFile(PhotoBytes(file)) }
    }
}
