import Received

/// Takes apart tags as they stand in a file. They come from a document that is known to be well-formed.
enum XMLSource {
    /// An attribute as it stands there: its name, and all of it.
    struct Attribute {
        let name: String
        let value: String
        let text: String
    }

    static func attributes(_ tag: String) -> [Attribute] {
        var attributes: [Attribute] = []
        let bytes = Array(tag.utf8)
        var index = bytes.firstIndex { $0.isSpace } ?? bytes.count
        while index < bytes.count {
            while index < bytes.count, bytes[index].isSpace { index += 1 }
            let start = index
            while index < bytes.count, bytes[index] != UInt8(ascii: "="), !bytes[index].isSpace {
                index += 1
            }
            let name = start..<index
            while index < bytes.count, bytes[index] != UInt8(ascii: "\""),
                bytes[index] != UInt8(ascii: "'")
            {
                index += 1
            }
            guard index < bytes.count else { break }
            let quote = bytes[index]
            let value = index + 1
            guard let end = bytes[value...].firstIndex(of: quote) else { break }
            attributes.append(
                Attribute(
                    name: ReceivedText.repair(bytes[name]),
                    value: ReceivedText.repair(bytes[value..<end]),
                    text: ReceivedText.repair(bytes[start...end])
                )
            )
            index = end + 1
        }
        return attributes
    }

    /// What a paragraph says besides its times, its name and its language.
    static func kept(_ tag: String) -> String {
        let ours: Set = ["begin", "end", "dur", "timeContainer", "xml:id", "xml:space", "xml:lang"]
        return attributes(tag).filter { !ours.contains($0.name) && !$0.name.hasPrefix("xmlns") }
            .map(\.text).joined(separator: " ")
    }

    static func frame(root: String, head: String, body: String) -> TTMLFrame {
        let name = root.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        let prefix = name.firstIndex(of: ":").map { String(name[...$0]) } ?? ""
        return TTMLFrame(
            root: root,
            head: head,
            body: body,
            prefix: prefix,
            stylingPrefix: self.prefix(root, "#styl"),
            metadataPrefix: self.prefix(root, "#metadata")
        )
    }

    /// The prefix that the root element declares for a namespace of TTML.
    private static func prefix(_ root: String, _ part: String) -> String? {
        let declaration = attributes(root).first {
            $0.name.hasPrefix("xmlns:") && $0.value.hasPrefix("http://www.w3.org/")
                && $0.value.contains(part)
        }
        return declaration.map { String($0.name.dropFirst(6)) + ":" }
    }
}
