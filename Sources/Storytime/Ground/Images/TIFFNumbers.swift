/// The numbers of a TIFF structure, in the byte order named by its first two bytes. Anything
/// outside of it is nil.
struct TIFFNumbers {
    private let bytes: ArraySlice<UInt8>
    private let isBigEndian: Bool

    init?(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        isBigEndian = bytes.starts(with: "MM".utf8)
        guard isBigEndian || bytes.starts(with: "II".utf8), short(at: 2) == 42 else { return nil }
    }

    func short(at offset: Int) -> Int? {
        number(at: offset, width: 2)
    }

    func long(at offset: Int) -> Int? {
        number(at: offset, width: 4)
    }

    /// Where the entry with a tag begins, in a directory: tag, type, count, and the value itself if it
    /// fits into four bytes.
    func entry(_ tag: Int, in directory: Int) -> Int? {
        guard let count = short(at: directory) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + 12 * index
            guard let found = short(at: entry) else { return nil }
            if found == tag { return entry }
        }
        return nil
    }

    /// A text of at most so many bytes, as far as it is there; a zero ends it.
    func text(at offset: Int, _ count: Int) -> ArraySlice<UInt8> {
        guard (0...bytes.count).contains(offset), count >= 0 else { return [] }
        return bytes.dropFirst(offset).prefix(count).prefix { $0 != 0 }
    }

    private func number(at offset: Int, width: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - width else { return nil }
        let piece = bytes[bytes.startIndex + offset..<bytes.startIndex + offset + width]
        if isBigEndian { return piece.reduce(0) { $0 << 8 | Int($1) } }
        return piece.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
