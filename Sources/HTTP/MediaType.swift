/// A media type with its parameters (RFC 9110 §8.3.1). Type, subtype and parameter names are kept in
/// lower case.
package struct MediaType: Equatable, Sendable {
    package let type: String
    package let subtype: String
    package let parameters: [Parameter]

    package struct Parameter: Equatable, Sendable {
        package let name: String
        package let value: String
    }

    /// Reads a `Content-Type`; nil if it does not follow the grammar.
    package init?(_ text: String) {
        var scanner = ParameterScanner(text)
        guard let type = scanner.token(), scanner.skip(ASCII.slash), let subtype = scanner.token(),
            let parameters = scanner.parameters()
        else { return nil }
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        self.parameters = parameters
    }

    /// The type without its parameters.
    package var essence: String { "\(type)/\(subtype)" }

    /// The first parameter of that name (in lower case).
    package subscript(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }
}

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
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// All parameters up to the end; nil if anything else stands there, or one comes twice.
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
        return String(validating: text, as: UTF8.self)
    }
}
