import Received
import CZlib

/// Walks through a PNG (W3C "Portable Network Graphics, Third Edition") and copies the chunks that
/// make the picture: pixels, palette, transparency, colors and size. Text, times, every unknown
/// chunk, and everything after the end are left out. Every chunk's checksum is checked.
struct PNGCleaner {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The chunks that change how the picture looks besides the required ones, copied as they are.
    private static let looks: Set = [
        "tRNS", "gAMA", "cHRM", "sRGB", "cICP", "sBIT", "bKGD", "pHYs",
    ]

    /// The place of the next chunk in the file: pixels come in a row, and only the end is sure to
    /// follow them.
    private enum Stage {
        case header, beforePixels, pixels, afterPixels, end
    }

    private var scanner: ImageScanner
    private var stage = Stage.header
    private var header: [UInt8] = []
    private var size = PixelSize(0, 0)
    private var usesPalette = false
    private var orientation: ImageOrientation?
    private var seen: Set<String> = []
    private var body: [UInt8] = []

    init(_ bytes: [UInt8]) {
        scanner = ImageScanner(bytes, .png)
        body.reserveCapacity(bytes.count)
    }

    mutating func clean() throws(ImageRefusal) -> ImageFile {
        _ = try scanner.take(Self.signature.count)
        while stage != .end { try copyChunk() }
        let orientation = orientation ?? .upright
        var bytes = Self.signature + header
        if orientation != .upright { Self.append("eXIf", orientation.tiff[...], to: &bytes) }
        return ImageFile(
            format: .png,
            stored: size,
            orientation: orientation,
            bytes: bytes + body
        )
    }

    /// Length, type, content and checksum.
    private mutating func copyChunk() throws(ImageRefusal) {
        let length = try scanner.bigEndian(4)
        let name = try scanner.take(4)
        let content = try scanner.take(length)
        guard try scanner.bigEndian(4) == Self.checksum(name, content) else {
            throw scanner.damaged
        }
        let type = ReceivedText.repair(name)
        guard (type == "IHDR") == (stage == .header) else { throw scanner.damaged }
        if stage == .pixels, type != "IDAT" { stage = .afterPixels }
        switch type {
        case "IHDR": try copyHeader(Array(content))
        case "PLTE": try copyPalette(content)
        case "IDAT": try copyPixels(content)
        case "IEND": try copyEnd(content)
        case "acTL", "fcTL", "fdAT": throw .animated(.png)
        default: try copyAncillary(type, name, content)
        }
    }

    /// 11.2.1: width, height, bit depth, color type, compression, filter and interlace method.
    private mutating func copyHeader(_ content: [UInt8]) throws(ImageRefusal) {
        guard content.count == 13, content[10] == 0, content[11] == 0, content[12] <= 1 else {
            throw scanner.damaged
        }
        let depths: [UInt8: [UInt8]] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        guard depths[content[9]]?.contains(content[8]) == true else { throw scanner.damaged }
        usesPalette = content[9] == 3
        let width = content[..<4].reduce(0) { $0 << 8 | Int($1) }
        let height = content[4..<8].reduce(0) { $0 << 8 | Int($1) }
        size = try PixelSize(width, height).checked(.png)
        Self.append("IHDR", content[...], to: &header)
        stage = .beforePixels
    }

    /// 11.2.2: up to 256 colors of three bytes.
    private mutating func copyPalette(_ content: ArraySlice<UInt8>) throws(ImageRefusal) {
        guard stage == .beforePixels, seen.insert("PLTE").inserted, !content.isEmpty,
            content.count % 3 == 0, content.count <= 768
        else { throw scanner.damaged }
        Self.append("PLTE", content, to: &body)
    }

    private mutating func copyPixels(_ content: ArraySlice<UInt8>) throws(ImageRefusal) {
        guard stage != .afterPixels, !usesPalette || seen.contains("PLTE") else {
            throw scanner.damaged
        }
        stage = .pixels
        Self.append("IDAT", content, to: &body)
    }

    private mutating func copyEnd(_ content: ArraySlice<UInt8>) throws(ImageRefusal) {
        guard stage == .afterPixels, content.isEmpty else { throw scanner.damaged }
        Self.append("IEND", content, to: &body)
        stage = .end
    }

    /// 5.4: a program that does not know a chunk may leave it out if its name begins with a small
    /// letter; not with a capital.
    private mutating func copyAncillary(
        _ type: String,
        _ name: ArraySlice<UInt8>,
        _ content: ArraySlice<UInt8>
    ) throws(ImageRefusal) {
        guard let first = name.first, first & 0x20 != 0 else { throw scanner.damaged }
        if type == "eXIf", orientation == nil {
            orientation = ImageOrientation(exif: content)
        }
        // Descriptions of the pixels precede them, and occur once.
        guard stage == .beforePixels, type == "iCCP" || Self.looks.contains(type),
            seen.insert(type).inserted
        else { return }
        guard type == "iCCP" else { return Self.append(type, content, to: &body) }
        // Decoders ignore a broken profile.
        if let profile = PNGProfile.unnamed(content) { Self.append(type, profile[...], to: &body) }
    }

    /// Static, because a method would hold `body` while it grows, and copy it each time.
    private static func append(
        _ type: String,
        _ content: ArraySlice<UInt8>,
        to bytes: inout [UInt8]
    ) {
        let name = Array(type.utf8)
        appendNumber(content.count, to: &bytes)
        bytes += name
        bytes += content
        appendNumber(checksum(name[...], content), to: &bytes)
    }

    private static func appendNumber(_ number: Int, to bytes: inout [UInt8]) {
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// 5.5: the CRC-32 of a chunk's type and content.
    private static func checksum(_ name: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>) -> Int {
        let start = name.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
        // To zlib, no address means "start over", not "no bytes".
        guard !content.isEmpty else { return Int(start) }
        return Int(
            content.withUnsafeBufferPointer { crc32_z(start, $0.baseAddress, $0.count) }
        )
    }
}
