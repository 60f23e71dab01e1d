/// The first byte of an input: how the rest is meant.
struct FuzzChoice {
    let byte: UInt8

    /// An input that grows by this is as long as a real file, which mutations seldom reach.
    private static let swollenBytes = 16_384

    /// One of so many ways, by the lower six bits; what is made long is as it is.
    func way(of count: Int) -> Int { byte >= 0xFE ? 0 : Int(byte & 0x3F) % count }

    /// The input, or for two values a long one that was made of it: costs that grow with the square of a length
    /// are only seen with much of the same, and mutations seldom make that.
    func swollen(_ bytes: [UInt8]) -> [UInt8] {
        switch byte {
        case 0xFE: Self.withMarks(bytes)
        case 0xFF: Self.repeated(bytes)
        default: bytes
        }
    }

    /// Each combining acute accent (U+0301) becomes a long run of marks of two classes.
    private static func withMarks(_ bytes: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xCC, 0x81]
        let places = bytes.indices.dropLast().filter { bytes[$0...].starts(with: mark) }
        guard !places.isEmpty else { return bytes }
        let pair: [UInt8] = [0xCC, 0x81, 0xCC, 0x96]
        let run = Array(repeatElement(pair, count: swollenBytes / 4 / places.count).joined())
        var result: [UInt8] = []
        var start = 0
        for place in places {
            result += bytes[start..<place]
            result += run
            start = place + mark.count
        }
        result += bytes[start...]
        return result
    }

    /// The middle third again and again.
    private static func repeated(_ bytes: [UInt8]) -> [UInt8] {
        let third = bytes.count / 3
        guard third > 0 else { return bytes }
        let middle = bytes[third..<(bytes.count - third)]
        let copies = Array(repeatElement(middle, count: swollenBytes / middle.count).joined())
        return Array(bytes[..<third]) + copies + Array(bytes[(bytes.count - third)...])
    }
}
