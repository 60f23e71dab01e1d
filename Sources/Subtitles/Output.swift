import Received

/// A file while it is written.
struct Output {
    var bytes: [UInt8] = []
    /// More needs not be written: it is only compared with a text of this length.
    var limit = Int.max

    var isOver: Bool { bytes.count > limit }

    @inline(__always)
    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    @inline(__always)
    mutating func word(_ word: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        )
    }

    @inline(__always)
    mutating func text(_ text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            bytes.append(contentsOf: $0)
        }
        if isDone == nil { bytes.append(contentsOf: text.utf8) }
    }

    /// At least so many digits.
    mutating func number(_ value: Int, digits: Int = 1) {
        var value = value
        var count = 0
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
            repeat {
                count += 1
                buffer[24 - count] = UInt8(truncatingIfNeeded: 0x30 + value % 10)
                value /= 10
            } while value > 0 || count < digits
            bytes.append(contentsOf: buffer[(24 - count)...])
        }
    }

    /// `HH:MM:SS`, a point of some kind, and three digits. They are added all at once: most of a file is
    /// times.
    @inline(__always)
    mutating func time(_ time: MediaTime, point: UInt8, hourDigits: Int = 2) {
        let time = max(time.milliseconds, 0)
        let hours = time / 3_600_000
        let isShort = hours < 100 && hourDigits == 2
        if !isShort { number(hours, digits: hourDigits) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 12) { buffer in
            Self.put(time: time, buffer, 0, point)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[(isShort ? 0 : 2)...]))
        }
    }

    /// What stands above a text in SubRip: a number, and two times in the next line. Added all at once,
    /// too: asking whether there is room takes as long as writing a few bytes.
    @inline(__always)
    mutating func head(number: Int, _ start: MediaTime, _ end: MediaTime) {
        self.number(number)
        guard start >= 0, start < 360_000_000, end >= 0, end < 360_000_000 else {
            byte(.lineFeed)
            time(start, point: UInt8(ascii: ","))
            word(" --> ")
            time(end, point: UInt8(ascii: ","))
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 30) { buffer in
            buffer[0] = .lineFeed
            Self.put(time: start.milliseconds, buffer, 1, UInt8(ascii: ","))
            buffer[13] = 0x20
            buffer[14] = UInt8(ascii: "-")
            buffer[15] = UInt8(ascii: "-")
            buffer[16] = UInt8(ascii: ">")
            buffer[17] = 0x20
            Self.put(time: end.milliseconds, buffer, 18, UInt8(ascii: ","))
            bytes.append(contentsOf: UnsafeBufferPointer(buffer))
        }
    }

    /// Twelve bytes, the hours’ last two digits first.
    @inline(__always)
    private static func put(
        time: Int,
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        _ place: Int,
        _ point: UInt8
    ) {
        put(time / 3_600_000 % 100, buffer, place)
        buffer[place + 2] = UInt8(ascii: ":")
        put(time / 60_000 % 60, buffer, place + 3)
        buffer[place + 5] = UInt8(ascii: ":")
        put(time / 1_000 % 60, buffer, place + 6)
        buffer[place + 8] = point
        buffer[place + 9] = UInt8(truncatingIfNeeded: 0x30 + time / 100 % 10)
        put(time % 100, buffer, place + 10)
    }

    @inline(__always)
    private static func put(_ value: Int, _ buffer: UnsafeMutableBufferPointer<UInt8>, _ place: Int)
    {
        buffer[place] = UInt8(truncatingIfNeeded: 0x30 + value / 10)
        buffer[place + 1] = UInt8(truncatingIfNeeded: 0x30 + value % 10)
    }

    /// Puts an invisible joiner (U+2060), or a no-break space, in front of what is at these places, which
    /// are in order.
    mutating func insert(_ places: [(place: Int, isBlank: Bool)]) {
        guard let first = places.first else { return }
        let tail = Array(bytes[first.place...])
        bytes.removeLast(tail.count)
        var done = 0
        for (place, isBlank) in places {
            let next = place - first.place
            bytes.append(contentsOf: tail[done..<next])
            done = next
            bytes.append(contentsOf: isBlank ? [0xC2, 0xA0] : [0xE2, 0x81, 0xA0])
        }
        bytes.append(contentsOf: tail[done...])
    }

    /// Puts an invisible joiner behind the byte at each of the places.
    mutating func join(behind places: [Int]) {
        insert(places.map { ($0 + 1, false) })
    }

    @inline(__always)
    mutating func pair(_ value: Int) {
        byte(UInt8(truncatingIfNeeded: 0x30 + value / 10))
        byte(UInt8(truncatingIfNeeded: 0x30 + value % 10))
    }
}

/// What formats without escapes need so that a text is not taken for something else.
enum PlainText {
    /// Gives every line of a text that would end it a no-break space, and every line that would be
    /// taken for the times of a cue a joiner. The text is what was written from `start` on.
    static func protect(
        _ output: inout Output,
        from start: Int,
        isBlank: (Bytes, Range<Int>) -> Bool,
        isTiming: (Bytes, Range<Int>) -> Int?
    ) {
        var fixes: [(place: Int, isBlank: Bool)] = []
        var isEmpty = false
        output.bytes.withUnsafeBufferPointer { bytes in
            guard start < bytes.count,
                bytes.contains(.lineFeed, in: start..<bytes.count)
                    || bytes[start].isDigit || bytes[start].isSpace
                    || bytes[start] == UInt8(ascii: "-")
            else { return }
            var index = start
            while index <= bytes.count {
                let end = bytes.first(.lineFeed, from: index, to: bytes.count)
                if isBlank(bytes, index..<end) {
                    // A text of a single blank line is an empty text.
                    if index > start || end < bytes.count {
                        fixes.append((index, true))
                    } else {
                        isEmpty = true
                    }
                } else if let place = isTiming(bytes, index..<end) {
                    fixes.append((place, false))
                }
                index = end + 1
            }
        }
        if isEmpty { output.bytes.removeLast(output.bytes.count - start) }
        output.insert(fixes)
    }
}
