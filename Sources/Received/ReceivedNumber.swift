/// The only way in which a stranger's digits, or a number with a fraction, become an `Int`.
///
/// Swift's own ways let in what plain arithmetic can't bear: `Int("-9223372036854775808")` is a number whose
/// `abs` ends the program, and `Int(1e300)` ends it at once. So each reader names the range that makes sense to
/// it, and what lies outside is no number to it. `ClosedNumberDoors.swift` in each target closes the other
/// ways.
package enum ReceivedNumber {
    /// No bound is further from zero: 2^53, up to which a number of JSON is exact (RFC 8259 §6). A thousand of
    /// them can be added up without looking, and each be multiplied by a thousand.
    package static let furthest = 1 << 53

    /// Everything up to `furthest`, for numbers that mean nothing to us but have to be kept.
    package static let any = -furthest...furthest

    /// The number that the digits spell, with a sign or without; nil if there is anything else, or if it lies
    /// outside `range`.
    @inlinable
    package static func integer(
        _ text: some StringProtocol,
        in range: ClosedRange<Int> = ReceivedNumber.any
    ) -> Int? {
        integer(text.utf8, in: range)
    }

    /// The number that ASCII digits spell, with a sign or without.
    @inlinable
    package static func integer(
        _ bytes: some Collection<UInt8>,
        in range: ClosedRange<Int>
    ) -> Int? {
        var rest = bytes[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard !rest.isEmpty else { return nil }
        // Counted down, because there is one more negative number than there are positive ones.
        var value = 0
        for byte in rest {
            let digit = Int(byte &- UInt8(ascii: "0"))
            guard digit < 10 else { return nil }
            let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (next, isStillTooLarge) = tenfold.subtractingReportingOverflow(digit)
            guard !isTooLarge, !isStillTooLarge else { return nil }
            value = next
        }
        if !isNegative {
            guard value != .min else { return nil }
            value = 0 - value
        }
        return range.contains(value) ? value : nil
    }

    /// The number that hexadecimal digits spell, as `integer` has it.
    package static func hexadecimal(
        _ text: some StringProtocol,
        in range: ClosedRange<Int>
    ) -> Int? {
        Int(text, radix: 16).flatMap { range.contains($0) ? $0 : nil }
    }

    /// The number if it is whole and within the range.
    package static func integer(_ number: Double, in range: ClosedRange<Int>) -> Int? {
        guard let value = Int(exactly: number), range.contains(value) else { return nil }
        return value
    }

    /// The number without its fraction, or the end of the range that is nearest to it; what is no number counts
    /// as zero.
    package static func clamped(_ number: Double, to range: ClosedRange<Int>) -> Int {
        guard !number.isNaN else { return min(max(0, range.lowerBound), range.upperBound) }
        guard let value = Int(exactly: number.rounded(.towardZero)) else {
            return number < 0 ? range.lowerBound : range.upperBound
        }
        return min(max(value, range.lowerBound), range.upperBound)
    }

    /// A number with a fraction, as programs write it; nil if it is infinite, no number, or outside `range`.
    package static func decimal(
        _ text: some StringProtocol,
        in range: ClosedRange<Double> = -Double(furthest)...Double(furthest)
    ) -> Double? {
        // 309 digits and a point say anything that a Double can hold.
        guard text.utf8.count <= 400, let number = Double(text), range.contains(number) else {
            return nil
        }
        return number
    }
}

extension Int {
    /// The number without its fraction, but no further from zero than `ReceivedNumber.furthest`, up to which each
    /// whole number is exact; zero for what is no number.
    package init(clamping number: Double) {
        self = ReceivedNumber.clamped(number, to: ReceivedNumber.any)
    }
}
