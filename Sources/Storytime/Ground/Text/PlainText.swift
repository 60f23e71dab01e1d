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

    /// The name of a file as it is kept: its end says the most, so a long one loses its middle. The limit is one
    /// of code points, which are what the database counts.
    static func fileName(_ name: String, limit: Int = 200) -> String {
        let scalars = name.unicodeScalars
        guard scalars.count > limit else { return name }
        let end = scalars.suffix(min(60, limit / 2))
        let beginning = scalars.prefix(limit - end.count - 1)
        return String(Substring(beginning)) + "…" + String(Substring(end))
    }
}
