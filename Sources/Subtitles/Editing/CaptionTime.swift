import Received

/// Times as people type and read them.
package enum CaptionTime {
    /// `12.5`, `0:12.5`, `1:02`, `1:02:03,004`; nil if it isn’t a time.
    package static func read(_ text: String) -> MediaTime? {
        var bytes = Array(text.utf8)
        while let last = bytes.last, last.isSpace { bytes.removeLast() }
        while let first = bytes.first, first.isSpace { bytes.removeFirst() }
        // Seconds alone are a time, too.
        if !bytes.contains(UInt8(ascii: ":")) { bytes = Array("0:".utf8) + bytes }
        guard let first = bytes.first, first.isDigit, bytes.count <= 32 else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            let time = ClockTime.lenient(
                bytes,
                &index,
                before: bytes.count,
                point: UInt8(ascii: ".")
            )
            guard let time, index == bytes.count, !time.oddities.contains(.tooLarge) else {
                return nil
            }
            return time.value
        }
    }

    /// The same with a sign in front: by how much something is moved.
    package static func readShift(_ text: String) -> MediaTime? {
        let trimmed = text.drop(while: \.isWhitespace)
        guard let sign = trimmed.first else { return nil }
        if sign == "+" { return read(String(trimmed.dropFirst())) }
        if "-−–".contains(sign) { return read(String(trimmed.dropFirst())).map { .zero - $0 } }
        return read(text)
    }

    /// `0:12.500`, `1:02:03.004`.
    package static func text(_ shown: MediaTime) -> String {
        let time = shown.magnitude.milliseconds
        let (hours, minutes) = (time / 3_600_000, time / 60_000 % 60)
        let seconds = padded(time / 1_000 % 60, 2) + "." + padded(time % 1_000, 3)
        let sign = shown < 0 ? "−" : ""
        return hours > 0
            ? "\(sign)\(hours):\(padded(minutes, 2)):\(seconds)" : "\(sign)\(minutes):\(seconds)"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
