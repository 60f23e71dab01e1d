extension Filter {
    static let textFilters: [Filter] = [
        text("upper") { text, _ in text.uppercased() },
        text("lower") { text, _ in text.lowercased() },
        text("capitalize") { text, _ in
            text.prefix(1).uppercased() + text.dropFirst().lowercased()
        },
        text("trim") { text, _ in TextFilters.trimmed(text) },
        text("replace", arguments: 2...2) { text, arguments in
            guard let old = arguments[0].text, let new = arguments[1].text, !old.isEmpty else {
                throw FilterProblem("it takes a text to look for, and one to put in its place")
            }
            return TextFilters.replace(old, by: new, in: text)
        },
        text("truncate", arguments: 0...4, apply: TextFilters.truncate),
    ]

    /// A filter from text to text, which leaves `none` alone.
    private static func text(
        _ name: String,
        arguments: ClosedRange<Int> = 0...0,
        apply: @escaping @Sendable (String, [Value]) throws -> String
    ) -> Filter {
        Filter(
            name,
            arguments: arguments,
            shape: { input, _ in
                switch input.unwrapped {
                case .html, .list, .record: nil
                default: .text
                }
            },
            apply: { value, arguments in
                if case .none = value { return .none }
                guard let text = value.text else {
                    throw FilterProblem("it takes text, not \(value.phrase)")
                }
                return .text(try apply(text, arguments))
            }
        )
    }
}

/// The longer of the text filters.
enum TextFilters {
    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    static func replace(_ old: String, by new: String, in text: String) -> String {
        let bytes = Array(text.utf8)
        let part = Array(old.utf8)
        var result: [UInt8] = []
        var position = 0
        for start in TextSearch.ranges(of: part, in: bytes) {
            result += bytes[position..<start]
            result += new.utf8
            position = start + part.count
        }
        result += bytes[position...]
        return String(decoding: result, as: UTF8.self)
    }

    /// Jinja's: `truncate(length=255, killwords=false, end="...", leeway=5)`. Lengths are counted
    /// in code points, and a text that is too long by no more than the leeway is left alone.
    @Sendable
    static func truncate(_ text: String, _ arguments: [Value]) throws -> String {
        let length = try integer(arguments, 0, 255)
        let killsWords = arguments.count > 1 && arguments[1].isTrue
        let end = arguments.count > 2 ? arguments[2].text ?? "" : "..."
        let leeway = try integer(arguments, 3, 5)
        let scalars = Array(text.unicodeScalars)
        let room = length - end.unicodeScalars.count
        guard room >= 0, leeway >= 0 else {
            throw FilterProblem("the length must be larger than that of \(end)")
        }
        if scalars.count - leeway <= length { return text }
        var kept = scalars[..<room]
        if !killsWords, let space = kept.lastIndex(of: " ") { kept = kept[..<space] }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: kept)
        return String(result) + end
    }

    private static func integer(
        _ arguments: [Value],
        _ index: Int,
        _ standard: Int
    ) throws -> Int {
        guard index < arguments.count else { return standard }
        guard case .int(let number) = arguments[index], abs(number) < 1_000_000 else {
            throw FilterProblem("argument \(index + 1) must be a number below a million")
        }
        return number
    }
}
