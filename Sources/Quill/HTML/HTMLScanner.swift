/// Walks the literal text of a page, byte by byte, and says how a value must be escaped in its
/// place.
///
/// It follows a browser's tokenizer closely enough that both agree on where tags, attributes and
/// bodies without markup begin and end; the few things on which they could disagree (`<!-->`,
/// `<script>` inside `<svg>`, a tag inside `<title>`) are errors. State carries over template
/// tags, so cutting a word in two changes nothing.
struct HTMLScanner: Sendable {
    var context = HTMLContext()

    /// What the page's author has to change.
    struct Problem: Error {
        let offset: Int
        let message: String
    }

    mutating func scan(_ bytes: ArraySlice<UInt8>) throws(Problem) {
        for offset in bytes.indices {
            if let message = scan(bytes[offset]) { throw Problem(offset: offset, message: message) }
        }
    }

    /// Takes one byte; returns a complaint, if any.
    private mutating func scan(_ byte: UInt8) -> String? {
        switch context.state {
        case .text: if byte == UInt8(ascii: "<") { context.state = .tagOpen }
        case .tagOpen: return tagOpen(byte)
        case .endTagOpen: endTagOpen(byte)
        case .tagName: return tagName(byte)
        case .tag: return tag(byte)
        case .attributeName: return attributeName(byte)
        case .afterName: return afterName(byte)
        case .beforeValue: return beforeValue(byte)
        case .quotedValue: quotedValue(byte)
        case .unquotedValue: return unquotedValue(byte)
        case .afterValue, .tagGap: return tagGap(byte)
        case .declaration: return declaration(byte)
        case .comment: return comment(byte)
        case .bogusComment: if byte == UInt8(ascii: ">") { context = outside() }
        case .plainText, .rawText: return bodyWithoutMarkup(byte)
        }
        return nil
    }

    func outside() -> HTMLContext {
        var outside = HTMLContext()
        outside.isForeign = context.isForeign
        return outside
    }

    private mutating func tagOpen(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "!"):
            context.state = .declaration
            context.matched = ""
        case UInt8(ascii: "?"): context.state = .bogusComment
        case UInt8(ascii: "/"): context.state = .endTagOpen
        case UInt8(ascii: "<"): break
        case _ where byte.isLetter:
            context.state = .tagName
            context.element = ""
            context.isEndTag = false
            return tagName(byte)
        default: context.state = .text
        }
        return nil
    }

    private mutating func endTagOpen(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: ">"): context = outside()
        case _ where byte.isLetter:
            context.state = .tagName
            context.element = ""
            context.isEndTag = true
            _ = tagName(byte)
        default: context.state = .bogusComment
        }
    }

    mutating func tagName(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: ">"): return closeTag()
        case UInt8(ascii: "/"): context.state = .tag
        case _ where byte.isHTMLSpace: context.state = .tag
        default: return Self.append(byte, to: &context.element)
        }
        return nil
    }

    private mutating func tag(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: ">"): return closeTag()
        case UInt8(ascii: "/"): return nil
        case _ where byte.isHTMLSpace: return nil
        case UInt8(ascii: "="): return "an attribute's name is missing before ="
        default:
            context.state = .attributeName
            context.attribute = ""
            return attributeName(byte)
        }
    }

    private mutating func attributeName(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "="): return beginValue()
        case UInt8(ascii: ">"): return closeTag()
        case UInt8(ascii: "/"): context.leaveAttribute(to: .tag)
        case _ where byte.isHTMLSpace: context.state = .afterName
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"):
            return "\(Character(Unicode.Scalar(byte))) can't stand in an attribute's name"
        default: return Self.append(byte, to: &context.attribute)
        }
        return nil
    }

    private mutating func afterName(_ byte: UInt8) -> String? {
        if byte == UInt8(ascii: "=") { return beginValue() }
        if byte.isHTMLSpace { return nil }
        context.leaveAttribute(to: .tag)
        return tag(byte)
    }

    private mutating func beginValue() -> String? {
        context.state = .beforeValue
        context.kind = AttributeKind(element: context.element, attribute: context.attribute)
        context.url = .start
        guard context.element == "meta", context.attribute == "http-equiv" else { return nil }
        context.hasHTTPEquiv = true
        return context.hasDynamicContent ? Self.metaProblem : nil
    }

    private static let metaProblem = "a value can't stand in content beside http-equiv"

    private mutating func beforeValue(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            context.state = .quotedValue
            context.quote = byte
        case UInt8(ascii: ">"): return "the value of \(context.attribute) is missing"
        case _ where byte.isHTMLSpace: break
        default:
            context.state = .unquotedValue
            return unquotedValue(byte)
        }
        return nil
    }

    private mutating func quotedValue(_ byte: UInt8) {
        if byte == context.quote { return context.leaveAttribute(to: .afterValue) }
        switch context.kind {
        case .plain, .refused: break
        case .url, .codeURL, .srcset:
            var scanner = URLScanner(
                context.url,
                isSrcset: context.kind == .srcset,
                previous: context.matched.utf8.last ?? 0
            )
            scanner.scan(byte)
            context.url = scanner.part
            if context.kind == .srcset { context.matched = byte == UInt8(ascii: ",") ? "," : "" }
        }
    }

    private mutating func unquotedValue(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: ">"): return closeTag()
        case _ where byte.isHTMLSpace: context.leaveAttribute(to: .tag)
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: "="),
            UInt8(ascii: "`"):
            return "\(Character(Unicode.Scalar(byte))) needs quotes around the value"
        default: break
        }
        return nil
    }

    private mutating func tagGap(_ byte: UInt8) -> String? {
        guard byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte.isHTMLSpace else {
            return "a space is missing before this"
        }
        context.leaveAttribute(to: .tag)
        return tag(byte)
    }

    private mutating func closeTag() -> String? {
        let element = context.element
        let isForeignRoot = element == "svg" || element == "math"
        if context.isEndTag {
            context = outside()
            if isForeignRoot { context.isForeign = false }
            return nil
        }
        let holdsRawText = Self.rawTextElements.contains(element)
        if holdsRawText, context.isForeign { return "<\(element)> can't stand in <svg> or <math>" }
        context = outside()
        if isForeignRoot { context.isForeign = true }
        guard holdsRawText || element == "title" || element == "textarea" else { return nil }
        context.state = holdsRawText ? .rawText : .plainText
        context.element = element
        return nil
    }

    private static func append(_ byte: UInt8, to name: inout String) -> String? {
        guard name.utf8.count < Limits.nameLength else { return "this name is too long" }
        name.unicodeScalars.append(Unicode.Scalar(byte.lowercasedASCII))
        return nil
    }
}
