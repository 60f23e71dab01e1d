/// Cuts a template into text and tags, and removes the white space that belongs to tags.
///
/// White space is removed as in Jinja with `trim_blocks` and `lstrip_blocks`: a tag or comment
/// alone on its line takes the whole line with it, `-` at a brace removes all white space on that
/// side, and `+` keeps what would be removed.
struct Lexer {
    private let source: SourceText
    private let bytes: [UInt8]
    private var index = 0
    private var segments: [Segment] = []
    /// Whether the text at `index` begins a line.
    private var isAtLineStart = true

    init(_ source: SourceText) {
        self.source = source
        bytes = source.bytes
    }

    static func segments(of source: SourceText) throws(TemplateError) -> [Segment] {
        var lexer = Lexer(source)
        return try lexer.run()
    }

    private mutating func run() throws(TemplateError) -> [Segment] {
        while index < bytes.count {
            let open = nextOpening()
            addText(index..<open)
            index = open
            if index < bytes.count { try readBraces() }
        }
        return segments
    }

    /// The offset of the next `{{`, `{%` or `{#`, or the end.
    private func nextOpening() -> Int {
        var position = index
        while position + 1 < bytes.count {
            if bytes[position] == UInt8(ascii: "{") {
                switch bytes[position + 1] {
                case UInt8(ascii: "{"), UInt8(ascii: "%"), UInt8(ascii: "#"): return position
                default: break
                }
            }
            position += 1
        }
        return bytes.count
    }

    private mutating func addText(_ range: Range<Int>) {
        let end = range.upperBound
        guard end + 1 < bytes.count else { return add(range) }
        let sign = end + 2 < bytes.count ? bytes[end + 2] : 0
        let isTag = bytes[end + 1] != UInt8(ascii: "{")
        if sign == UInt8(ascii: "-") {
            let trimmed = bytes[range].lastIndex { !$0.isTemplateSpace }.map { $0 + 1 }
            add(range.lowerBound..<(trimmed ?? range.lowerBound))
        } else if isTag, sign != UInt8(ascii: "+") {
            add(range.lowerBound..<lineIndentStart(in: range))
        } else {
            add(range)
        }
    }

    /// Where the blanks before a tag begin, if nothing else precedes it on its line; else the end.
    private func lineIndentStart(in range: Range<Int>) -> Int {
        let newline = bytes[range].lastIndex(of: UInt8(ascii: "\n"))
        guard newline != nil || isAtLineStart else { return range.upperBound }
        let start = newline.map { $0 + 1 } ?? range.lowerBound
        return bytes[start..<range.upperBound].allSatisfy(\.isTemplateSpace)
            ? start : range.upperBound
    }

    private mutating func add(_ range: Range<Int>) {
        if !range.isEmpty { segments.append(.text(range)) }
    }

    private mutating func readBraces() throws(TemplateError) {
        let open = index
        let kind = bytes[open + 1]
        index += 2
        if kind == UInt8(ascii: "#") { return try skipComment(from: open) }
        if index < bytes.count, isSign(bytes[index]) { index += 1 }
        let closing = kind == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "%")
        var reader = TokenLexer(source, from: index, closing: closing)
        let tokens = try reader.tokens(openedAt: open)
        index = reader.index
        if closing == UInt8(ascii: "}") {
            segments.append(.output(tokens, offset: open))
        } else {
            segments.append(.tag(tokens, offset: open))
        }
        close(sign: reader.closingSign, trimsNewline: closing == UInt8(ascii: "%"))
    }

    private mutating func skipComment(from open: Int) throws(TemplateError) {
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "#"), bytes[index + 1] == UInt8(ascii: "}") {
                let sign = index > open + 2 && isSign(bytes[index - 1]) ? bytes[index - 1] : nil
                index += 2
                return close(sign: sign, trimsNewline: true)
            }
            index += 1
        }
        throw source.error(at: open, "this comment has no end: #} is missing")
    }

    /// Removes the white space after a closing brace that belongs to it.
    private mutating func close(sign: UInt8?, trimsNewline: Bool) {
        let start = index
        if sign == UInt8(ascii: "-") {
            while index < bytes.count, bytes[index].isTemplateSpace { index += 1 }
        } else if trimsNewline, sign == nil, index < bytes.count,
            bytes[index] == UInt8(ascii: "\n")
        {
            index += 1
        }
        isAtLineStart = index > start && bytes[index - 1] == UInt8(ascii: "\n")
    }

    private func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    }
}

extension UInt8 {
    /// The white space that Jinja removes around tags, as far as it is ASCII.
    var isTemplateSpace: Bool { isHTMLSpace || self == 0x0B }
}
