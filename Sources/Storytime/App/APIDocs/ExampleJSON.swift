/// An example in JSON, piece by piece in its order, so that it can be shown on lines of its own
/// and filled with other values. `JSONValue` would lose the order.
struct ExampleJSON {
    enum Piece: Equatable {
        /// `{`, `[`, `}` or `]`.
        case open(Character)
        case close(Character)
        case comma
        /// The name of a member, in its quotes.
        case name(String)
        /// A text in its quotes, a number, true, false or null.
        case value(String)
    }

    private(set) var pieces: [Piece] = []

    init(_ text: some StringProtocol) {
        var rest = Substring(text)
        while let first = rest.first {
            switch first {
            case "{", "[":
                pieces.append(.open(first))
                rest = rest.dropFirst()
            case "}", "]":
                pieces.append(.close(first))
                rest = rest.dropFirst()
            case ",":
                pieces.append(.comma)
                rest = rest.dropFirst()
            case ":": rest = rest.dropFirst()
            case "\"": readText(&rest)
            case let space where space.isWhitespace: rest = rest.dropFirst()
            default:
                let word = rest.prefix { !",]}".contains($0) && !$0.isWhitespace }
                pieces.append(.value(String(word)))
                // A character that can't begin a value is skipped.
                rest = rest.dropFirst(max(word.count, 1))
            }
        }
    }

    private mutating func readText(_ rest: inout Substring) {
        var length = 1
        var isEscaped = false
        for character in rest.dropFirst() {
            length += 1
            if character == "\"", !isEscaped { break }
            isEscaped = character == "\\" && !isEscaped
        }
        let text = String(rest.prefix(length))
        rest = rest.dropFirst(length)
        let isName = rest.first { !$0.isWhitespace } == ":"
        pieces.append(isName ? .name(text) : .value(text))
    }

    /// Replaces each value for which `replace` has another one, by the name of its member.
    mutating func replaceValues(_ replace: (_ name: String, _ value: String) -> String?) {
        var name = ""
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .name(let text): name = String(text.dropFirst().dropLast())
            case .value(let text):
                if let other = replace(name, text) { pieces[index] = .value(other) }
            default: break
            }
        }
    }

    /// On one line, as for a shell.
    var line: String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .open(let sign), .close(let sign): text.append(sign)
            case .comma: text += ", "
            case .name(let name): text += name + ": "
            case .value(let value): text += value
            }
        }
    }

    /// A member on each line.
    var lines: String {
        var text = ""
        var depth = 0
        let newLine = { (depth: Int) in "\n" + String(repeating: "  ", count: max(depth, 0)) }
        for (index, piece) in pieces.enumerated() {
            let isEmpty = index > 0 && Self.isOpen(pieces[index - 1])
            switch piece {
            case .close(let sign):
                depth -= 1
                text += isEmpty ? String(sign) : newLine(depth) + String(sign)
                continue
            case .comma:
                text += "," + newLine(depth)
                continue
            default: break
            }
            if isEmpty { text += newLine(depth) }
            switch piece {
            case .open(let sign):
                text.append(sign)
                depth += 1
            case .name(let name): text += name + ": "
            case .value(let value): text += value
            default: break
            }
        }
        return text
    }

    private static func isOpen(_ piece: Piece) -> Bool {
        if case .open = piece { true } else { false }
    }
}
