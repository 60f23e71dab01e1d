/// The header of a file in a tar archive, in the format `ustar` of 1988 (POSIX.1, pax "ustar
/// Interchange Format"): 512 bytes of fields with fixed places, and numbers in octal digits.
///
/// The program itself chooses the names in an archive, so they are short and ASCII, and all are
/// regular files: folders are created together with their files.
struct TarHeader {
    /// Everything in an archive begins at a multiple of it.
    static let blockBytes = 512
    /// The size of the name field. The prefix for longer names is not used.
    static let maximumNameBytes = 100
    /// The largest number with eleven octal digits: 8 GiB less a byte.
    static let maximumSize = 0o77777777777

    private let name: [UInt8]
    private let size: Int
    private let modified: Int

    /// Nil if the format can't express it.
    init?(name: String, size: Int, modified: Int) {
        let bytes = Array(name.utf8)
        guard (1...Self.maximumNameBytes).contains(bytes.count),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) }), bytes.first != UInt8(ascii: "/"),
            (0...Self.maximumSize).contains(size), (0...Self.maximumSize).contains(modified)
        else { return nil }
        self.name = bytes
        self.size = size
        self.modified = modified
    }

    var bytes: [UInt8] {
        var block = [UInt8](repeating: 0, count: Self.blockBytes)
        func put(_ field: [UInt8], at offset: Int) {
            block.replaceSubrange(offset..<offset + field.count, with: field)
        }
        put(name, at: 0)
        put(Self.octal(0o600, digits: 7), at: 100)
        put(Self.octal(0, digits: 7), at: 108)
        put(Self.octal(0, digits: 7), at: 116)
        put(Self.octal(size, digits: 11), at: 124)
        put(Self.octal(modified, digits: 11), at: 136)
        // The sum of all bytes, counting those of the sum itself as spaces.
        put(Array("        ".utf8), at: 148)
        put(Array("ustar\u{0}00".utf8), at: 257)
        let sum = block.reduce(0) { $0 + Int($1) }
        put(Self.octal(sum, digits: 6) + [0, UInt8(ascii: " ")], at: 148)
        return block
    }

    /// Digits with leading zeros; the byte after them stays NUL.
    private static func octal(_ number: Int, digits: Int) -> [UInt8] {
        let text = Array(String(number, radix: 8).utf8)
        return [UInt8](repeating: UInt8(ascii: "0"), count: max(0, digits - text.count)) + text
    }

    /// The zeros between the end of a file and the next block.
    static func padding(after size: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (blockBytes - size % blockBytes) % blockBytes)
    }

    /// The end of an archive: two blocks of zeros.
    static let end = [UInt8](repeating: 0, count: 2 * blockBytes)
}
