@testable import Storytime

/// Puts into pictures what cameras and programs put there, and what attackers do: always with the
/// word `secret` in it.
enum PictureEdits {
    static let secret = "SECRET-51.5N-0.1W"

    /// A picture with everything that may be removed, and this orientation.
    static func laden(
        _ bytes: [UInt8],
        _ format: ImageFile.Format,
        orientation: Int = 1
    ) -> [UInt8] {
        let tail = Array("PK\u{3}\u{4}<script>\(secret)</script>".utf8)
        return switch format {
        case .jpeg: joined(jpeg(bytes, orientation: orientation), tail)
        case .png: joined(png(bytes, orientation: orientation), tail)
        case .webp: joined(webp(bytes, orientation: orientation), tail)
        }
    }

    /// Long sums of arrays take the compiler minutes.
    static func joined(_ parts: [UInt8]...) -> [UInt8] {
        Array(parts.joined())
    }

    /// A text and the word.
    private static func telling(_ text: String) -> [UInt8] {
        Array((text + secret).utf8)
    }

    /// A number as a TIFF structure or a file has it.
    static func number(_ value: Int, _ width: Int, isBigEndian: Bool) -> [UInt8] {
        let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    /// Exif data as a camera writes it, in either byte order: maker, orientation, a GPS directory.
    static func exif(orientation: Int, isBigEndian: Bool = false) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { number(value, 2, isBigEndian: isBigEndian) }
        func long(_ value: Int) -> [UInt8] { number(value, 4, isBigEndian: isBigEndian) }
        let text = telling("") + [0]
        let textOffset = 8 + 2 + 3 * 12 + 4
        let directory = joined(
            short(3),
            joined(short(0x010F), short(2), long(text.count), long(textOffset)),
            joined(short(0x0112), short(3), long(1), short(orientation), [0, 0]),
            joined(short(0x8825), short(4), long(1), long(textOffset + text.count)),
            long(0)
        )
        let place = joined(short(1), short(1), short(2), long(2), [0x4E, 0, 0, 0], long(0))
        let order = Array((isBigEndian ? "MM" : "II").utf8)
        return joined(order, short(42), long(8), directory, text, place)
    }
}

/// JPEG.
extension PictureEdits {
    static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
        joined([0xFF, code], number(content.count + 2, 2, isBigEndian: true), content)
    }

    private static func jpeg(_ bytes: [UInt8], orientation: Int) -> [UInt8] {
        let added = joined(
            segment(0xE1, ImageOrientation.exifPrefix + exif(orientation: orientation)),
            segment(0xE1, telling("http://ns.adobe.com/xap/1.0/\0<x>")),
            segment(0xED, telling("Photoshop 3.0\0")),
            segment(0xE2, telling("MPF\0")),
            segment(0xE0, telling("JFXX\0")),
            [0xFF, 0xFF, 0xFF],
            segment(0xFE, telling("a comment "))
        )
        // Behind the first segment, which JFIF must be, and again before the end.
        let start = 4 + (Int(bytes[4]) << 8 | Int(bytes[5]))
        let end = bytes.count - 2
        let late = segment(0xFE, telling("late "))
        return joined(Array(bytes[..<start]), added, Array(bytes[start..<end]), late, [0xFF, 0xD9])
    }
}

/// PNG.
extension PictureEdits {
    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + content
        return joined(
            number(content.count, 4, isBigEndian: true),
            named,
            number(Int(checksum(named)), 4, isBigEndian: true)
        )
    }

    /// CRC-32, bit by bit, as the PNG specification's annex describes it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
        }
        return ~value
    }

    private static func png(_ bytes: [UInt8], orientation: Int) -> [UInt8] {
        let early = joined(
            chunk("eXIf", exif(orientation: orientation, isBigEndian: true)),
            chunk("tEXt", telling("Comment\0")),
            chunk("tIME", [7, 230, 1, 1, 0, 0, 0]),
            chunk("zTXt", telling("Location\0\0")),
            chunk("prVt", telling(""))
        )
        let late = chunk("iTXt", telling("XML:com.adobe.xmp\0\0\0\0\0"))
        return behindHeader(early, in: beforeEnd(late, in: bytes))
    }

    /// A PNG with something behind its signature and its header.
    static func behindHeader(_ chunks: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        joined(Array(bytes[..<33]), chunks, Array(bytes[33...]))
    }

    /// A PNG with something before its last chunk.
    static func beforeEnd(_ chunks: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        joined(bytes.dropLast(12), chunks, bytes.suffix(12))
    }
}

/// WebP.
extension PictureEdits {
    static func webpChunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let length = number(content.count, 4, isBigEndian: false)
        return joined(Array(name.utf8), length, content, content.count % 2 == 1 ? [0] : [])
    }

    /// A whole file.
    static func webp(_ chunks: [UInt8]...) -> [UInt8] {
        webpChunk("RIFF", Array("WEBP".utf8) + chunks.joined())
    }

    private static func webp(_ bytes: [UInt8], orientation: Int) -> [UInt8] {
        var chunks = Array(bytes[12...])
        if !chunks.starts(with: "VP8X".utf8) {
            let size = try? ImageFile(bytes).stored
            chunks = extended(flags: 0, size ?? PixelSize(1, 1)) + chunks
        }
        // The flags for Exif and XMP; their chunks come last.
        chunks[8] |= 0x0C
        return webp(
            chunks,
            webpChunk("EXIF", exif(orientation: orientation)),
            webpChunk("XMP ", telling("<x>")),
            webpChunk("Junk", telling(""))
        )
    }

    /// The chunk that begins the extended layout.
    static func extended(flags: UInt8, _ size: PixelSize) -> [UInt8] {
        let width = number(size.width - 1, 3, isBigEndian: false)
        let height = number(size.height - 1, 3, isBigEndian: false)
        return webpChunk("VP8X", joined([flags, 0, 0, 0], width, height))
    }
}

extension [UInt8] {
    /// Whether the word stands somewhere in the bytes.
    func hold(_ word: String) -> Bool {
        guard let first = word.utf8.first else { return true }
        return indices.contains { self[$0] == first && self[$0...].starts(with: word.utf8) }
    }
}
