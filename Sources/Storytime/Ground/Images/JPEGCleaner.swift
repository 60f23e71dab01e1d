/// Walks through a JPEG (ITU-T T.81 Annex B) and copies the parts that make the picture: its
/// tables, frame and scans, the color profile, and how the colors are coded. Every other segment,
/// and everything after the end, is left out.
struct JPEGCleaner {
    /// SOI and the beginning of the next marker.
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// A progressive picture has about ten scans. Each one makes a decoder go through all its
    /// pixels, so thousands of them are an attack.
    private static let maximumScans = 100

    private var scanner: ImageScanner
    private var size: PixelSize?
    private var orientation: ImageOrientation?
    private var scans = 0
    private var hasEnded = false
    /// The JFIF segment, which comes first.
    private var jfif: [UInt8] = []
    private var body: [UInt8] = []

    init(_ bytes: [UInt8]) {
        scanner = ImageScanner(bytes, .jpeg)
        body.reserveCapacity(bytes.count)
    }

    mutating func clean() throws(ImageRefusal) -> ImageFile {
        _ = try scanner.take(2)
        while !hasEnded { try copySegment() }
        guard let size, scans > 0 else { throw scanner.damaged }
        let orientation = orientation ?? .upright
        var bytes: [UInt8] = [0xFF, 0xD8] + jfif
        if orientation != .upright {
            Self.append(0xE1, ImageOrientation.exifPrefix + orientation.tiff, to: &bytes)
        }
        return ImageFile(
            format: .jpeg,
            stored: size,
            orientation: orientation,
            bytes: bytes + body
        )
    }

    /// B.1.1.2: a marker is 0xFF and a code; more 0xFF may fill the space before it.
    private mutating func marker() throws(ImageRefusal) -> UInt8 {
        guard try scanner.byte() == 0xFF else { throw scanner.damaged }
        var code: UInt8 = 0xFF
        while code == 0xFF { code = try scanner.byte() }
        return code
    }

    private mutating func copySegment() throws(ImageRefusal) {
        let code = try marker()
        switch code {
        case 0xD9:
            body += [0xFF, code]
            hasEnded = true
        case 0xC4, 0xDB, 0xDD:
            Self.append(code, try segment(), to: &body)
        case 0xC0, 0xC1, 0xC2:
            try copyFrame(code)
        case 0xDA:
            try copyScan(code)
        case 0xE0...0xEF:
            copyApplicationData(code, try segment())
        case 0xFE:
            _ = try segment()
        case 0xC3, 0xC5...0xCF:
            // Lossless, hierarchical and arithmetic coding.
            throw .unusual(.jpeg)
        default:
            throw scanner.damaged
        }
    }

    /// The content of a segment after its marker: its length, which includes itself, and that many
    /// bytes.
    private mutating func segment() throws(ImageRefusal) -> ArraySlice<UInt8> {
        try scanner.take(scanner.bigEndian(2) - 2)
    }

    /// B.2.2: precision, height, width, and three bytes for each component.
    private mutating func copyFrame(_ code: UInt8) throws(ImageRefusal) {
        guard size == nil else { throw scanner.damaged }
        let segment = Array(try segment())
        guard segment.count >= 6, segment.count == 6 + 3 * Int(segment[5]) else {
            throw scanner.damaged
        }
        guard segment[0] == 8, [1, 3, 4].contains(segment[5]) else { throw .unusual(.jpeg) }
        let height = Int(segment[1]) << 8 | Int(segment[2])
        let width = Int(segment[3]) << 8 | Int(segment[4])
        size = try PixelSize(width, height).checked(.jpeg)
        Self.append(code, segment[...], to: &body)
    }

    /// B.2.3: a header, then coded data, in which 0xFF is followed by a zero or is a restart marker.
    private mutating func copyScan(_ code: UInt8) throws(ImageRefusal) {
        guard size != nil, scans < Self.maximumScans else { throw scanner.damaged }
        scans += 1
        let header = try segment()
        guard let components = header.first, (1...4).contains(components),
            header.count == 4 + 2 * Int(components)
        else { throw scanner.damaged }
        Self.append(code, header, to: &body)
        let data = try scanner.takeUpToMarker { $0 == 0 || (0xD0...0xD7).contains($0) }
        guard !data.isEmpty else { throw scanner.damaged }
        body += data
    }

    /// Of the segments of applications, copies those that change how the picture looks: the color
    /// profile; JFIF and Adobe, which tell decoders how colors are coded, without JFIF's
    /// thumbnail; and of Exif the orientation.
    private mutating func copyApplicationData(_ code: UInt8, _ segment: ArraySlice<UInt8>) {
        switch code {
        case 0xE0 where segment.starts(with: "JFIF\0".utf8) && segment.count >= 14 && jfif.isEmpty:
            Self.append(code, segment.prefix(12) + [0, 0], to: &jfif)
        case 0xE1 where segment.starts(with: ImageOrientation.exifPrefix) && orientation == nil:
            let tiff = segment.dropFirst(ImageOrientation.exifPrefix.count)
            orientation = ImageOrientation(tiff: tiff)
        case 0xE2 where segment.starts(with: "ICC_PROFILE\0".utf8):
            Self.append(code, segment, to: &body)
        case 0xEE where segment.starts(with: "Adobe".utf8) && segment.count >= 12:
            Self.append(code, segment.prefix(12), to: &body)
        default:
            break
        }
    }

    /// Writes a segment, which is no longer than one that was read. Static, because a method would
    /// hold `body` while it grows, and copy it each time.
    private static func append(
        _ code: UInt8,
        _ content: some Collection<UInt8>,
        to bytes: inout [UInt8]
    ) {
        let length = content.count + 2
        bytes += [0xFF, code, UInt8(truncatingIfNeeded: length >> 8)]
        bytes.append(UInt8(truncatingIfNeeded: length))
        bytes += content
    }
}
