/// The tags of a page, read well enough for our own markup: tests look at attributes, links, forms.
package struct Markup {
    package struct Tag {
        package let name: String
        package let isEnd: Bool
        /// Decoded; the names of those without a value are keys of an empty text.
        package let attributes: [String: String]
        /// The text up to the next tag, decoded.
        package let text: String

        package subscript(_ attribute: String) -> String? { attributes[attribute] }
    }

    package let tags: [Tag]

    package init(_ html: String) {
        var reader = MarkupReader(Array(html.utf8))
        tags = reader.tags()
    }

    package func all(_ name: String) -> [Tag] {
        tags.filter { $0.name == name && !$0.isEnd }
    }

    package func first(id: String) -> Tag? {
        tags.first { $0["id"] == id }
    }

    package var ids: [String] { tags.compactMap { $0["id"] } }

    /// Where the page's links and forms lead, without those that stay on it.
    package var targets: [String] {
        tags.compactMap { $0.name == "a" ? $0["href"] : nil }.filter { !$0.hasPrefix("#") }
    }

    /// The text of the first element whose attribute has that value; nil when there is none.
    package func text(where attribute: String, is value: String) -> String? {
        guard let start = tags.firstIndex(where: { $0[attribute] == value }) else { return nil }
        let name = tags[start].name
        var depth = 0
        var text = ""
        for tag in tags[start...] {
            if tag.name == name { depth += tag.isEnd ? -1 : 1 }
            if depth == 0 { break }
            text += tag.text + " "
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    package func text(id: String) -> String? { text(where: "id", is: id) }

    /// The value that an input of that name shows; the search in the head of the page aside.
    package func value(of name: String) -> String? {
        all("input").first { $0["name"] == name && $0["aria-label"] == nil }?["value"]
    }

    /// The values of the boxes and radio buttons of that name that are ticked.
    package func checked(_ name: String) -> [String] {
        all("input").filter { $0["name"] == name && $0["checked"] != nil }.compactMap {
            $0["value"]
        }
    }

    /// What is said beside the field of that name.
    package func error(of name: String) -> String? {
        text(id: "field-\(name.replacing("_", with: "-"))-error")
    }
}

/// A form as a browser would fill it in and send it.
package struct MarkupForm: Sendable {
    package let action: String
    package let method: String
    /// What is sent when nothing is touched; a button with a name is the first that can be pressed.
    package var fields: [(name: String, value: String)] = []
    /// Where a text can be typed.
    package var textFields: [String] = []
}

extension Markup {
    /// The forms of the page, and one for each button that sends its form elsewhere.
    package var forms: [MarkupForm] {
        var forms: [MarkupForm] = []
        var current: MarkupForm?
        var elsewhere: [(action: String, name: String?, value: String)] = []
        var hasOwnButton = false
        var select: String?
        for tag in tags {
            if tag.name == "form" {
                if let form = current {
                    if hasOwnButton { forms.append(form) }
                    forms += elsewhere.map { form.pressed($0.action, $0.name, $0.value) }
                }
                let action = tag["action"] ?? ""
                current =
                    tag.isEnd ? nil : MarkupForm(action: action, method: tag["method"] ?? "get")
                (elsewhere, hasOwnButton) = ([], false)
            }
            guard !tag.isEnd, tag["disabled"] == nil else { continue }
            switch (tag.name, tag["type"] ?? "text", tag["name"]) {
            case ("button", let type, let name) where type != "button":
                if let action = tag["formaction"] {
                    elsewhere.append((action, name, tag["value"] ?? ""))
                } else if !hasOwnButton {
                    hasOwnButton = true
                    if let name { current?.fields.append((name, tag["value"] ?? "")) }
                }
            case ("input", "checkbox", let name?), ("input", "radio", let name?):
                guard tag["checked"] != nil else { continue }
                current?.fields.append((name, tag["value"] ?? "on"))
            case ("select", _, let name?):
                select = name
            case ("option", _, _):
                // The first one, unless another is chosen.
                guard let name = select else { continue }
                let isFirst = current?.fields.contains { $0.name == name } == false
                guard isFirst || tag["selected"] != nil else { continue }
                current?.fields.removeAll { $0.name == name }
                current?.fields.append((name, tag["value"] ?? ""))
            case ("textarea", _, let name?):
                // The line break behind the tag is markup (HTML §13.1.2.5).
                let text = tag.text.hasPrefix("\n") ? String(tag.text.dropFirst()) : tag.text
                current?.fields.append((name, text))
                current?.textFields.append(name)
            case ("input", let type, let name?):
                current?.fields.append((name, tag["value"] ?? ""))
                if type != "hidden" { current?.textFields.append(name) }
            default: break
            }
        }
        return forms
    }
}

extension MarkupForm {
    /// The form as a button sends it that leads elsewhere.
    fileprivate func pressed(_ action: String, _ name: String?, _ value: String) -> MarkupForm {
        var form = MarkupForm(
            action: action,
            method: method,
            fields: fields,
            textFields: textFields
        )
        if let name { form.fields.append((name, value)) }
        return form
    }
}

/// Reads tags from bytes.
private struct MarkupReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func tags() -> [Markup.Tag] {
        var tags: [Markup.Tag] = []
        _ = text()
        while position < bytes.count {
            if position + 3 < bytes.count, bytes[position + 1] == UInt8(ascii: "!"),
                bytes[position + 2] == UInt8(ascii: "-")
            {
                skipComment()
            } else if let tag = tag() {
                tags.append(tag)
                continue
            }
            _ = text()
        }
        return tags
    }

    private mutating func skipComment() {
        while position < bytes.count, !bytes[position...].starts(with: "-->".utf8) { position += 1 }
        position = min(position + 3, bytes.count)
    }

    private mutating func tag() -> Markup.Tag? {
        position += 1
        let isEnd = take("/")
        let name = word(while: Self.isLetterOrDigit)
        var attributes: [String: String] = [:]
        while position < bytes.count, !take(">") {
            let attribute = word { !" \t\r\n=>/".utf8.contains($0) }
            guard !attribute.isEmpty else {
                position += 1
                continue
            }
            attributes[attribute] = take("=") ? value() : ""
        }
        let text = text()
        guard !name.isEmpty else { return nil }
        return Markup.Tag(name: name, isEnd: isEnd, attributes: attributes, text: text)
    }

    private mutating func value() -> String {
        guard take("\"") else { return word { !" \t\r\n>".utf8.contains($0) } }
        let value = word { $0 != UInt8(ascii: "\"") }
        position += 1
        return Self.decoded(value)
    }

    private mutating func text() -> String {
        Self.decoded(word { $0 != UInt8(ascii: "<") })
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
            return false
        }
        position += 1
        return true
    }

    private mutating func word(while isPart: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (48...57).contains(byte)
    }

    /// The text that character references stand for.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
        var decoded = String(parts.popFirst() ?? "")
        for part in parts {
            let end = part.firstIndex(of: ";") ?? part.endIndex
            let rest = end < part.endIndex ? part[part.index(after: end)...] : ""
            decoded += (character(part[..<end]) ?? "&\(part[..<end]);") + rest
        }
        return decoded
    }

    private static func character(_ name: Substring) -> String? {
        let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\""]
        if let text = named[String(name)] { return text }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { Unicode.Scalar($0) }.map { String($0) }
    }
}
