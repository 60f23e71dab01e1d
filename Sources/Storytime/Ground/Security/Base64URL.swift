import Received

/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5): secrets in cookies.
enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    static func isDigit(_ byte: UInt8) -> Bool { alphabet.contains(byte) }

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var pending = 0
        var bits = 0
        for byte in bytes {
            pending = (pending << 8 | Int(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[pending >> bits & 63])
            }
        }
        if bits > 0 { text.append(alphabet[pending << (6 - bits) & 63]) }
        return OwnText.decode(text)
    }

    /// The bytes; nil if a character is foreign, a lone one is left, or unused bits are set (so
    /// that bytes have only one spelling).
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending = 0
        var bits = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            pending = (pending << 6 | value) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        guard bits < 6, pending & (1 << bits - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) + 4
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
