/// A whole number from outside that stays within its bounds, whatever is done with it.
///
/// `Int` traps where a sum or a product is too large, and a trap ends the program. A type that conforms
/// saturates instead: a sum beyond its bounds is the bound. `value` may be used in plain arithmetic where the
/// bounds leave room for it, which is why they are far from those of `Int`.
package protocol BoundedNumber: Comparable, Hashable, Sendable, Codable,
    ExpressibleByIntegerLiteral, AdditiveArithmetic, CustomStringConvertible
where IntegerLiteralType == Int {
    /// What it can be. No further from zero than `ReceivedNumber.furthest`.
    static var bounds: ClosedRange<Int> { get }

    var value: Int { get }

    /// For a value within the bounds; use `init(clamping:)` or `init(exactly:)`.
    init(withinBounds value: Int)
}

extension BoundedNumber {
    /// The value, or the bound that is nearest to it.
    @inlinable
    package init(clamping value: Int) {
        self.init(
            withinBounds: Swift.min(
                Swift.max(value, Self.bounds.lowerBound),
                Self.bounds.upperBound
            )
        )
    }

    @inlinable package static var min: Self { Self(withinBounds: bounds.lowerBound) }
    @inlinable package static var max: Self { Self(withinBounds: bounds.upperBound) }

    /// Nil if the value is out of bounds.
    @inlinable
    package init?(exactly value: Int) {
        guard Self.bounds.contains(value) else { return nil }
        self.init(withinBounds: value)
    }

    /// The nearest whole number within the bounds; zero, or the bound nearest to it, for what is no number.
    package init(rounding number: Double) {
        self.init(withinBounds: ReceivedNumber.clamped(number.rounded(), to: Self.bounds))
    }

    @inlinable
    package init(integerLiteral value: Int) {
        self.init(clamping: value)
    }

    @inlinable
    package static func < (left: Self, right: Self) -> Bool {
        left.value < right.value
    }

    @inlinable
    package static func + (left: Self, right: Self) -> Self {
        let (sum, hasOverflown) = left.value.addingReportingOverflow(right.value)
        guard hasOverflown else { return Self(clamping: sum) }
        return Self(clamping: right.value < 0 ? .min : .max)
    }

    @inlinable
    package static func - (left: Self, right: Self) -> Self {
        let (difference, hasOverflown) = left.value.subtractingReportingOverflow(right.value)
        guard hasOverflown else { return Self(clamping: difference) }
        return Self(clamping: right.value > 0 ? .min : .max)
    }

    @inlinable
    package static func * (left: Self, right: Int) -> Self {
        let (product, hasOverflown) = left.value.multipliedReportingOverflow(by: right)
        guard hasOverflown else { return Self(clamping: product) }
        return Self(clamping: (left.value < 0) != (right < 0) ? .min : .max)
    }

    /// The sum; nil if it is out of bounds, where `+` would be the bound.
    @inlinable
    package func adding(_ other: Self) -> Self? {
        let (sum, hasOverflown) = value.addingReportingOverflow(other.value)
        return hasOverflown ? nil : Self(exactly: sum)
    }

    /// So many of so many equal parts of it, without a fraction. What lies between has room for any number.
    @inlinable
    package func share(_ parts: Int, of all: Int) -> Self {
        guard all != 0 else { return .zero }
        return Self(clamping: Int(clamping: Int128(value) * Int128(parts) / Int128(all)))
    }

    /// The quotient without its fraction; nil where `right` is zero.
    @inlinable
    package func divided(by right: Int) -> Self? {
        let (quotient, hasOverflown) = value.dividedReportingOverflow(by: right)
        guard right != 0 else { return nil }
        return Self(clamping: hasOverflown ? .max : quotient)
    }

    /// How far it is from zero.
    @inlinable
    package var magnitude: Self { value < 0 ? .zero - self : self }

    package var description: String { String(value) }

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer().decode(Int.self)
        guard let bounded = Self(exactly: value) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(value) is not between \(Self.bounds)"
                )
            )
        }
        self = bounded
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
