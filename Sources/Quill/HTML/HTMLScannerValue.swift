extension HTMLScanner {
    /// How a value must be escaped here, which also moves on to the place after it; or why no
    /// value is allowed here.
    mutating func escapeForValue() -> Result<Escape, Refusal> {
        switch context.state {
        case .text: return .success(.text)
        case .plainText where context.matched.isEmpty: return .success(.attribute)
        case .quotedValue: return escapeForAttribute()
        case .tagOpen, .endTagOpen, .tagName, .plainText:
            return refuse("a value can't be part of a tag's name")
        case .tag, .attributeName, .afterName, .afterValue, .tagGap:
            return refuse("a value can't be an attribute or part of its name")
        case .beforeValue, .unquotedValue:
            return refuse("a value needs quotes around it in the attribute \(context.attribute)")
        case .declaration, .bogusComment: return refuse("a value can't stand in a declaration")
        case .comment:
            return refuse("a value can't stand in a comment: use {# #} to leave something out")
        case .rawText:
            return refuse(
                "a value can't stand in <\(context.element)>: "
                    + "put it into a data- attribute with |json"
            )
        }
    }

    struct Refusal: Error {
        let message: String
    }

    private func refuse(_ message: String) -> Result<Escape, Refusal> {
        .failure(Refusal(message: message))
    }

    private mutating func escapeForAttribute() -> Result<Escape, Refusal> {
        context.matched = ""
        if context.isEndTag { return refuse("a value can't stand in an end tag") }
        if context.element == "meta", context.attribute == "content" {
            context.hasDynamicContent = true
            if context.hasHTTPEquiv {
                return refuse("a value can't stand in content beside http-equiv")
            }
        }
        switch context.kind {
        case .plain: return .success(.attribute)
        case .refused(let reason): return refuse("a value can't stand here: \(reason)")
        case .url: return escapeForURL(start: .urlStart, path: .urlPath)
        case .codeURL: return escapeForURL(start: .urlStartLocal, path: .urlPath)
        case .srcset: return escapeForURL(start: .srcset, path: .srcsetPath)
        }
    }

    private mutating func escapeForURL(
        start: Escape,
        path: Escape
    ) -> Result<Escape, Refusal> {
        switch context.url {
        case .start:
            context.url = .afterValue
            return .success(start)
        case .prefix, .afterValue:
            context.url = .afterValue
            return .success(.urlComponent)
        case .afterSlash:
            context.url = .path
            return .success(.urlAfterSlash)
        case .path: return .success(path)
        case .query: return .success(.urlComponent)
        case .descriptor: return .success(.srcsetDescriptor)
        case .refused(let reason): return refuse("a value can't stand in \(reason)")
        case .unknown:
            return refuse(
                "the branches before this end in different parts of the URL in "
                    + "\(context.attribute): give the whole URL as one value"
            )
        }
    }
}
