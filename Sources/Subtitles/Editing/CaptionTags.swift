import Received

/// Tags that were never closed, or closed in the wrong order: in the markup that the file has, or as text
/// where nobody read them as tags.
enum CaptionTags {
    static func isUnbalanced(_ cue: Cue) -> Bool {
        cue.source.map { !isBalanced(tags($0), endsAreOptional: true) } ?? false
            || !isBalanced(tags(cue.text))
    }

    /// Without the file’s markup, ours is written, which is balanced. Tags that are text go.
    static func balance(_ cue: inout Cue) {
        cue.source = nil
        let found = tags(cue.text)
        guard !isBalanced(found) else { return }
        cue.replace(found.map(\.range), with: "")
    }

    private struct Tag {
        let name: String
        let isEnd: Bool
        let range: Range<Int>
    }

    private static let names: Set<String> = [
        "b", "i", "u", "s", "c", "v", "font", "lang", "ruby", "rt",
    ]

    /// `endsAreOptional`: WebVTT lets a voice go on to the end of the cue, and `</ruby>` close a text above.
    private static func isBalanced(_ tags: [Tag], endsAreOptional: Bool = false) -> Bool {
        var open: [String] = []
        for tag in tags {
            guard tag.isEnd else {
                open.append(tag.name)
                continue
            }
            if endsAreOptional, tag.name == "ruby", open.last == "rt" { open.removeLast() }
            guard open.popLast() == tag.name else { return false }
        }
        return endsAreOptional ? open.allSatisfy { $0 == "v" } : open.isEmpty
    }

    private static func isAngle(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }

    /// `<`, perhaps a slash, one of the names, perhaps classes or attributes, `>`.
    private static func tags(_ text: String) -> [Tag] {
        let bytes = Array(text.utf8)
        var tags: [Tag] = []
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
            let first = isEnd ? index + 1 : index
            var end = first
            while end < bytes.count, bytes[end].isLetter { end += 1 }
            let name = ReceivedText.repair(bytes[first..<end]).lowercased()
            // The next tag’s beginning ends the search, too: it would be long where nothing is closed.
            guard names.contains(name), end < bytes.count,
                let close = bytes[end...].firstIndex(where: isAngle),
                bytes[close] == UInt8(ascii: ">"),
                close == end || bytes[end] == UInt8(ascii: ".") || bytes[end].isSpace
            else { continue }
            tags.append(Tag(name: name, isEnd: isEnd, range: start..<close + 1))
            index = close + 1
        }
        return tags
    }
}
