/// An entity tag (RFC 9110 §8.8.3): names one version of a representation.
package struct EntityTag: Equatable, Sendable, CustomStringConvertible {
    package let isWeak: Bool
    /// The text between the quotes.
    package let opaque: String

    package init(isWeak: Bool = false, opaque: String) {
        self.isWeak = isWeak
        self.opaque = opaque
    }

    /// Reads `"…"` or `W/"…"`; nil for anything else.
    package init?(_ text: String) {
        let list = EntityTag.list(text)
        guard list.count == 1, let tag = list.first else { return nil }
        self = tag
    }

    package var description: String { isWeak ? "W/\"\(opaque)\"" : "\"\(opaque)\"" }

    /// §8.8.3.2: strong comparison wants two strong tags, weak comparison only equal ones.
    package func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    package func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// The tags of a comma-separated list. Reading ends at the first thing that isn't a tag, so a
    /// malformed list matches less, never more.
    static func list(_ text: String) -> [EntityTag] {
        var tags: [EntityTag] = []
        var rest = text.utf8[...].trimmingBlanks()
        while !rest.isEmpty {
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest = rest.dropFirst(2) }
            guard let opaque = rest.takeQuoted(),
                opaque.allSatisfy({ $0 > ASCII.space && $0 != ASCII.delete }),
                rest.takePiece(before: ASCII.comma).trimmingBlanks().isEmpty
            else { return tags }
            tags.append(EntityTag(isWeak: isWeak, opaque: String(Substring(opaque))))
            rest = rest.drop { $0 == ASCII.comma || $0.isBlank }
        }
        return tags
    }
}
