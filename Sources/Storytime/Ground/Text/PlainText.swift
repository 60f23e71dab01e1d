/// What browsers, programs and people put around the words of a text.
enum PlainText {
    /// Browsers end lines with CR LF (HTML §4.10.21.8); we keep LF.
    static func lines(of text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// Without white space, as Unicode has it, at both ends.
    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        // A piece of a text has no letter with more marks than the text.
        return String(Substring(scalars[first...last]))
    }
}
