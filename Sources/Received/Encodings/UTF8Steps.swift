/// The bytes of a text, one character after the other.
struct UTF8Steps {
    /// What stands at a place.
    enum Step: Equatable {
        case ascii
        /// A character of several bytes.
        case character(Int)
        /// So many bytes that are no character: the beginning of one that is cut, or a byte that begins none.
        case fault(Int)
        /// A character that goes on behind the end.
        case cut(Int)
    }

    let bytes: UnsafeBufferPointer<UInt8>

    /// The Unicode Standard §3.9, table 3-7: no surrogates, nothing longer than it must be.
    @inline(__always)
    func step(at index: Int) -> Step {
        let (length, low, high): (Int, UInt8, UInt8)
        switch bytes[index] {
        case 0..<0x80: return .ascii
        case 0xC2...0xDF: (length, low, high) = (2, 0x80, 0xBF)
        case 0xE0: (length, low, high) = (3, 0xA0, 0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (length, low, high) = (3, 0x80, 0xBF)
        case 0xED: (length, low, high) = (3, 0x80, 0x9F)
        case 0xF0: (length, low, high) = (4, 0x90, 0xBF)
        case 0xF1...0xF3: (length, low, high) = (4, 0x80, 0xBF)
        case 0xF4: (length, low, high) = (4, 0x80, 0x8F)
        default: return .fault(1)
        }
        var next = index + 1
        while next < index + length {
            guard next < bytes.count else { return .cut(next - index) }
            let byte = bytes[next]
            let isPart = next == index + 1 ? low <= byte && byte <= high : byte & 0xC0 == 0x80
            guard isPart else { return .fault(next - index) }
            next += 1
        }
        return .character(length)
    }

    /// How many bytes from here on are ASCII, eight at a time.
    func asciiCount(from start: Int = 0) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = start
        while index + 8 <= raw.count,
            raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
            index += 8
        }
        while index < raw.count, raw[index] < 0x80 { index += 1 }
        return index - start
    }

    var isASCII: Bool { asciiCount() == bytes.count }

    /// Whether all of it is UTF-8, strictly.
    var isValid: Bool {
        var index = asciiCount()
        while index < bytes.count {
            switch step(at: index) {
            case .ascii: index += max(1, asciiCount(from: index))
            case .character(let count): index += count
            case .fault, .cut: return false
            }
        }
        return true
    }

    /// How many characters of several bytes there are, and how many faults.
    func count() -> (characters: Int, faults: Int) {
        var (characters, faults, index) = (0, 0, 0)
        while index < bytes.count {
            switch step(at: index) {
            case .ascii: index += max(1, asciiCount(from: index))
            case .character(let count):
                characters += 1
                index += count
            case .fault(let count), .cut(let count):
                faults += 1
                index += count
            }
        }
        return (characters, faults)
    }

    /// The text with U+FFFD in place of what is no character.
    func repaired(into text: inout [UInt8]) {
        var index = 0
        while index < bytes.count {
            switch step(at: index) {
            case .ascii:
                text.append(bytes[index])
                index += 1
            case .character(let count):
                text.append(contentsOf: bytes[index..<(index + count)])
                index += count
            case .fault(let count), .cut(let count):
                text.append(contentsOf: [0xEF, 0xBF, 0xBD])
                index += count
            }
        }
    }
}

extension Array<UInt8> {
    /// Appends a character in UTF-8.
    package mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}
