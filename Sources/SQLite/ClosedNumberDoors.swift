import Received

// Swift's own ways from a text or a fraction to a number, closed. What they let in, plain arithmetic can't
// bear: `Int(1e300)` ends the program, and so does `abs` of the smallest `Int`.
//
// Within this target these declarations win over the standard library's, so whoever uses one is warned, and
// no build accepts warnings. (If they were unavailable instead of deprecated, Swift would silently take the
// standard library's.) The same file stands in each target that depends on `Received`.

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension FixedWidthInteger {
    init?(_ text: String) {
        self.init(read: text)
    }

    init?<Text: StringProtocol>(_ text: Text, radix: Int = 10) {
        self.init(read: text)
    }

    init<Number: BinaryFloatingPoint>(_ number: Number) {
        self.init(cut: Double(number))
    }
}

extension FixedWidthInteger {
    fileprivate init?(read text: some StringProtocol) {
        guard let number = ReceivedNumber.integer(text, in: ReceivedNumber.any) else { return nil }
        self.init(exactly: number)
    }

    fileprivate init(cut number: Double) {
        self.init(clamping: ReceivedNumber.clamped(number, to: ReceivedNumber.any))
    }
}

// The standard library declares these for each type, and would win over those of a protocol.

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension Int {
    init(_ number: Double) { self.init(cut: number) }
    init(_ number: Float) { self.init(cut: Double(number)) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension Int8 {
    init(_ number: Double) { self.init(cut: number) }
    init(_ number: Float) { self.init(cut: Double(number)) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension Int16 {
    init(_ number: Double) { self.init(cut: number) }
    init(_ number: Float) { self.init(cut: Double(number)) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension Int32 {
    init(_ number: Double) { self.init(cut: number) }
    init(_ number: Float) { self.init(cut: Double(number)) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension Int64 {
    init(_ number: Double) { self.init(cut: number) }
    init(_ number: Float) { self.init(cut: Double(number)) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension UInt {
    init(_ number: Double) { self.init(cut: number) }
    init(_ number: Float) { self.init(cut: Double(number)) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension UInt8 {
    init(_ number: Double) { self.init(cut: number) }
    init(_ number: Float) { self.init(cut: Double(number)) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension UInt16 {
    init(_ number: Double) { self.init(cut: number) }
    init(_ number: Float) { self.init(cut: Double(number)) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension UInt32 {
    init(_ number: Double) { self.init(cut: number) }
    init(_ number: Float) { self.init(cut: Double(number)) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension UInt64 {
    init(_ number: Double) { self.init(cut: number) }
    init(_ number: Float) { self.init(cut: Double(number)) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension Double {
    init?(_ text: String) { self.init(read: text) }
    init?(_ text: Substring) { self.init(read: text) }
    init?<Text: StringProtocol>(_ text: Text) { self.init(read: text) }
}

@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
extension Float {
    init?(_ text: String) { self.init(read: text) }
    init?(_ text: Substring) { self.init(read: text) }
    init?<Text: StringProtocol>(_ text: Text) { self.init(read: text) }
}

extension BinaryFloatingPoint {
    fileprivate init?(read text: some StringProtocol) {
        let range = Double(-ReceivedNumber.furthest)...Double(ReceivedNumber.furthest)
        guard let number = ReceivedNumber.decimal(text, in: range) else { return nil }
        self.init(number)
    }
}

/// `magnitude` says the same, and has room for the smallest number.
@available(*, deprecated, message: "Use ReceivedNumber, which bounds what comes from outside.")
func abs<Number: SignedNumeric & Comparable>(_ number: Number) -> Number {
    number < 0 ? 0 - number : number
}
