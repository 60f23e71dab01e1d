/// Turns the bytes of a text into UTF-8, piece by piece, however they are cut. What comes out is always valid,
/// and no character is cut between two pieces.
///
/// A fault costs its line and no other: in a file of UTF-8, a line that is none is read in the encoding that its
/// letters fit, or its faults become U+FFFD. `strays` says which lines these are. Byte order marks at the
/// beginnings of lines, where files were joined, are left out.
package struct TextConverter {
    private let recognition: TextRecognition
    private let converter: ByteConverter?
    private lazy var strayConverter = ByteConverter(recognition.strays)
    /// What waits for the rest of its line.
    private var rest: [UInt8] = []
    /// Of what comes next, from 1.
    private var line = 1
    private var isAtLineStart = true
    /// The lines that weren’t as the rest of the file.
    package private(set) var strays = StrayLines()

    /// A line that is longer is taken apart.
    private static let mostLineBytes = 1 << 16

    package init(_ recognition: TextRecognition) {
        self.recognition = recognition
        let isOwn = recognition.encoding.iconvName.isEmpty
        converter = isOwn ? nil : ByteConverter(recognition.encoding)
    }

    /// All of a text at once.
    package static func convert(_ bytes: [UInt8], _ recognition: TextRecognition)
        -> (text: [UInt8], strays: StrayLines)
    {
        var converter = TextConverter(recognition)
        let marked = recognition.markBytes > 0
        let text = converter.next(marked ? Array(bytes[recognition.markBytes...]) : bytes)
        let end = converter.end()
        return (text.isEmpty ? end : end.isEmpty ? text : text + end, converter.strays)
    }

    /// What is certain after these bytes; it may be nothing yet.
    package mutating func next(_ bytes: [UInt8]) -> [UInt8] {
        let known = rest.count
        if rest.isEmpty { rest = bytes } else { rest += bytes }
        guard let end = endOfLines(after: known) else { return [] }
        guard end < rest.count else {
            defer { rest = [] }
            return text(of: rest, isLast: false)
        }
        let whole = Array(rest[..<end])
        rest.removeFirst(end)
        return text(of: whole, isLast: false)
    }

    /// The last line, which needs no end.
    package mutating func end() -> [UInt8] {
        defer { rest = [] }
        return rest.isEmpty ? [] : text(of: rest, isLast: true)
    }

    /// Up to where the bytes are whole lines, or as much of a long one as is looked at together.
    private func endOfLines(after known: Int) -> Int? {
        guard !recognition.encoding.isWide else {
            // Half a pair may follow.
            let end = (rest.count & ~1) - 2
            return end > 0 ? end : nil
        }
        if let feed = rest[known...].lastIndex(of: 0x0A) { return feed + 1 }
        // A carriage return at the end may be half a line end.
        let searched = rest[max(0, known - 1)...].dropLast()
        if !recognition.hasDoubleReturns, let end = searched.lastIndex(of: 0x0D) { return end + 1 }
        guard rest.count > Self.mostLineBytes else { return nil }
        return rest.withUnsafeBufferPointer { part(of: $0, from: 0, to: $0.count) }
    }

    /// Where the first part of a long line ends: at a character’s beginning.
    private func part(of bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
        guard end - start > Self.mostLineBytes else { return end }
        let most = start + Self.mostLineBytes
        guard converter == nil else {
            // These are no part of a longer character in any encoding.
            return bytes[start..<most].suffix(1 << 12).lastIndex { $0 < 0x30 } ?? most
        }
        for back in 0..<3 where bytes[most - back] & 0xC0 != 0x80 { return most - back }
        return most
    }

    // MARK: Lines

    private mutating func text(of bytes: [UInt8], isLast: Bool) -> [UInt8] {
        var text: [UInt8] = []
        if recognition.encoding == .utf8 {
            text = utf8(bytes, isLast: isLast)
        } else {
            var faults: [Int] = []
            text.reserveCapacity(bytes.count + bytes.count / 4)
            bytes.withUnsafeBufferPointer { decode($0, into: &text, faults: &faults) }
            note(faults, in: text)
        }
        if recognition.hasDoubleReturns { LineMarks.dropDoubleReturns(in: &text) }
        LineMarks.dropByteOrderMarks(in: &text, isAtLineStart: isAtLineStart)
        line += lineEnds(in: text[...])
        if let last = text.last { isAtLineStart = last == 0x0A || last == 0x0D }
        return text
    }

    /// In the encoding of the file, unless that is UTF-8.
    private func decode(
        _ bytes: UnsafeBufferPointer<UInt8>,
        into text: inout [UInt8],
        faults: inout [Int]
    ) {
        if recognition.encoding.isWide {
            let isLittle = recognition.encoding == .utf16LittleEndian
            WideText.decode(bytes, isLittleEndian: isLittle, into: &text, faults: &faults)
        } else if let converter, recognition.encoding.hasEscapes {
            // Each line begins anew: an escape that nothing closes costs one.
            var start = 0
            while start < bytes.count {
                let end = LineMarks.end(in: bytes, from: start, hasDoubleReturns: false)
                let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
                converter.convert(line, into: &text, faults: &faults)
                start = end
            }
        } else if let converter {
            converter.convert(bytes, into: &text, faults: &faults)
        } else {
            for byte in bytes { text.append(Windows1252.scalar(byte)) }
        }
    }

    private func lineEnds(in text: ArraySlice<UInt8>) -> Int {
        LineMarks.count(in: text, hasDoubleReturns: recognition.hasDoubleReturns)
    }

    private mutating func note(_ faults: [Int], in text: [UInt8]) {
        var (counted, number) = (0, line)
        for place in faults {
            number += lineEnds(in: text[counted..<place])
            counted = place
            strays.add(StrayLine(line: number, encoding: nil))
        }
    }

    private mutating func utf8(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        let isValid = bytes.withUnsafeBufferPointer { UTF8Steps(bytes: $0).isValid }
        guard !isValid else { return bytes }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 64)
        bytes.withUnsafeBufferPointer { bytes in
            var (start, number) = (0, line)
            while start < bytes.count {
                let end = LineMarks.end(
                    in: bytes,
                    from: start,
                    hasDoubleReturns: recognition.hasDoubleReturns
                )
                let part = part(of: bytes, from: start, to: end)
                let slice = UnsafeBufferPointer(rebasing: bytes[start..<part])
                take(slice, number, isLast: isLast && part == bytes.count, into: &text)
                if part == end { number += 1 }
                start = part
            }
        }
        return text
    }

    /// A line of a file of UTF-8 that is in part none.
    private mutating func take(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ number: Int,
        isLast: Bool,
        into text: inout [UInt8]
    ) {
        let steps = UTF8Steps(bytes: bytes)
        let (characters, faults) = steps.count()
        guard faults > 0 else { return text.append(contentsOf: bytes) }
        if characters == 0, !isCut(bytes, isLast: isLast), let line = stray(bytes) {
            text += line
            strays.add(StrayLine(line: number, encoding: recognition.strays))
        } else {
            steps.repaired(into: &text)
            strays.add(StrayLine(line: number, encoding: nil))
        }
    }

    /// Whether a byte of a longer character was lost: at the very end, or after one of the two with which nearly
    /// all characters of western languages begin. They are hardly ever letters themselves.
    private func isCut(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Bool {
        if isLast, let last = bytes.last, last >= 0xC2 { return true }
        return recognition.strays == .windows1252 && bytes.contains { $0 == 0xC2 || $0 == 0xC3 }
    }

    /// The line in the encoding of those that aren’t UTF-8, if it has none of its faults.
    private mutating func stray(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard recognition.strays != .windows1252 else {
            var text: [UInt8] = []
            for byte in bytes { text.append(Windows1252.scalar(byte)) }
            return text
        }
        var (text, faults): ([UInt8], [Int]) = ([], [])
        strayConverter?.convert(bytes, into: &text, faults: &faults)
        return faults.isEmpty && !text.isEmpty ? text : nil
    }
}

/// A line that isn’t as the rest of its file.
package struct StrayLine: Equatable, Sendable {
    /// From 1.
    package let line: Int
    /// In which it was read; nil if what can’t be read became U+FFFD.
    package let encoding: TextEncoding?

    package init(line: Int, encoding: TextEncoding?) {
        self.line = line
        self.encoding = encoding
    }
}

/// The first hundred of these lines, and how many there are.
package struct StrayLines: Equatable, Sendable {
    package private(set) var first: [StrayLine] = []
    package private(set) var count = 0
    private var last: StrayLine?
    private static let most = 100

    package init() {}

    package var isEmpty: Bool { count == 0 }

    fileprivate mutating func add(_ line: StrayLine) {
        guard line != last else { return }
        last = line
        count += 1
        if first.count < Self.most { first.append(line) }
    }
}
