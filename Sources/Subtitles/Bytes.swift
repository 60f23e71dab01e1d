import Received
import Glibc

/// The bytes of a text while it is read. Everything that looks at one checks first that it is there.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
    /// Where the byte is first, from here on and before `end`; `end` if it isn't there.
    @inline(__always)
    func first(_ byte: UInt8, from start: Int, to end: Int) -> Int {
        guard start < end, let base = baseAddress,
            let found = memchr(base + start, Int32(byte), end - start)
        else { return end }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    func contains(_ byte: UInt8, in range: Range<Int>) -> Bool {
        first(byte, from: range.lowerBound, to: range.upperBound) < range.upperBound
    }

    @inline(__always)
    func text(_ range: Range<Int>) -> String {
        range.isEmpty
            ? "" : ReceivedText.repair(UnsafeBufferPointer(rebasing: self[range]))
    }

    /// Where the word is first.
    func find(_ word: StaticString, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while true {
            index = first(word.utf8Start[0], from: index, to: range.upperBound)
            guard index < range.upperBound else { return nil }
            if has(word, at: index, before: range.upperBound) { return index }
            index += 1
        }
    }

    func has(_ word: StaticString, at index: Int, before end: Int) -> Bool {
        let count = word.utf8CodeUnitCount
        guard index >= 0, index + count <= end else { return false }
        for offset in 0..<count where self[index + offset] != word.utf8Start[offset] {
            return false
        }
        return true
    }

    /// The range without the white space at its ends.
    @inline(__always)
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, self[start].isSpace { start += 1 }
        while end > start, self[end - 1].isSpace { end -= 1 }
        return start..<end
    }

    /// The range without the blank lines at its ends.
    @inline(__always)
    func withoutBlankLines(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        var index = start
        while index < end, self[index].isSpace {
            if self[index] == .lineFeed { start = index + 1 }
            index += 1
        }
        if index == end { return range.lowerBound..<range.lowerBound }
        index = end
        while index > start, self[index - 1].isSpace {
            index -= 1
            if self[index] == .lineFeed { end = index }
        }
        return start..<end
    }

    func isDigits(_ range: Range<Int>) -> Bool {
        !range.isEmpty && range.allSatisfy { self[$0].isDigit }
    }
}

extension UInt8 {
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D

    @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
    /// What WebVTT calls ASCII white space: tab, line feed, form feed, carriage return, space.
    @inline(__always) var isSpace: Bool {
        self == 0x20 || (self &- 9 < 5 && self != 0x0B)
    }
    @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    @inline(__always) var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
    @inline(__always) var digit: Int { Int(self &- 0x30) }
}

/// A text’s lines, one after the other, with their numbers. They end with U+000A.
struct Lines {
    let bytes: Bytes
    private(set) var next = 0
    /// Of the line that was read last, from 1.
    private(set) var number = 0

    init(_ bytes: Bytes, from start: Int = 0, number: Int = 0) {
        self.bytes = bytes
        next = start
        self.number = number
    }

    var isAtEnd: Bool { next >= bytes.count }

    /// The next line without its end; nil after the last one.
    @inline(__always)
    mutating func line() -> Range<Int>? {
        guard next < bytes.count else { return nil }
        let start = next
        let end = bytes.first(.lineFeed, from: start, to: bytes.count)
        next = end + 1
        number += 1
        return start..<end
    }

    /// Goes back to where a line begins.
    mutating func goBack(to start: Int, number: Int) {
        next = start
        self.number = number
    }
}

/// Makes every line end U+000A, if there are others.
enum LineEnds {
    static func unify(_ bytes: inout [UInt8]) {
        guard bytes.withUnsafeBufferPointer({ $0.contains(.carriageReturn, in: 0..<$0.count) })
        else {
            return
        }
        let count = bytes.withUnsafeMutableBufferPointer { bytes in
            var from = 0
            var to = 0
            while from < bytes.count {
                let byte = bytes[from]
                from += 1
                if byte == .carriageReturn {
                    if from < bytes.count, bytes[from] == .lineFeed { from += 1 }
                    bytes[to] = .lineFeed
                } else {
                    bytes[to] = byte
                }
                to += 1
            }
            return to
        }
        bytes.removeLast(bytes.count - count)
    }
}
