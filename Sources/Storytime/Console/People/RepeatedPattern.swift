/// Finds passwords that are one short thing over and over: guessers try them right after the words.
enum RepeatedPattern {
    /// "1234" twice is the longest that is recognised.
    private static let longest = 4

    /// Whether a text consists of a pattern of at most four characters, over and over, or of nothing but
    /// space. Large and small letters are the same.
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
