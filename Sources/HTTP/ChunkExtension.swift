/// RFC 9112 §7.1.1: `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )`.
enum ChunkExtension {
    static func check(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RequestFailure) {
        var position = range.lowerBound
        let end = range.upperBound
        while position < end {
            skipBlanks(bytes, &position, end)
            guard skip(ASCII.semicolon, bytes, &position, end) else {
                throw .malformed("chunk extension")
            }
            skipBlanks(bytes, &position, end)
            guard skipToken(bytes, &position, end) else { throw .malformed("chunk extension") }
            let nameEnd = position
            skipBlanks(bytes, &position, end)
            guard skip(ASCII.equals, bytes, &position, end) else {
                position = nameEnd
                continue
            }
            skipBlanks(bytes, &position, end)
            guard skipToken(bytes, &position, end) || skipQuoted(bytes, &position, end) else {
                throw .malformed("chunk extension")
            }
        }
    }

    private static func skip(
        _ byte: UInt8,
        _ bytes: Span<UInt8>,
        _ position: inout Int,
        _ end: Int
    ) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private static func skipBlanks(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) {
        while position < end, bytes[position].isBlank { position += 1 }
    }

    private static func skipToken(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) -> Bool {
        let start = position
        let token = ByteSet.token
        while position < end, token.contains(bytes[position]) { position += 1 }
        return position > start
    }

    private static func skipQuoted(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) -> Bool
    {
        guard skip(ASCII.quote, bytes, &position, end) else { return false }
        let text = ByteSet.quotedText
        while position < end, bytes[position] != ASCII.quote {
            if bytes[position] == ASCII.backslash {
                position += 1
                guard position < end, ByteSet.fieldValue.contains(bytes[position]) else {
                    return false
                }
            } else if !text.contains(bytes[position]) {
                return false
            }
            position += 1
        }
        return skip(ASCII.quote, bytes, &position, end)
    }
}
