/// Reads the words between two braces.
struct TokenLexer {
    private let source: SourceText
    private let bytes: [UInt8]
    /// The second-last byte of the closing brace: `}` or `%`.
    private let closing: UInt8
    private(set) var index: Int
    /// `-` or `+`, if the closing brace has one.
    private(set) var closingSign: UInt8?

    init(_ source: SourceText, from index: Int, closing: UInt8) {
        self.source = source
        bytes = source.bytes
        self.index = index
        self.closing = closing
    }

    /// All words up to the closing brace, with an `.end` that points at it.
    mutating func tokens(openedAt open: Int) throws(TemplateError) -> [Token] {
        var tokens: [Token] = []
        var isClosed = false
        while !isClosed {
            skipSpace()
            guard index < bytes.count else {
                let brace = closing == UInt8(ascii: "%") ? "%}" : "}}"
                throw source.error(at: open, "this tag has no end: \(brace) is missing")
            }
            isClosed = readClosing()
            if isClosed {
                tokens.append(Token(kind: .end, offset: closeOffset))
            } else {
                let start = index
                tokens.append(Token(kind: try readToken(), offset: start))
            }
        }
        return tokens
    }

    /// Where the closing brace begins, once it has been read.
    private var closeOffset: Int { index - 2 - (closingSign == nil ? 0 : 1) }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index].isTemplateSpace { index += 1 }
    }

    private mutating func readClosing() -> Bool {
        let first = bytes[index]
        if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            guard isClosing(at: index + 1) else { return false }
            closingSign = first
            index += 3
            return true
        }
        guard isClosing(at: index) else { return false }
        index += 2
        return true
    }

    private func isClosing(at position: Int) -> Bool {
        position + 1 < bytes.count && bytes[position] == closing
            && bytes[position + 1] == UInt8(ascii: "}")
    }

    private mutating func readToken() throws(TemplateError) -> Token.Kind {
        let byte = bytes[index]
        if byte.isLetter || byte == UInt8(ascii: "_") { return readName() }
        if byte.isDigit { return try readNumber() }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try readString() }
        return try readSymbol()
    }

    private mutating func readName() -> Token.Kind {
        .name(take { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") })
    }

    private mutating func readNumber() throws(TemplateError) -> Token.Kind {
        let start = index
        var text = take(while: \.isDigit)
        let hasFraction =
            index + 1 < bytes.count && bytes[index] == UInt8(ascii: ".") && bytes[index + 1].isDigit
        if hasFraction {
            index += 1
            text += "." + take(while: \.isDigit)
            if let number = Double(text) { return .decimal(number) }
        } else if let number = Int(text) {
            return .integer(number)
        }
        throw source.error(at: start, "this number is too large")
    }

    private mutating func readString() throws(TemplateError) -> Token.Kind {
        let start = index
        let quote = bytes[index]
        var text: [UInt8] = []
        index += 1
        while index < bytes.count, bytes[index] != quote {
            text.append(bytes[index] == UInt8(ascii: "\\") ? try readEscape() : bytes[index])
            index += 1
        }
        guard index < bytes.count else { throw source.error(at: start, "this text has no end") }
        index += 1
        return .string(String(decoding: text, as: UTF8.self))
    }

    private mutating func readEscape() throws(TemplateError) -> UInt8 {
        index += 1
        switch index < bytes.count ? bytes[index] : 0 {
        case UInt8(ascii: "n"): return UInt8(ascii: "\n")
        case UInt8(ascii: "t"): return UInt8(ascii: "\t")
        case let byte
        where [UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'")].contains(byte):
            return byte
        default:
            throw source.error(at: index - 1, "only \\n, \\t, \\\\, \\\" and \\' are known here")
        }
    }

    private mutating func readSymbol() throws(TemplateError) -> Token.Kind {
        if index + 1 < bytes.count {
            let pair = String(decoding: bytes[index..<(index + 2)], as: UTF8.self)
            if ["==", "!=", "<=", ">="].contains(pair) {
                index += 2
                return .symbol(pair)
            }
        }
        let symbol = String(decoding: bytes[index..<(index + 1)], as: UTF8.self)
        guard "()[],.|=<>+-*~".contains(symbol) else {
            let character = String(decoding: bytes[index...].prefix(4), as: UTF8.self).prefix(1)
            throw source.error(at: index, "\(character) has no meaning here")
        }
        index += 1
        return .symbol(symbol)
    }

    private mutating func take(while belongs: (UInt8) -> Bool) -> String {
        let start = index
        while index < bytes.count, belongs(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }
}
