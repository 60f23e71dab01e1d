/// What ends lines and begins them.
enum LineMarks {
    private static let feed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    /// How many lines end here: CR LF, CR and LF each end one, and CR CR LF one, or two.
    static func count(in bytes: ArraySlice<UInt8>, hasDoubleReturns: Bool) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var count = 0
            for index in bytes.indices {
                if bytes[index] == feed {
                    if index == 0 || bytes[index - 1] != carriageReturn { count += 1 }
                } else if bytes[index] == carriageReturn {
                    let isFirstOfTwo =
                        hasDoubleReturns
                        && bytes[(index + 1)...].starts(with: [carriageReturn, feed])
                    if !isFirstOfTwo { count += 1 }
                }
            }
            return count
        }
    }

    /// Behind the line that begins here, and behind what ends it; CR CR LF ends one, too, or two.
    static func end(
        in bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        hasDoubleReturns: Bool
    ) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != feed, bytes[end] != carriageReturn { end += 1 }
        let rest = bytes[end...].prefix(3)
        if hasDoubleReturns, rest.starts(with: [carriageReturn, carriageReturn, feed]) {
            return end + 3
        }
        return rest.starts(with: [carriageReturn, feed]) ? end + 2 : min(bytes.count, end + 1)
    }

    /// Makes CR LF of CR CR LF.
    static func dropDoubleReturns(in text: inout [UInt8]) {
        var (from, to) = (0, 0)
        while from < text.count {
            let isDouble =
                text[from] == carriageReturn && from + 2 < text.count
                && text[from + 1] == carriageReturn && text[from + 2] == feed
            if !isDouble {
                text[to] = text[from]
                to += 1
            }
            from += 1
        }
        text.removeLast(text.count - to)
    }

    /// Leaves out U+FEFF where a line begins, as in files that were joined.
    static func dropByteOrderMarks(in text: inout [UInt8], isAtLineStart: Bool) {
        guard text.contains(0xEF) else { return }
        var (from, to) = (0, 0)
        while from < text.count {
            let isStart =
                to == 0 ? isAtLineStart : text[to - 1] == feed || text[to - 1] == carriageReturn
            if isStart, text[from...].starts(with: [0xEF, 0xBB, 0xBF]) {
                from += 3
                continue
            }
            text[to] = text[from]
            to += 1
            from += 1
        }
        text.removeLast(text.count - to)
    }
}

/// UTF-16.
enum WideText {
    /// Appends it in UTF-8, and where the halves of pairs stand that became U+FFFD.
    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>,
        isLittleEndian: Bool,
        into text: inout [UInt8],
        faults: inout [Int]
    ) {
        func unit(_ index: Int) -> UInt16 {
            let (low, high) = isLittleEndian ? (index, index + 1) : (index + 1, index)
            return UInt16(bytes[high]) << 8 | UInt16(bytes[low])
        }
        var index = 0
        while index + 1 < bytes.count {
            let first = unit(index)
            index += 2
            if let scalar = Unicode.Scalar(first) {
                text.append(scalar)
            } else if UTF16.isLeadSurrogate(first), index + 1 < bytes.count,
                UTF16.isTrailSurrogate(unit(index))
            {
                let value = UInt32(first & 0x3FF) << 10 | UInt32(unit(index) & 0x3FF)
                text.append(Unicode.Scalar(0x1_0000 + value) ?? "\u{FFFD}")
                index += 2
            } else {
                faults.append(text.count)
                text.append("\u{FFFD}")
            }
        }
        // Half a unit is left out.
        if index < bytes.count { faults.append(text.count) }
    }
}
