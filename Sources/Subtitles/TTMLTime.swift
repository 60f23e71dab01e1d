import Received

/// How a TTML document counts time, and its times as exact fractions of a second (TTML2 §12.3).
///
/// A frame of 24 × 1000/1001 is no whole number of milliseconds, and sums of rounded times are wrong by
/// more than one. So times are whole numbers of a unit that every rate of the document divides, and
/// they are rounded once, when a cue is made.
struct TTMLClock {
    /// How many units a second has.
    private(set) var unitsPerSecond: Int128 = 1_000_000_000
    /// The same, if a time of years fits into a word: dividing those is ten times as fast.
    private var shortUnits: Int?
    private var unitsPerFrame = Fraction(1_000_000_000, 30)
    private var unitsPerTick = Fraction(1_000_000_000, 1)
    private var subFrameRate: Int128 = 1
    /// Whether a time wasn’t in a form that TTML has.
    var isLenient = false

    typealias Instant = Int128

    /// The parameters of the root element.
    struct Parameters {
        var frameRate: Int?
        var multiplier: (Int, Int)?
        var subFrameRate: Int?
        var tickRate: Int?
    }

    private struct Fraction {
        var numerator: Int128
        var denominator: Int128

        init(_ numerator: Int128, _ denominator: Int128) {
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    init(_ parameters: Parameters = Parameters()) {
        let named = Self.sane(parameters.frameRate, limit: 1_000).map { Int128($0) }
        let frameRate = named ?? 30
        let numerator = Int128(Self.sane(parameters.multiplier?.0, limit: 100_000) ?? 1)
        let denominator = Int128(Self.sane(parameters.multiplier?.1, limit: 100_000) ?? 1)
        subFrameRate = Int128(Self.sane(parameters.subFrameRate, limit: 100) ?? 1)
        let implied = named == nil ? 1 : frameRate * subFrameRate
        let tickRate =
            Self.sane(parameters.tickRate, limit: 1_000_000_000).map { Int128($0) } ?? implied
        let frames = frameRate * numerator * subFrameRate
        let exact = Self.multiple(Self.multiple(1_000_000_000, frames), tickRate)
        // Rates that have so little in common are nobody’s: then a nanosecond is exact enough.
        unitsPerSecond = exact < 100_000_000_000_000_000_000 ? exact : 1_000_000_000
        shortUnits = unitsPerSecond < 1_000_000_000_000 ? Int(unitsPerSecond) : nil
        limit = Int128(MediaTime.limit / 1_000) * unitsPerSecond
        unitsPerFrame = Fraction(unitsPerSecond * denominator, frameRate * numerator)
        unitsPerTick = Fraction(unitsPerSecond, tickRate)
    }

    private static func sane(_ value: Int?, limit: Int) -> Int? {
        value.flatMap { (1...limit).contains($0) ? $0 : nil }
    }

    /// The least common multiple.
    private static func multiple(_ first: Int128, _ second: Int128) -> Int128 {
        var (a, b) = (first, second)
        while b != 0 { (a, b) = (b, a % b) }
        return first / a * second
    }

    /// No later than any time.
    private(set) var limit: Instant

    /// Rounded half up.
    func rounded(_ time: Instant) -> MediaTime {
        if let units = shortUnits, let time = Int(exactly: time) {
            return MediaTime(
                milliseconds: time / units * 1_000 + (time % units * 2_000 + units) / (2 * units)
            )
        }
        let seconds = time / unitsPerSecond
        let rest = time % unitsPerSecond
        let milliseconds =
            seconds * 1_000 + (rest * 2_000 + unitsPerSecond) / (2 * unitsPerSecond)
        return MediaTime(milliseconds: Int(clamping: milliseconds))
    }

    /// A clock time or an offset, and what people write instead: hours of one digit, `m:ss.fff`,
    /// seconds without a unit.
    mutating func time(_ text: Bytes) -> Instant? {
        let range = text.trimmed(0..<text.count)
        guard !range.isEmpty else { return nil }
        if let exact = ClockTime.exact(
            text,
            at: range.lowerBound,
            before: range.upperBound,
            point: UInt8(ascii: ".")
        ),
            range.count == 12
        {
            if let shortUnits { return Int128(exact.milliseconds) * Int128(shortUnits / 1_000) }
            return Int128(exact.milliseconds) * (unitsPerSecond / 1_000)
        }
        return text.contains(UInt8(ascii: ":"), in: range)
            ? clock(text, range) : offset(text, range)
    }

    private mutating func clock(_ text: Bytes, _ range: Range<Int>) -> Instant? {
        var index = range.lowerBound
        var numbers: [(value: Int, digits: Int)] = []
        while let number = ClockTime.number(text, &index, before: range.upperBound) {
            numbers.append(number)
            guard index < range.upperBound, text[index] == UInt8(ascii: ":"), numbers.count < 4
            else { break }
            index += 1
        }
        guard numbers.count >= 2 else { return nil }
        if numbers.count == 2 || numbers.contains(where: { $0.digits < 2 }) { isLenient = true }
        let frames = numbers.count == 4 ? numbers.removeLast().value : 0
        let seconds = numbers.reduce(Int128(0)) {
            $0 * 60 + Int128(min($1.value, MediaTime.limit / 1_000))
        }
        var time = min(seconds * unitsPerSecond, limit)
        time += unitsPerFrame.numerator * Int128(min(frames, 1_000_000)) / unitsPerFrame.denominator
        guard index < range.upperBound else { return time }
        guard text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") else {
            return nil
        }
        if text[index] == UInt8(ascii: ",") { isLenient = true }
        index += 1
        let digits = index
        guard let number = ClockTime.number(text, &index, before: range.upperBound),
            index == range.upperBound
        else { return nil }
        if numbers.count == 3, frames > 0 {
            let units = unitsPerFrame.numerator * Int128(min(number.value, 1_000))
            return time + units / (unitsPerFrame.denominator * subFrameRate)
        }
        time += fraction(text, digits..<index, of: Fraction(unitsPerSecond, 1))
        return time
    }

    private mutating func offset(_ text: Bytes, _ range: Range<Int>) -> Instant? {
        var index = range.lowerBound
        guard let whole = ClockTime.number(text, &index, before: range.upperBound) else {
            return nil
        }
        var digits = index..<index
        if index < range.upperBound, text[index] == UInt8(ascii: ".") {
            index += 1
            let start = index
            guard ClockTime.number(text, &index, before: range.upperBound) != nil else {
                return nil
            }
            digits = start..<index
        }
        guard let unit = unit(text.text(index..<range.upperBound)) else { return nil }
        let value = Int128(min(whole.value, MediaTime.limit))
        let time =
            value > limit / max(unit.numerator / unit.denominator, 1)
            ? limit : value * unit.numerator / unit.denominator
        return min(time + fraction(text, digits, of: unit), limit)
    }

    private mutating func unit(_ name: String) -> Fraction? {
        switch name {
        case "h": return Fraction(unitsPerSecond * 3_600, 1)
        case "m": return Fraction(unitsPerSecond * 60, 1)
        case "s": return Fraction(unitsPerSecond, 1)
        case "ms": return Fraction(unitsPerSecond, 1_000)
        case "f": return unitsPerFrame
        case "t": return unitsPerTick
        case "":
            isLenient = true
            return Fraction(unitsPerSecond, 1)
        default: return nil
        }
    }

    /// Decimal digits of a unit. Those after the ninth say less than a nanosecond.
    private func fraction(_ text: Bytes, _ digits: Range<Int>, of unit: Fraction) -> Instant {
        var value: Int128 = 0
        var scale: Int128 = 1
        for index in digits.prefix(9) {
            value = value * 10 + Int128(text[index].digit)
            scale *= 10
        }
        return unit.numerator / unit.denominator * value / scale
    }
}
