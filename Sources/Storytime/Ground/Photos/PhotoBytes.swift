import Received
import HTTP

/// The bytes of an uploaded file, wherever they are. A photo may have tens of megabytes, of which
/// its head needs a few hundred bytes here and there.
struct PhotoBytes: Sendable {
    let count: Int
    private let read: @Sendable (Range<Int>) -> [UInt8]?

    /// That many bytes, which `read` gets from wherever they are; it answers nil if it can't.
    init(count: Int, read: @escaping @Sendable (Range<Int>) -> [UInt8]?) {
        self.count = count
        self.read = read
    }

    init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { Array(bytes[$0]) }
    }

    init(_ file: OpenFile) {
        self.init(count: file.size) { range in
            var bytes = [UInt8](repeating: 0, count: range.count)
            do {
                try file.read(into: &bytes, from: range.lowerBound)
            } catch {
                return nil
            }
            return bytes
        }
    }

    /// That many bytes from a place on; nil if the file ends before.
    func bytes(at start: Int, _ wanted: Int) -> [UInt8]? {
        guard start >= 0, wanted >= 0, start <= count, wanted <= count - start else { return nil }
        return read(start..<start + wanted)
    }

    func bytes(at range: Range<Int>) -> [UInt8]? { bytes(at: range.lowerBound, range.count) }

    /// As many bytes as there are, at most `limit`.
    func prefix(_ limit: Int) -> [UInt8] { bytes(at: 0, min(limit, count)) ?? [] }
}

/// Reads numbers and names one after the other. Whatever would lie past the end is nil, and so is
/// a number that no `Int` holds.
struct ByteCursor {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)[...]
        position = 0
    }

    var remaining: Int { bytes.count - position }

    mutating func take(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// A number of at most eight bytes, the first the most significant; 0 for none.
    mutating func number(_ width: Int) -> Int? {
        guard let taken = take(width) else { return nil }
        return Int(exactly: taken.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Four characters.
    mutating func name() -> String? { take(4).map { ReceivedText.repair($0) } }

    /// A text that a zero ends, or the end of all bytes.
    mutating func text() -> String {
        let rest = bytes[position...]
        let text = rest.prefix { $0 != 0 }
        position += min(text.count + 1, rest.count)
        return ReceivedText.repair(text)
    }
}
