import Testing

@testable import Received

@Suite("Numbers from outside") struct ReceivedNumberTests {
    @Test(
        "Digits are a number within the range that a reader names, and nothing else is",
        arguments: [
            ("0", 0), ("7", 7), ("+7", 7), ("-7", -7), ("007", 7), ("100", 100), ("-100", -100),
            ("101", nil), ("-101", nil), ("", nil), ("-", nil), ("+", nil), ("--1", nil),
            ("1 ", nil), (" 1", nil), ("1.0", nil), ("1e1", nil), ("0x1", nil), ("٣", nil),
            ("9223372036854775807", nil), ("9223372036854775808", nil),
            ("-9223372036854775808", nil), ("-9223372036854775809", nil),
            ("99999999999999999999999999999999", nil),
        ] as [(String, Int?)]
    )
    func digits(text: String, number: Int?) {
        #expect(ReceivedNumber.integer(text, in: -100...100) == number)
        #expect(ReceivedNumber.integer(Array(text.utf8), in: -100...100) == number)
    }

    @Test("The edges of an Int are read where a range has them")
    func edges() {
        for number in [Int.min, .min + 1, .max - 1, .max] {
            #expect(ReceivedNumber.integer("\(number)", in: .min ... .max) == number)
        }
        #expect(ReceivedNumber.integer("9223372036854775808", in: .min ... .max) == nil)
        #expect(ReceivedNumber.integer("-9223372036854775809", in: .min ... .max) == nil)
    }

    @Test(
        "Numbers with a fraction never trap",
        arguments: [
            (0.9, 0), (-0.9, 0), (9.99, 9), (1e300, 10), (-1e300, -10), (.infinity, 10),
            (-.infinity, -10), (.nan, 0), (.signalingNaN, 0), (9.223372036854775807e18, 10),
            (.leastNonzeroMagnitude, 0),
        ] as [(Double, Int)]
    )
    func doubles(number: Double, whole: Int) {
        #expect(ReceivedNumber.clamped(number, to: -10...10) == whole)
    }

    @Test("What is no number is the end of a range without zero")
    func noNumber() {
        #expect(ReceivedNumber.clamped(.nan, to: 5...10) == 5)
        #expect(ReceivedNumber.clamped(.nan, to: -10 ... -5) == -5)
    }

    @Test("Numbers that must be whole are")
    func whole() {
        #expect(ReceivedNumber.integer(7.0, in: 0...10) == 7)
        #expect(ReceivedNumber.integer(7.5, in: 0...10) == nil)
        #expect(ReceivedNumber.integer(11.0, in: 0...10) == nil)
        #expect(ReceivedNumber.integer(.nan, in: 0...10) == nil)
        #expect(ReceivedNumber.integer(1e300, in: 0...10) == nil)
        #expect(ReceivedNumber.decimal("1e300", in: 0...1e6) == nil)
        #expect(ReceivedNumber.decimal("nan", in: 0...1e6) == nil)
        #expect(ReceivedNumber.decimal("inf", in: 0...Double.infinity) != nil)
        #expect(ReceivedNumber.decimal("2.5", in: 0...1e6) == 2.5)
        #expect(ReceivedNumber.decimal(String(repeating: "1", count: 500), in: 0...1e6) == nil)
    }
}

@Suite("Numbers that stay within their bounds") struct BoundedNumberTests {
    private static let edges = [
        Int.min, .min + 1, -MediaTime.limit - 1, -MediaTime.limit, -1, 0, 1, MediaTime.limit,
        MediaTime.limit + 1, .max - 1, .max,
    ]

    @Test("Nothing that is done with a time leaves its bounds or ends the program")
    func saturates() {
        for left in Self.edges {
            let one = MediaTime(milliseconds: left)
            #expect(MediaTime.bounds.contains(one.value))
            #expect(MediaTime.bounds.contains(one.magnitude.value))
            for right in Self.edges {
                let other = MediaTime(milliseconds: right)
                for result in [one + other, one - other, one * right] {
                    #expect(MediaTime.bounds.contains(result.value))
                }
                #expect((one * right).value.signum() == one.value.signum() * right.signum())
                if let quotient = one.divided(by: right) {
                    #expect(MediaTime.bounds.contains(quotient.value))
                } else {
                    #expect(right == 0)
                }
            }
        }
        #expect(MediaTime(seconds: 1e300).value == MediaTime.limit)
        #expect(MediaTime(seconds: -.infinity).value == -MediaTime.limit)
        #expect(MediaTime(seconds: .nan) == 0)
        #expect(MediaTime(seconds: 1.2345) == 1_235)
    }

    @Test("What fits is exact")
    func exact() {
        let (one, other): (MediaTime, MediaTime) = (1_500, 700)
        #expect(one + other == 2_200)
        #expect(other - one == -800)
        #expect((other - one).magnitude == 800)
        #expect(one * 3 == 4_500)
        #expect(one.divided(by: 10) == 150)
        #expect(other < one)
    }
}
