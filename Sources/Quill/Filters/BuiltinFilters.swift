extension Filter {
    /// The filters of the language: Jinja's, if Jinja has one of that name.
    static let builtin: [Filter] =
        textFilters + listFilters + [
            length, `default`, json, number, plural, round, urlencode,
        ]

    private static let length = Filter(
        "length",
        arguments: 0...0,
        shape: { input, _ in
            switch input.unwrapped {
            case .text, .list, .any: .int
            default: nil
            }
        },
        apply: { value, _ in
            switch value {
            case .none: .int(0)
            case .text(let text): .int(text.unicodeScalars.count)
            case .list(let values): .int(values.count)
            default: throw FilterProblem("\(value.phrase) has no length")
            }
        }
    )

    /// `x|default("–")` replaces `none`; with a second, true argument anything false.
    private static let `default` = Filter(
        "default",
        arguments: 1...2,
        shape: { input, arguments in
            arguments.first.flatMap { input.unwrapped.joined(with: $0) }
        },
        apply: { value, arguments in
            let replacesFalse = arguments.count > 1 && arguments[1].isTrue
            let isMissing = replacesFalse ? !value.isTrue : value == .none
            return isMissing ? arguments[0] : value
        }
    )

    private static let json = Filter("json", arguments: 0...0, shape: { _, _ in .text }) {
        value,
        _ in
        .text(JSONText.encode(value))
    }

    /// A number with thousands separated: `1,234,567`.
    private static let number = Filter(
        "number",
        arguments: 0...0,
        shape: { input, _ in input.isNumber ? .text : nil },
        apply: { value, _ in
            switch value {
            case .none: .none
            case .int, .double: .text(NumberText.grouped(value.text ?? ""))
            default: throw FilterProblem("\(value.phrase) is no number")
            }
        }
    )

    /// `{{ count }} {{ count|plural("book", "books") }}`.
    private static let plural = Filter(
        "plural",
        arguments: 2...2,
        shape: { input, _ in input.isNumber ? .text : nil },
        apply: { value, arguments in
            let isOne = Arithmetic.areEqual(value, .int(1)) || Arithmetic.areEqual(value, .int(-1))
            return isOne ? arguments[0] : arguments[1]
        }
    )

    /// Halves go to the even neighbor, as in Python.
    private static let round = Filter(
        "round",
        arguments: 0...1,
        shape: { input, _ in input.isNumber ? input : nil },
        apply: { value, arguments in
            guard case .int(let digits) = arguments.first ?? .int(0), (0...6).contains(digits)
            else {
                throw FilterProblem("it takes 0 to 6 digits")
            }
            let factor = [1.0, 10, 100, 1_000, 10_000, 100_000, 1_000_000][digits]
            switch value {
            case .none: return .none
            case .int: return value
            case .double(let number):
                return .double((number * factor).rounded(.toNearestOrEven) / factor)
            default: throw FilterProblem("\(value.phrase) is no number")
            }
        }
    )

    /// For a part of a URL that is put together by hand; URL attributes are encoded anyway.
    private static let urlencode = Filter(
        "urlencode",
        arguments: 0...0,
        shape: { input, _ in input.isWritable ? .text : nil },
        apply: { value, _ in
            var encoded: [UInt8] = []
            for byte in (value.text ?? "").utf8 {
                if URLCharacters.unreserved.keeps(byte) || byte == UInt8(ascii: "/") {
                    encoded.append(byte)
                } else {
                    encoded += [
                        UInt8(ascii: "%"), .upperHexDigit(byte >> 4), .upperHexDigit(byte & 15),
                    ]
                }
            }
            return .text(String(decoding: encoded, as: UTF8.self))
        }
    )
}

/// Numbers written for people.
enum NumberText {
    /// Puts a comma before every third digit left of the point.
    static func grouped(_ number: String) -> String {
        let parts = number.split(separator: ".", maxSplits: 1)
        guard let whole = parts.first, !number.contains("e") else { return number }
        let digits = whole.drop { $0 == "-" }
        var text = whole.first == "-" ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return parts.count == 2 ? text + "." + parts[1] : text
    }
}
