import Received

/// Percent-encoding (RFC 3986 §2.1), for making URLs and for reading their parts.
package enum PercentEncoding {
    /// The text as one part of a URL (a path segment, a query's name or value): everything but
    /// letters, digits and `-._~` becomes escapes of its UTF-8 bytes.
    package static func encodeComponent(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ ByteSet.unreserved.contains($0) }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 { append(byte, keeping: .unreserved, to: &bytes) }
        return OwnText.decode(bytes)
    }

    /// `name=value&…`, as a query and as a form's content (without the "?").
    package static func encodeQuery(_ pairs: [(name: String, value: String)]) -> String {
        var query = ""
        for pair in pairs {
            if !query.isEmpty { query += "&" }
            query += encodeComponent(pair.name)
            query += "="
            query += encodeComponent(pair.value)
        }
        return query
    }

    /// The text without its escapes; nil if an escape is incomplete or the bytes aren't text.
    package static func decode(_ text: String) -> String? {
        guard text.utf8.contains(ASCII.percent) else { return text }
        guard let bytes = decode(bytes: text.utf8, plusIsSpace: false) else { return nil }
        return try? ReceivedText.read(bytes)
    }

    /// Decodes exactly once: `%2541` becomes `%41`, never `A`. Nil if an escape is incomplete.
    static func decode(bytes: some Sequence<UInt8>, plusIsSpace: Bool) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.underestimatedCount)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            if byte == ASCII.percent {
                guard let high = iterator.next()?.hexValue, let low = iterator.next()?.hexValue
                else {
                    return nil
                }
                result.append(high << 4 | low)
            } else {
                result.append(plusIsSpace && byte == UInt8(ascii: "+") ? ASCII.space : byte)
            }
        }
        return result
    }

    static func append(_ byte: UInt8, keeping set: ByteSet, to bytes: inout [UInt8]) {
        if set.contains(byte) {
            bytes.append(byte)
        } else {
            bytes.append(ASCII.percent)
            bytes.append(hexDigit(byte >> 4))
            bytes.append(hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }
}
