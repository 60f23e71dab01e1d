import Received

/// Text as people read it, of what a stranger or another server wrote: without control characters, without
/// marks that turn the text around them, and without white space at its ends.
enum ReadableText {
    static let mostCharacters = 4000

    /// With line breaks alone, and no more than there is room for.
    static func of(_ text: String?, most: Int = mostCharacters) -> String {
        let kept = PlainText.lines(of: text ?? "").unicodeScalars.filter { !isHidden($0) }
        return PlainText.trimmed(ReceivedText.joined(kept.prefix(most)))
    }

    /// All of it, white space included.
    static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return ReceivedText.joined(text.unicodeScalars.lazy.filter { !isHidden($0) })
    }

    /// What nobody sees and nobody needs to see.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r": false
        case "\0"..<" ", "\u{7F}"..<"\u{A0}": true
        default: reorders(scalar)
        }
    }

    /// Bidirectional embeddings, overrides and isolates (Unicode TR 36 §3.1: text that lies). Languages that are
    /// written from right to left need none in a text of their own; the marks U+200E and U+200F stay.
    static func reorders(_ scalar: Unicode.Scalar) -> Bool {
        ("\u{202A}"..."\u{202E}").contains(scalar) || ("\u{2066}"..."\u{2069}").contains(scalar)
    }
}

extension JSONValue {
    /// What another server answered, with texts that can be shown.
    init(answer bytes: [UInt8]) throws(JSONError) {
        self = try JSONValue(bytes).readable
    }

    private var readable: JSONValue {
        switch self {
        case .text(let text): .text(ReadableText.plain(text))
        case .list(let values): .list(values.map(\.readable))
        case .object(let members): .object(members.mapValues(\.readable))
        default: self
        }
    }
}
