/// A random code that people copy by hand, from a terminal or from paper.
enum WrittenCode {
    /// Letters and digits that can't be mistaken for each other.
    private static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    private static let length = 12

    /// Twelve characters in groups of four, like ABCD-EFGH-JKLM: 60 bits.
    static func make() throws -> String {
        var characters: [Character] = []
        for (index, byte) in try Random.bytes(length).enumerated() {
            if index > 0 && index % 4 == 0 { characters.append("-") }
            // 32 letters: five bits each, all equally likely.
            characters.append(alphabet[Int(byte) % alphabet.count])
        }
        return String(characters)
    }

    /// The part of a typed code that counts: without case, hyphens and spaces.
    static func bare(_ text: String) -> String {
        String(text.uppercased().filter { $0 != "-" && $0 != " " })
    }
}
