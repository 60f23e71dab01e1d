/// The heads of the three formats that have no boxes.
extension PhotoHead {
    /// Files of chunks and segments have some dozens; a crafted one could have millions.
    private static let maximumParts = 100_000

    // MARK: JPEG (ITU-T T.81, annex B)

    private static let xmpPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// Walks through the segments up to the pixels.
    static func jpeg(_ bytes: PhotoBytes) throws(PhotoRefusal) -> PhotoHead {
        var position = 2
        var size: PixelSize?
        var (exif, xmp): (ArraySlice<UInt8>, [UInt8]) = ([], [])
        for _ in 0..<maximumParts {
            guard let start = bytes.bytes(at: position, 4), start[0] == 0xFF else { break }
            let marker = start[1]
            // B.1.1.2: any number of fill bytes may stand before a marker.
            if marker == 0xFF {
                position += 1
                continue
            }
            // B.1.1.3: markers without a segment.
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                position += 2
                continue
            }
            let length = Int(start[2]) << 8 | Int(start[3])
            guard length >= 2, let content = bytes.bytes(at: position + 4, length - 2) else {
                throw .damaged(.jpeg)
            }
            position += 2 + length
            switch marker {
            // Start of scan, or end of image.
            case 0xDA, 0xD9:
                guard marker == 0xDA, let size else { throw .damaged(.jpeg) }
                var head = PhotoHead(format: .jpeg, size: size)
                (head.exif, head.xmp) = (exif, xmp)
                return head
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                guard size == nil, content.count >= 6 else { throw .damaged(.jpeg) }
                size = PixelSize(
                    Int(content[3]) << 8 | Int(content[4]),
                    Int(content[1]) << 8 | Int(content[2])
                )
            case 0xE1 where exif.isEmpty && content.starts(with: ImageOrientation.exifPrefix):
                exif = tiff(content[...])
            case 0xE1 where xmp.isEmpty && content.starts(with: xmpPrefix):
                xmp = Array(content.dropFirst(xmpPrefix.count))
            default: break
            }
        }
        throw .damaged(.jpeg)
    }

    // MARK: PNG (third edition)

    private static let xmpKeyword = Array("XML:com.adobe.xmp\0".utf8)

    /// Walks through all chunks: metadata may stand behind the pixels.
    static func png(_ bytes: PhotoBytes) throws(PhotoRefusal) -> PhotoHead {
        var position = PNGCleaner.signature.count
        var head: PhotoHead?
        for _ in 0..<maximumParts {
            var cursor = ByteCursor(bytes.bytes(at: position, 8) ?? [])
            guard let length = cursor.number(4), let name = cursor.name() else { break }
            let start = position + 8
            // The chunk and its checksum.
            guard length <= bytes.count - start - 4 else { break }
            position = start + length + 4
            guard head != nil || name == "IHDR" else { break }
            switch name {
            case "IHDR":
                var sides = ByteCursor(bytes.bytes(at: start, min(length, 8)) ?? [])
                guard head == nil, let width = sides.number(4), let height = sides.number(4) else {
                    throw .damaged(.png)
                }
                head = PhotoHead(format: .png, size: PixelSize(width, height))
            // 11.3.6.1: the pictures of an animation are announced.
            case "acTL": head?.isAnimated = true
            case "eXIf" where length <= maximumMetadataBytes:
                head?.exif = tiff((bytes.bytes(at: start, length) ?? [])[...])
            case "iTXt" where length <= maximumMetadataBytes:
                head?.takeXMP(fromText: bytes.bytes(at: start, length) ?? [])
            case "IEND":
                guard let head else { throw .damaged(.png) }
                return head
            default: break
            }
        }
        throw .damaged(.png)
    }

    /// 11.3.3.4: keyword, flag and method of compression, language, translated keyword, text. XMP
    /// is never compressed (XMP part 3, 1.1.5).
    private mutating func takeXMP(fromText content: [UInt8]) {
        guard xmp.isEmpty, content.starts(with: Self.xmpKeyword) else { return }
        var cursor = ByteCursor(content.dropFirst(Self.xmpKeyword.count))
        guard cursor.number(1) == 0, cursor.number(1) != nil else { return }
        _ = cursor.text()
        _ = cursor.text()
        xmp = cursor.take(cursor.remaining) ?? []
    }

    // MARK: WebP (RFC 9649)

    static func webp(_ bytes: PhotoBytes) throws(PhotoRefusal) -> PhotoHead {
        var position = 12
        var size: PixelSize?
        var (exif, xmp): (ArraySlice<UInt8>, [UInt8]) = ([], [])
        var (hasPixels, isAnimated) = (false, false)
        for _ in 0..<maximumParts where position < bytes.count {
            var cursor = ByteCursor(bytes.bytes(at: position, 8) ?? [])
            guard let name = cursor.name(), let lengthBytes = cursor.take(4) else { break }
            let length = little(lengthBytes[...])
            let start = position + 8
            guard length <= bytes.count - start else { throw .damaged(.webp) }
            position = start + length + length % 2
            switch name {
            // 2.7: it comes first, and what it says is the size.
            case "VP8X":
                size = canvas(bytes.bytes(at: start, 10))
            case "VP8 ", "VP8L", "ANMF":
                hasPixels = true
                if name == "ANMF" { isAnimated = true }
                let pixels = bytes.bytes(at: start, min(length, 10))
                size = size ?? (name == "VP8 " ? lossy(pixels) : lossless(pixels))
            case "EXIF" where length <= maximumMetadataBytes:
                exif = tiff((bytes.bytes(at: start, length) ?? [])[...])
            case "XMP " where length <= maximumMetadataBytes:
                xmp = bytes.bytes(at: start, length) ?? []
            default: break
            }
        }
        guard let size, hasPixels else { throw .damaged(.webp) }
        var head = PhotoHead(format: .webp, size: size)
        (head.exif, head.xmp) = (exif, xmp)
        head.isAnimated = isAnimated
        return head
    }

    private static func little(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Flags, three reserved bytes, width and height less one in three bytes each.
    private static func canvas(_ content: [UInt8]?) -> PixelSize? {
        content.map { PixelSize(little($0[4..<7]) + 1, little($0[7..<10]) + 1) }
    }

    /// RFC 6386, 9.1: three bytes of frame tag, the start code, and two sides of 14 bits.
    private static func lossy(_ content: [UInt8]?) -> PixelSize? {
        guard let content, content.count >= 10, content[3..<6].elementsEqual([0x9D, 0x01, 0x2A])
        else { return nil }
        return PixelSize(little(content[6..<8]) & 0x3FFF, little(content[8..<10]) & 0x3FFF)
    }

    /// RFC 9649, 3.4: a signature, and two sides less one in 14 bits each.
    private static func lossless(_ content: [UInt8]?) -> PixelSize? {
        guard let content, content.count >= 5, content[0] == 0x2F else { return nil }
        let bits = little(content[1..<5])
        return PixelSize(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
}
