// Escaping for text and for quoted attributes.
//
// It works on bytes, never on `Character`: to Swift, `<` followed by a combining accent is one
// character that is not equal to `<`, while to a browser it opens a tag. Every byte of a longer
// UTF-8 sequence is above 0x7F, so the bytes searched for here are never part of another
// character.

extension Output {
    /// Long texts are escaped in pieces, so that room for the worst case is never more than this
    /// times `longestReplacement`.
    private static var pieceLength: Int { 4096 }

    /// `&amp;`, `&#34;` and `&#39;`.
    private static var longestReplacement: Int { 5 }

    mutating func writeHTML(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        var done = 0
        while done < bytes.count {
            let length = min(bytes.count - done, Self.pieceLength)
            let room = room(for: length * Self.longestReplacement + 8)
            advance(to: Self.escape(start + done, count: length, to: room))
            done += length
        }
    }

    /// Copies eight bytes at a time and checks them while they are in the register; they are only
    /// taken apart if one of the eight needs escaping.
    @inline(__always)
    private static func escape(
        _ source: UnsafePointer<UInt8>,
        count: Int,
        to destination: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var source = source
        var destination = destination
        let end = source + count
        while end - source >= 8 {
            let word = UnsafeRawPointer(source).loadUnaligned(as: UInt64.self).littleEndian
            UnsafeMutableRawPointer(destination).storeBytes(of: word.littleEndian, as: UInt64.self)
            let special = specialBytes(of: word)
            let plain = special == 0 ? 8 : special.trailingZeroBitCount / 8
            source += plain
            destination += plain
            if plain < 8 {
                destination = replace(source.pointee, at: destination)
                source += 1
            }
        }
        while source < end {
            destination = replace(source.pointee, at: destination)
            source += 1
        }
        return destination
    }

    /// Has the high bit set in the lowest byte that is one of `& < > " '` and NUL (bits above it
    /// mean nothing): the "has a zero byte" trick, on differences.
    @inline(__always)
    private static func specialBytes(of word: UInt64) -> UInt64 {
        // `<` and `>` differ in one bit, and so do `&` and `'`: one comparison serves two.
        zeroBytes(of: word)
            | zeroBytes(of: word ^ repeated(0x22))
            | zeroBytes(of: (word | repeated(0x01)) ^ repeated(0x27))
            | zeroBytes(of: (word | repeated(0x02)) ^ repeated(0x3E))
    }

    @inline(__always)
    private static func zeroBytes(of word: UInt64) -> UInt64 {
        (word &- repeated(0x01)) & ~word & repeated(0x80)
    }

    @inline(__always)
    private static func repeated(_ byte: UInt64) -> UInt64 {
        byte &* 0x0101_0101_0101_0101
    }

    /// Writes one byte, escaped if necessary, and returns the place of the next one.
    @inline(__always)
    private static func replace(
        _ byte: UInt8,
        at destination: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        if byte > 0x3E {
            destination.pointee = byte
            return destination + 1
        }
        let text: StaticString
        switch byte {
        case UInt8(ascii: "&"): text = "&amp;"
        case UInt8(ascii: "<"): text = "&lt;"
        case UInt8(ascii: ">"): text = "&gt;"
        case UInt8(ascii: "\""): text = "&#34;"
        case UInt8(ascii: "'"): text = "&#39;"
        // A browser drops a NUL in text: text that was filtered with it would be read without it.
        case 0: text = "\u{FFFD}"
        default:
            destination.pointee = byte
            return destination + 1
        }
        destination.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        return destination + text.utf8CodeUnitCount
    }
}
