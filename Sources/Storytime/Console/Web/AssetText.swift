/// What of a style sheet or a script is sent: the lines that do something.
///
/// Owned by `Assets`. The files of `Public/` keep their comments and their indentation for those who
/// read them; a third of what browsers would load is neither needed nor seen there.
enum AssetText {
    /// Leaves out lines that are comments and nothing else, empty lines, and spaces around lines.
    ///
    /// It knows no grammar: a comment after code on the same line stays, and a text of several lines
    /// (a template literal of a script) must not be in these files; a test looks for them.
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
