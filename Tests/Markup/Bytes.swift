/// What tests do with every byte of a page or a form, and that must be quick even in a debug build.
package enum Bytes {
    /// A text for a form's body, every byte of it encoded (URL Standard §5.2).
    package static func percentEncoded(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count * 3)
        for byte in bytes {
            encoded.append(UInt8(ascii: "%"))
            encoded.append(digits[Int(byte >> 4)])
            encoded.append(digits[Int(byte & 15)])
        }
        return encoded
    }

    /// Whether a text is part of another.
    package static func has(_ text: String, in whole: [UInt8]) -> Bool {
        isPart(Array(text.utf8), of: whole)
    }

    /// The same where white space of any length is one space, as it is to a browser: where a template
    /// breaks its lines is nothing that a test should know.
    package static func has(_ text: String, folding whole: [UInt8]) -> Bool {
        isPart(folded(Array(text.utf8)), of: folded(whole))
    }

    private static func isPart(_ part: [UInt8], of whole: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        guard whole.count >= part.count else { return false }
        for start in 0...(whole.count - part.count)
        where whole[start] == first && whole[start...].starts(with: part) {
            return true
        }
        return false
    }

    private static func folded(_ bytes: [UInt8]) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(bytes.count)
        for byte in bytes {
            let isSpace = byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
            if isSpace, folded.last == UInt8(ascii: " ") { continue }
            folded.append(isSpace ? UInt8(ascii: " ") : byte)
        }
        return folded
    }
}
