/// What a file’s name says: cameras, telephones and messengers write the day into it, as in
/// "IMG_20240506_070809.jpg" and "2024-05-06 07.08.09.heic".
extension TakenAt {
    /// All days in a name, the first one first.
    static func all(inName name: String) -> [TakenAt] {
        let name = DigitRuns(name)
        return name.runs.indices.compactMap { name.taken(at: $0) }
    }
}

/// The numbers in a name.
private struct DigitRuns {
    /// Between the numbers of a day, and of a time.
    private static let signs = Set("-_. :".utf8)
    /// The longest word between a day and a time: " a las ".
    private static let maximumWord = 8
    private static let times = ["x", "X", "*", "×", "by"].map { Array($0.utf8) }

    let bytes: [UInt8]
    private(set) var runs: [Range<Int>] = []

    init(_ name: String) {
        bytes = Array(name.utf8)
        var position = 0
        while position < bytes.count {
            let run = bytes[position...].prefix { TimeScanner.isDigit($0) }
            if !run.isEmpty { runs.append(run.startIndex..<run.endIndex) }
            position = run.endIndex + 1
        }
    }

    /// The day that begins with a number, and the time behind it.
    func taken(at index: Int) -> TakenAt? {
        guard !isSide(index) else { return nil }
        let run = runs[index]
        switch run.count {
        case 8: return TakenAt(day: day(run.lowerBound), time: time(behind: index))
        case 14: return TakenAt(day: day(run.lowerBound), time: clock(run.lowerBound + 8))
        // With thousandths. Numbers that are as long and mean something else seldom have a time in them.
        case 15...17:
            let taken = TakenAt(day: day(run.lowerBound), time: clock(run.lowerBound + 8))
            return taken?.hasTime == true ? taken : nil
        case 4: return separated(at: index)
        default: return nil
        }
    }

    /// Year, month and day with the same sign between them; or two numbers of four digits, which are a
    /// day only where a time follows: otherwise they are a size, or anything.
    private func separated(at index: Int) -> TakenAt? {
        guard let sign = sign(behind: index) else { return nil }
        let year = number(runs[index])
        if digits(index + 1) == 4, digits(index + 2) == 6, sign != UInt8(ascii: " "),
            self.sign(behind: index + 1) == sign
        {
            let start = runs[index + 1].lowerBound
            let day = [year, number(start..<start + 2), number(start + 2..<start + 4)]
            let taken = TakenAt(day: day, time: clock(runs[index + 2].lowerBound))
            return taken?.hasTime == true ? taken : nil
        }
        guard digits(index + 1) == 2, digits(index + 2) == 2, self.sign(behind: index + 1) == sign,
            !isSide(index + 2)
        else { return nil }
        let day = [year, number(runs[index + 1]), number(runs[index + 2])]
        return TakenAt(day: day, time: time(behind: index + 2))
    }

    /// A number of six digits, which may have a fraction behind it, or three numbers with the same sign
    /// between them.
    private func time(behind index: Int) -> [Int]? {
        guard digits(index + 1) > 0, leadsToTime(gap(behind: index)), !isSide(index + 1) else {
            return nil
        }
        let first = runs[index + 1]
        if (6...9).contains(first.count) { return clock(first.lowerBound) }
        guard (1...2).contains(first.count), let sign = sign(behind: index + 1),
            digits(index + 2) == 2, self.sign(behind: index + 2) == sign, digits(index + 3) == 2
        else { return nil }
        let hour = half(behind: index + 3).hour(number(first))
        return [hour, number(runs[index + 2]), number(runs[index + 3])]
    }

    /// A sign, the letter T, or a word between signs: "at", "um", "à".
    private func leadsToTime(_ gap: ArraySlice<UInt8>) -> Bool {
        guard gap.count <= Self.maximumWord, let first = gap.first, let last = gap.last else {
            return false
        }
        if gap.count == 1, first | 0x20 == UInt8(ascii: "t") { return true }
        let isOpen = Self.signs.contains(first) || first == UInt8(ascii: ",")
        return isOpen && Self.signs.contains(last)
    }

    private func half(behind index: Int) -> HalfDay {
        // macOS writes a narrow blank there (U+202F).
        let blanks: [[UInt8]] = [[0x20], [0xE2, 0x80, 0xAF], [0xC2, 0xA0]]
        let rest = bytes[runs[index].upperBound...]
        let blank = blanks.first { rest.starts(with: $0) } ?? []
        return HalfDay(rest.dropFirst(blank.count))
    }

    // MARK: Numbers

    /// How many digits a number has; 0 if there is none.
    private func digits(_ index: Int) -> Int {
        runs.indices.contains(index) ? runs[index].count : 0
    }

    private func number(_ range: Range<Int>) -> Int { TimeScanner.number(bytes[range]) }

    private func day(_ start: Int) -> [Int] {
        [number(start..<start + 4), number(start + 4..<start + 6), number(start + 6..<start + 8)]
    }

    private func clock(_ start: Int) -> [Int] {
        stride(from: start, to: start + 6, by: 2).map { number($0..<$0 + 2) }
    }

    // MARK: What stands between

    private func gap(behind index: Int) -> ArraySlice<UInt8> {
        guard runs.indices.contains(index), runs.indices.contains(index + 1) else { return [] }
        return bytes[runs[index].upperBound..<runs[index + 1].lowerBound]
    }

    /// The only sign before the next number; nil if there is another one, or more.
    private func sign(behind index: Int) -> UInt8? {
        let gap = gap(behind: index)
        guard gap.count == 1, let sign = gap.first, Self.signs.contains(sign) else { return nil }
        return sign
    }

    /// Whether a number is a side of a size, as in "2048x1024".
    private func isSide(_ index: Int) -> Bool {
        [index - 1, index].contains { index in
            let gap = gap(behind: index)
            guard gap.count <= Self.maximumWord else { return false }
            return Self.times.contains(gap.filter { $0 != UInt8(ascii: " ") })
        }
    }
}
