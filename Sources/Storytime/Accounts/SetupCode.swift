/// The one-time code that makes the first admin: printed where the server was started, so that a
/// stranger who finds the setup page first can do nothing with it.
struct SetupCode: Sendable {
    /// Letters and digits that can't be taken for each other.
    private static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    private static let length = 12

    /// Twelve characters in groups of four: 60 bits.
    let text: String

    init() throws {
        var characters: [Character] = []
        for (index, byte) in try Random.bytes(Self.length).enumerated() {
            if index > 0 && index % 4 == 0 { characters.append("-") }
            // 32 letters: five bits each, all equally likely.
            characters.append(Self.alphabet[Int(byte) % Self.alphabet.count])
        }
        text = String(characters)
    }

    /// Whether that is the code, in either case and with or without its hyphens.
    func matches(_ typed: String) -> Bool {
        Digest.isEqual(Self.bare(typed), Self.bare(text))
    }

    private static func bare(_ text: String) -> [UInt8] {
        Array(text.uppercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != 32 })
    }
}
