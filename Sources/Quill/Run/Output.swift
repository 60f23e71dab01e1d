/// The page as it grows: one block of memory, used by one thread for one rendering.
///
/// A buffer of our own rather than `[UInt8]`, because an array checks on each append whether it is
/// shared, and a page of 40 KB consists of thousands of appends.
@usableFromInline
package struct Output: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = max(capacity, 64)
        start = .allocate(capacity: self.capacity)
    }

    deinit {
        start.deallocate()
    }

    /// The bytes written so far.
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: count)
    }

    /// Makes room for `extra` more bytes and returns their place; `advance` then counts them.
    @inline(__always)
    mutating func room(for extra: Int) -> UnsafeMutablePointer<UInt8> {
        if capacity - count < extra { grow(by: extra) }
        return start + count
    }

    @inline(__always)
    mutating func advance(to end: UnsafeMutablePointer<UInt8>) {
        count = end - start
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>, count length: Int) {
        Self.copy(bytes, to: room(for: length), count: length)
        count += length
    }

    /// Copies without a call if the length is that of most literals, such as `</td><td>`: the
    /// first bytes and the last, which may overlap in the middle.
    @inline(__always)
    private static func copy(
        _ source: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        switch count {
        case 8..<16: copyEnds(UInt64.self, source, target, count)
        case 16...32: copyEnds(SIMD2<UInt64>.self, source, target, count)
        default: target.update(from: source, count: count)
        }
    }

    @inline(__always)
    private static func copyEnds<Word: BitwiseCopyable>(
        _ word: Word.Type,
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ count: Int
    ) {
        let source = UnsafeRawPointer(source)
        let target = UnsafeMutableRawPointer(target)
        let last = count - MemoryLayout<Word>.size
        let first = source.loadUnaligned(as: Word.self)
        let end = source.loadUnaligned(fromByteOffset: last, as: Word.self)
        target.storeBytes(of: first, as: Word.self)
        target.storeBytes(of: end, toByteOffset: last, as: Word.self)
    }

    @inline(__always)
    mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let start = UnsafeBufferPointer(rebasing: bytes).baseAddress else { return }
        append(start, count: bytes.count)
    }

    mutating func append(_ byte: UInt8) {
        room(for: 1).pointee = byte
        count += 1
    }

    mutating func append(_ text: StaticString) {
        append(text.utf8Start, count: text.utf8CodeUnitCount)
    }

    @inline(never)
    private mutating func grow(by extra: Int) {
        // An addition that overflows would need more memory than any machine has.
        let larger = max(capacity * 2, count + extra)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: start, count: count)
        start.deallocate()
        start = moved
        capacity = larger
    }
}

extension Output {
    @usableFromInline package mutating func write(_ text: String, _ escape: Escape) {
        if text.utf8.withContiguousStorageIfAvailable({ write($0, escape) }) == nil {
            text.utf8Span.span.withUnsafeBufferPointer { write($0, escape) }
        }
    }

    @usableFromInline package mutating func write(_ html: SafeHTML, _ escape: Escape) {
        guard escape == .text else { return write(html.markup, escape) }
        var markup = html.markup
        markup.withUTF8 { if let start = $0.baseAddress { append(start, count: $0.count) } }
    }

    @usableFromInline package mutating func write(_ number: Int) {
        // The longest of 64 bits has 19 digits and a sign.
        let end = room(for: 20)
        var digits = number.magnitude
        var length = 1
        var bound: UInt = 10
        while length < 19, digits >= bound {
            length += 1
            bound = bound &* 10
        }
        var position = end + length + (number < 0 ? 1 : 0)
        count += position - end
        if number < 0 { end.pointee = UInt8(ascii: "-") }
        for _ in 0..<length {
            position -= 1
            position.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits % 10)
            digits /= 10
        }
    }

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, _ escape: Escape) {
        switch escape {
        case .text, .attribute: writeHTML(bytes)
        case .urlStart: writeURL(bytes, isLocal: false)
        case .urlStartLocal: writeURL(bytes, isLocal: true)
        case .urlAfterSlash: writeURLAfterSlash(bytes)
        case .urlPath: percentEncode(bytes, keeping: .urlCharacters)
        case .urlComponent: percentEncode(bytes, keeping: .unreserved)
        case .srcset: writeSrcset(bytes)
        case .srcsetPath: percentEncode(bytes, keeping: .urlCharactersButComma)
        case .srcsetDescriptor: writeSrcsetDescriptor(bytes)
        }
    }
}
