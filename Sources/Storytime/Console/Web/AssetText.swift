/// The part of a style sheet or a script that is sent: the lines that do something.
///
/// Owned by `Assets`. The files of `Public/` keep their comments and their indentation for their
/// readers; browsers would load a third of it without needing or seeing it.
enum AssetText {
    /// Leaves out lines that are only comments, empty lines, and spaces around lines.
    ///
    /// It knows no grammar: a comment after code on the same line stays, and these files must not
    /// contain text of several lines (a template literal of a script); a test looks for it.
    static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var sent: [UInt8] = []
        sent.reserveCapacity(bytes.count)
        var isInComment = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = trimmed(line)
            if isInComment || text.starts(with: "/*".utf8) {
                isInComment = !ends(text, with: "*/")
                continue
            }
            if text.isEmpty || text.starts(with: "//".utf8) { continue }
            sent += text
            sent.append(UInt8(ascii: "\n"))
        }
        return sent
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = line.firstIndex(where: { !isBlank($0) }),
            let last = line.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return line[first...last]
    }

    private static func ends(_ line: ArraySlice<UInt8>, with end: String) -> Bool {
        line.suffix(end.utf8.count).elementsEqual(end.utf8)
    }
}
