import Received

/// Walks through a WebP (RFC 9649) and copies the chunks that make the picture: the coded pixels,
/// their transparency and the color profile. XMP, unknown chunks, and everything after the end are
/// left out, and the flags are set accordingly.
struct WebPCleaner {
    /// RFC 9649 §2.7.1: the bits of VP8X that say what follows.
    private enum Flag {
        static let profile: UInt8 = 0x20
        static let alpha: UInt8 = 0x10
        static let exif: UInt8 = 0x08
        static let animation: UInt8 = 0x02
    }

    private var scanner: ImageScanner
    /// The size that VP8X names.
    private var canvas: PixelSize?
    private var profile: [UInt8]?
    private var alpha: [UInt8]?
    /// The pixels' chunk, whole: lossy or lossless.
    private var pixels: [UInt8] = []
    private var size: PixelSize?
    private var isTransparent = false
    private var orientation: ImageOrientation?

    /// §2.4: "RIFF", a size, "WEBP".
    static func isWebP(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    }

    init(_ bytes: [UInt8]) {
        scanner = ImageScanner(bytes, .webp)
    }

    mutating func clean() throws(ImageRefusal) -> ImageFile {
        _ = try scanner.take(4)
        try scanner.narrow(to: scanner.littleEndian(4))
        _ = try scanner.take(4)
        var isFirst = true
        while scanner.remaining > 0 {
            try readChunk(isFirst: isFirst)
            isFirst = false
        }
        guard let size, canvas == nil || canvas == size else { throw scanner.damaged }
        return ImageFile(
            format: .webp,
            stored: size,
            orientation: orientation ?? .upright,
            bytes: file(size)
        )
    }

    /// A name, a length, that many bytes, and one more to make them even.
    private mutating func readChunk(isFirst: Bool) throws(ImageRefusal) {
        let name = ReceivedText.repair(try scanner.take(4))
        let length = try scanner.littleEndian(4)
        let content = try scanner.take(length)
        if length % 2 == 1 { _ = try scanner.byte() }
        // §2.5 to §2.7: the first chunk says which of the three layouts it is.
        guard !isFirst || ["VP8 ", "VP8L", "VP8X"].contains(name) else { throw scanner.damaged }
        switch name {
        case "VP8X":
            guard isFirst else { throw scanner.damaged }
            try readExtended(Array(content))
        case "VP8 ": try readPixels(name, content, lossy(content))
        case "VP8L": try readPixels(name, content, lossless(content))
        case "ANIM", "ANMF": throw .animated(.webp)
        case "ALPH" where pixels.isEmpty && alpha == nil: alpha = chunk(name, content)
        case "ICCP" where pixels.isEmpty && profile == nil: profile = chunk(name, content)
        // §2.7: only the extended layout has it; a decoder of the simple ones stops before.
        case "EXIF" where canvas != nil && orientation == nil:
            orientation = ImageOrientation(exif: content)
        default: break
        }
    }

    /// §2.7.1: flags, three reserved bytes, width and height less one in three bytes each.
    private mutating func readExtended(_ content: [UInt8]) throws(ImageRefusal) {
        guard content.count >= 10 else { throw scanner.damaged }
        guard content[0] & Flag.animation == 0 else { throw .animated(.webp) }
        let width = content[4..<7].reversed().reduce(0) { $0 << 8 | Int($1) } + 1
        let height = content[7..<10].reversed().reduce(0) { $0 << 8 | Int($1) } + 1
        canvas = try PixelSize(width, height).checked(.webp)
    }

    private mutating func readPixels(
        _ name: String,
        _ content: ArraySlice<UInt8>,
        _ read: PixelSize?
    ) throws(ImageRefusal) {
        guard pixels.isEmpty, let read else { throw scanner.damaged }
        size = try read.checked(.webp)
        pixels = chunk(name, content)
        // Lossless pixels have their own transparency: §3.4, the bit after the two sizes.
        if name == "VP8L" {
            isTransparent = content[content.startIndex + 4] & 0x10 != 0
            alpha = nil
        } else {
            isTransparent = alpha != nil
        }
    }

    /// RFC 6386 §9.1: the head of a key frame that is shown, its start code, and two sizes of 14 bits.
    private func lossy(_ content: ArraySlice<UInt8>) -> PixelSize? {
        let head = Array(content.prefix(10))
        guard head.count == 10, head[0] & 0x11 == 0x10, head[3...5] == [0x9D, 0x01, 0x2A] else {
            return nil
        }
        let tag = Int(head[0]) | Int(head[1]) << 8 | Int(head[2]) << 16
        guard tag >> 5 <= content.count - 10 else { return nil }
        return PixelSize(
            (Int(head[6]) | Int(head[7]) << 8) & 0x3FFF,
            (Int(head[8]) | Int(head[9]) << 8) & 0x3FFF
        )
    }

    /// RFC 9649 §3.4: a signature, two sizes less one of 14 bits, and a version of three bits, zero.
    private func lossless(_ content: ArraySlice<UInt8>) -> PixelSize? {
        let head = Array(content.prefix(5))
        guard head.count == 5, head[0] == 0x2F, head[4] >> 5 == 0 else { return nil }
        let bits = head[1...].reversed().reduce(0) { $0 << 8 | Int($1) }
        return PixelSize(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }

    /// The rewritten file, in the simple layout if it was simple, else in the extended one.
    private func file(_ size: PixelSize) -> [UInt8] {
        var chunks: [UInt8] = []
        if canvas != nil {
            let turned = orientation.flatMap { $0 == .upright ? nil : $0 }
            var flags: UInt8 = 0
            if profile != nil { flags |= Flag.profile }
            if isTransparent { flags |= Flag.alpha }
            if turned != nil { flags |= Flag.exif }
            let sides = littleEndian(size.width - 1, 3) + littleEndian(size.height - 1, 3)
            chunks += chunk("VP8X", [flags, 0, 0, 0] + sides)
            chunks += profile ?? []
            chunks += alpha ?? []
            chunks += pixels
            chunks += turned.map { chunk("EXIF", $0.tiff[...]) } ?? []
        } else {
            chunks = pixels
        }
        let content = Array("WEBP".utf8) + chunks
        return Array("RIFF".utf8) + littleEndian(content.count, 4) + content
    }

    private func chunk(_ name: String, _ content: ArraySlice<UInt8>) -> [UInt8] {
        let padding: [UInt8] = content.count % 2 == 1 ? [0] : []
        return Array(name.utf8) + littleEndian(content.count, 4) + content + padding
    }

    private func littleEndian(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
