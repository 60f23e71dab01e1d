/// Names of the API in Swift.
enum SwiftName {
    /// Words that are written in capitals as a whole (Swift API Design Guidelines, "acronyms").
    private static let capitals = ["id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs"]

    /// What can't be a name without quotes (The Swift Programming Language, "Keywords"): those among
    /// them that somebody could call a member.
    private static let keywords: Set = [
        "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else",
        "enum", "extension", "false", "for", "func", "guard", "if", "import", "in", "init",
        "internal", "is", "let", "nil", "operator", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Types that a member's own type must not hide.
    private static let types: Set = [
        "Bool", "Codable", "CodingKeys", "Data", "Date", "Decoder", "Encodable", "Encoder",
        "Equatable", "Error", "Int", "Protocol", "Sendable", "String", "Type", "URL",
    ]

    /// `position_seconds` is `positionSeconds`, and `book_id` is `bookID`.
    static func member(_ name: String) -> String {
        let words = words(name)
        let first = words.first ?? ""
        let joined = first + words.dropFirst().map(capitalized).joined()
        return keywords.contains(joined) ? "`\(joined)`" : joined
    }

    /// The type of a member that is an object, or a choice.
    static func type(_ name: String) -> String {
        let joined = words(name).map(capitalized).joined()
        return types.contains(joined) ? joined + "Part" : joined
    }

    /// The content of `createChild` is a `CreateChildContent`.
    static func type(of operation: Operation, _ end: String) -> String {
        operation.name.prefix(1).uppercased() + operation.name.dropFirst() + end
    }

    /// The names of an enum's cases; nil when some word is none.
    static func cases(_ words: [String]) -> [(name: String, word: String)]? {
        let cases = words.map { (name: member($0), word: $0) }
        let arePlain = words.allSatisfy { word in
            word.first?.isLetter == true
                && word.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0))
                }
        }
        return arePlain ? cases : nil
    }

    private static func words(_ name: String) -> [String] {
        name.split { $0 == "_" || $0 == "-" }.map(String.init)
    }

    private static func capitalized(_ word: String) -> String {
        capitals[word] ?? word.prefix(1).uppercased() + word.dropFirst()
    }
}
