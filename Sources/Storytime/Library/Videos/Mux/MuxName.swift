/// Texts from Mux that go into columns of limited length.
enum MuxName {
    /// A name. Mux promises at most 255 characters; anything longer isn't one.
    static func text(_ text: String?, upTo most: Int = 255) -> String? {
        text.flatMap { (1...most).contains($0.unicodeScalars.count) ? $0 : nil }
    }

    /// What we had Mux keep with an asset, which may be nothing at all.
    static func passthrough(_ text: String?) -> String? {
        text.flatMap { $0.unicodeScalars.count <= 255 ? $0 : nil }
    }

    /// The beginning of a text, counted as the database counts.
    static func cut(_ text: String, to most: Int) -> String {
        // So few bytes can't be more characters.
        guard text.utf8.count > most else { return text }
        let end = text.unicodeScalars.index(
            text.startIndex,
            offsetBy: most,
            limitedBy: text.endIndex
        )
        return String(text[..<(end ?? text.endIndex)])
    }
}
