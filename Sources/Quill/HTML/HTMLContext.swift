/// Where in an HTML document a place of a template is: the state of a browser's tokenizer there
/// (WHATWG HTML §13.2.5), as far as it decides how a value must be escaped.
struct HTMLContext: Sendable, Equatable {
    enum State: Sendable, Equatable {
        case text
        /// After `<`.
        case tagOpen
        /// After `</`.
        case endTagOpen
        case tagName
        /// Between attributes, after white space.
        case tag
        case attributeName
        /// After white space that follows an attribute's name: an `=` may still come.
        case afterName
        case beforeValue
        case quotedValue
        case unquotedValue
        /// After the closing quote.
        case afterValue
        /// After branches that ended at different places of a tag: white space, `/` or `>` must
        /// come next.
        case tagGap
        /// After `<!`.
        case declaration
        case comment
        /// A doctype, `<?…>` and the like: everything up to `>`.
        case bogusComment
        /// The body of `<title>` or `<textarea>`.
        case plainText
        /// The body of `<script>`, `<style>` and others that contain no markup.
        case rawText
    }

    var state = State.text
    /// The element whose tag or body this is, in lower case.
    var element = ""
    var isEndTag = false
    /// The attribute, in lower case, while its name or value is read.
    var attribute = ""
    var kind = AttributeKind.plain
    var quote: UInt8 = 0
    var url = URLPart.start
    /// The part of `<!--`, of a comment's end, or of the end tag of a body without markup that was
    /// read.
    var matched = ""
    /// Inside `<svg>` or `<math>`, where script and style are parsed differently.
    var isForeign = false
    /// For a `<meta>`: whether it has `http-equiv`, and whether its `content` has a value of a
    /// template.
    var hasHTTPEquiv = false
    var hasDynamicContent = false

    /// Whether a tag has begun and none of its values is open.
    private var isBetweenAttributes: Bool {
        switch state {
        case .tagName, .tag, .attributeName, .afterName, .afterValue, .tagGap: true
        default: false
        }
    }

    /// The place of the text after two branches, or nil if they ended at incompatible places.
    func joined(with other: HTMLContext) -> HTMLContext? {
        if self == other { return self }
        var result = self
        result.hasHTTPEquiv = hasHTTPEquiv || other.hasHTTPEquiv
        result.hasDynamicContent = hasDynamicContent || other.hasDynamicContent
        var others = other
        others.hasHTTPEquiv = result.hasHTTPEquiv
        others.hasDynamicContent = result.hasDynamicContent
        if isBetweenAttributes, other.isBetweenAttributes {
            result.leaveAttribute(to: .tagGap)
            others.leaveAttribute(to: .tagGap)
        } else if state == .quotedValue, url != other.url {
            result.url = url.joined(with: other.url)
            others.url = result.url
        }
        return result == others ? result : nil
    }

    mutating func leaveAttribute(to state: State) {
        self.state = state
        attribute = ""
        kind = .plain
        quote = 0
        url = .start
        matched = ""
    }

    /// Its description in error messages.
    var phrase: String {
        switch state {
        case .text: "in text"
        case .tagOpen, .endTagOpen: "right after <"
        case .tagName: "in the name of a tag"
        case .tag, .afterName, .afterValue, .tagGap: "inside the tag <\(element)>"
        case .attributeName: "in the name of an attribute"
        case .beforeValue, .unquotedValue: "in the attribute \(attribute) without quotes"
        case .quotedValue: "in the attribute \(attribute)"
        case .declaration, .bogusComment: "in a declaration"
        case .comment: "in a comment"
        case .plainText, .rawText: "in <\(element)>"
        }
    }
}
