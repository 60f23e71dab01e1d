// Text without markup: bodies of elements such as `<script>`, comments and declarations.

extension HTMLScanner {
    static let rawTextElements: Set<String> = [
        "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext",
    ]

    /// Looks for the end tag. Anything else that looks like a tag or a comment is refused: in an
    /// SVG `<title>`, or after `<script><!--`, a browser reads it differently.
    mutating func bodyWithoutMarkup(_ byte: UInt8) -> String? {
        let end = "</" + context.element
        let next = context.matched + String(decoding: [byte.lowercasedASCII], as: UTF8.self)
        let endsName = byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
        if context.matched == end, endsName {
            context.matched = ""
            context.state = .tagName
            context.isEndTag = true
            return tagName(byte)
        }
        let isTag = byte.isLetter && context.element != "script"
        if context.matched == "<", isTag || byte == UInt8(ascii: "!") {
            return "no tag and no comment can stand in <\(context.element)>"
        }
        if end.hasPrefix(next) {
            context.matched = next
        } else {
            context.matched = byte == UInt8(ascii: "<") ? "<" : ""
        }
        return nil
    }

    mutating func declaration(_ byte: UInt8) -> String? {
        if context.matched == "-", byte == UInt8(ascii: "-") {
            context.state = .comment
            context.matched = "start"
            return nil
        }
        if context.matched.isEmpty, byte == UInt8(ascii: "-") {
            context.matched = "-"
            return nil
        }
        if context.matched.isEmpty, byte == UInt8(ascii: "[") { return "CDATA is not for HTML" }
        context.state = .bogusComment
        context.matched = ""
        if byte == UInt8(ascii: ">") { context = outside() }
        return nil
    }

    /// `matched` is `start` until the first byte, then up to two dashes, or `--!`.
    mutating func comment(_ byte: UInt8) -> String? {
        let isAbrupt = context.matched.hasPrefix("start") || context.matched == "--!"
        switch byte {
        case UInt8(ascii: ">") where isAbrupt: return "a comment must end with -->"
        case UInt8(ascii: ">") where context.matched == "--": context = outside()
        case UInt8(ascii: "-") where context.matched == "start": context.matched = "start-"
        case UInt8(ascii: "-") where context.matched.hasSuffix("-"): context.matched = "--"
        case UInt8(ascii: "-"): context.matched = "-"
        case UInt8(ascii: "!") where context.matched == "--": context.matched = "--!"
        default: context.matched = ""
        }
        return nil
    }
}
