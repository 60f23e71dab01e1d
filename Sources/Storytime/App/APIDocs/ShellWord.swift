/// A word of a command for a shell: text that is quoted if necessary, with variables in it.
///
/// The quoting is POSIX's (XCU §2.2): nothing but a quote ends a text in single quotes, so that
/// bash, zsh and dash read it the same way, and nothing in a text can be a command.
struct ShellWord {
    /// Secrets, which are in a variable instead of in a command.
    enum Variable: String, CaseIterable {
        case password = "PASSWORD"
        case refreshToken = "REFRESH_TOKEN"

        /// Its placeholder in a text.
        var mark: String { "${\(rawValue)}" }
    }

    private let text: String

    /// A text in which the placeholders of variables stand for their values.
    init(_ text: String) {
        self.text = text
    }

    /// The word as it is written in a command.
    var quoted: String { Self.quoted(text[...]) }

    private static func quoted(_ text: Substring) -> String {
        for variable in Variable.allCases {
            guard let range = text.firstRange(of: variable.mark) else { continue }
            return part(text[..<range.lowerBound]) + "\"$\(variable.rawValue)\""
                + part(text[range.upperBound...])
        }
        return plain(text)
    }

    /// The text beside a variable.
    private static func part(_ text: Substring) -> String { text.isEmpty ? "" : quoted(text) }

    private static func plain(_ text: Substring) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._/:@%+,".utf8.contains(byte)
            }
        }
        if isPlain, !text.isEmpty { return String(text) }
        return "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}
