import Received

// Tests see what the app declares, and so its closed ways from text and fractions to numbers, too
// (`ClosedNumberDoors.swift`). What tests read they have written themselves: here the same are open.

extension FixedWidthInteger {
    init?(_ text: String) {
        self.init(text, radix: 10)
    }

    init?<Text: StringProtocol>(_ text: Text, radix: Int = 10) {
        let number =
            radix == 16
            ? ReceivedNumber.hexadecimal(text, in: .min ... .max)
            : ReceivedNumber.integer(text, in: .min ... .max)
        guard let number else { return nil }
        self.init(exactly: number)
    }
}

extension Int {
    init(_ number: Double) { self.init(clamping: number) }
}

extension UInt8 {
    init(_ number: Double) { self.init(clamping: Int(number)) }
}

extension Double {
    init?(_ text: String) { self.init(text[...]) }

    init?(_ text: Substring) {
        guard let number = ReceivedNumber.decimal(text) else { return nil }
        self = number
    }
}

func abs<Number: SignedNumeric & Comparable>(_ number: Number) -> Number {
    number < 0 ? 0 - number : number
}
