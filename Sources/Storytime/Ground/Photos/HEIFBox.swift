/// A box in a file: its type, where it begins, and where its content is (ISO/IEC 14496-12, 4.2).
struct HEIFBox {
    let type: String
    let start: Int
    let content: Range<Int>

    /// The box that begins at a place: a size, a type, and a larger size if the first is 1; a size of 0
    /// is the rest. Nil if it reaches past the end.
    init?(at start: Int, in bytes: PhotoBytes) {
        var cursor = ByteCursor(bytes.bytes(at: start, min(16, bytes.count - start)) ?? [])
        guard var size = cursor.number(4), let type = cursor.name() else { return nil }
        var head = 8
        if size == 1 {
            guard let large = cursor.number(8) else { return nil }
            (size, head) = (large, 16)
        } else if size == 0 {
            size = bytes.count - start
        }
        guard size >= head, size <= bytes.count - start else { return nil }
        self.type = type
        self.start = start
        content = start + head..<start + size
    }
}

/// A box whose content is in memory: the list of items, and what is in it.
struct HEIFPart {
    /// More than any list has; a crafted one could have millions.
    private static let maximumParts = 2000

    let type: String
    let content: [UInt8]
    /// Where the type and the content begin in the file.
    let typePlace: Int
    private let contentPlace: Int

    /// A box of a file, whose bytes from `offset` on the second argument has.
    init(_ box: HEIFBox, _ content: [UInt8], from offset: Int = 0) {
        type = box.type
        typePlace = offset + box.start + 4
        contentPlace = offset + box.content.lowerBound
        self.content = content
    }

    /// The boxes in its content, behind so many bytes; nil if one reaches past the end.
    func parts(from start: Int) -> [HEIFPart]? {
        guard start <= content.count else { return nil }
        let bytes = PhotoBytes(content)
        var found: [HEIFPart] = []
        var position = start
        while position < content.count {
            guard found.count < Self.maximumParts, let box = HEIFBox(at: position, in: bytes) else {
                return nil
            }
            found.append(HEIFPart(box, Array(content[box.content]), from: contentPlace))
            position = box.content.upperBound
        }
        return found
    }
}
