/// Finds passwords that repeat one short pattern: guessers try them right after the words.
enum RepeatedPattern {
    /// "1234" twice is the longest that is recognized.
    private static let longest = 4

    /// Whether a text only repeats a pattern of at most four characters, or only contains spaces.
    /// Case is ignored.
    static func isAll(of text: String) -> Bool {
        let scalars = Array(Folding.fold(text).unicodeScalars)
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            return true
        }
        return (1...longest).contains { period in
            scalars.count >= 2 * period
                && scalars.indices.dropFirst(period).allSatisfy {
                    scalars[$0] == scalars[$0 - period]
                }
        }
    }
}
