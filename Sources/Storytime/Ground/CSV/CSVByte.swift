/// The bytes that CSV's grammar names (RFC 4180 §2).
enum CSVByte {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")

    /// U+FEFF in UTF-8. Excel takes a file without it for one in the computer's old encoding.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
