/// A time in a film or a text that goes with it, or how long something of it takes, in milliseconds.
///
/// A million hours in either direction at most: what is larger was never meant. Sums and products beyond that
/// are that (`BoundedNumber`).
package struct MediaTime: BoundedNumber {
    /// A million hours, in milliseconds.
    package static let limit = 3_600_000_000_000

    package static let bounds = -limit...limit

    /// The same in milliseconds.
    package let value: Int

    @inlinable
    package init(withinBounds value: Int) {
        self.value = value
    }

    /// Whole milliseconds.
    @inlinable package var milliseconds: Int { value }

    /// So many milliseconds, or the limit.
    @inlinable
    package init(milliseconds: Int) {
        self.init(clamping: milliseconds)
    }

    /// The seconds without their fraction.
    @inlinable package var wholeSeconds: Int { value / 1_000 }

    /// The nearest number of whole seconds.
    package var roundedSeconds: Int {
        Int(clamping: (Double(value) / 1_000).rounded())
    }

    /// So many seconds, or the limit.
    @inlinable
    package init(seconds: Int) {
        self = MediaTime(milliseconds: seconds) * 1_000
    }

    /// So many seconds, rounded to a millisecond; the limit if there are more, and zero for what is no number.
    package init(seconds: Double) {
        self.init(rounding: seconds * 1_000)
    }
}
