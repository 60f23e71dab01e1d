import Received

/// Reads `*( OWS ";" OWS [ name "=" ( token / quoted-string ) ] )` (RFC 9110 §5.6.6).
struct ParameterScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    mutating func token() -> String? {
        let start = position
        while let byte = current, ByteSet.token.contains(byte) { position += 1 }
        guard position > start else { return nil }
        return OwnText.decode(bytes[start..<position])
    }

    /// All parameters up to the end; nil if anything else follows, or one occurs twice.
    mutating func parameters() -> [MediaType.Parameter]? {
        var result: [MediaType.Parameter] = []
        skipBlanks()
        while skip(ASCII.semicolon) {
            skipBlanks()
            if let name = token()?.lowercased() {
                guard skip(ASCII.equals), let value = token() ?? quoted(),
                    !result.contains(where: { $0.name == name })
                else { return nil }
                result.append(MediaType.Parameter(name: name, value: value))
            }
            skipBlanks()
        }
        return current == nil ? result : nil
    }

    private mutating func skipBlanks() {
        while let byte = current, byte.isBlank { position += 1 }
    }

    private mutating func quoted() -> String? {
        guard skip(ASCII.quote) else { return nil }
        var text: [UInt8] = []
        while let byte = current, byte != ASCII.quote {
            position += 1
            guard byte == ASCII.backslash else {
                text.append(byte)
                continue
            }
            guard let escaped = current else { return nil }
            text.append(escaped)
            position += 1
        }
        guard skip(ASCII.quote) else { return nil }
        // Removing backslashes can bring marks together.
        return try? ReceivedText.read(text)
    }
}
