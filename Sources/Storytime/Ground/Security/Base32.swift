import Received

/// Base32 (RFC 4648 §6) without padding, in which people type a secret into authenticator apps.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var pending = 0
        var bits = 0
        for byte in bytes {
            pending = (pending << 8 | Int(byte)) & 0xFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[pending >> bits & 31])
            }
        }
        if bits > 0 { text.append(alphabet[pending << (5 - bits) & 31]) }
        return OwnText.decode(text)
    }
}
