import Received

/// JSON laid out for people: a line for each value, indented.
///
/// It moves tokens without looking into them, so that numbers, escapes and the order of members
/// stay as they were sent; text that isn't JSON comes out much as it went in.
struct JSONLayout {
    /// Deeper than any document that a person reads; beyond it, lines are not indented further.
    private static let deepestIndent = 20

    private var output: [UInt8] = []
    private var depth = 0

    /// At most this many bytes of it, and whether that is all.
    static func text(_ json: [UInt8], limit: Int) -> (text: String, isWhole: Bool) {
        var layout = JSONLayout()
        layout.write(json.prefix(limit))
        return (OwnText.decode(layout.output), json.count <= limit)
    }

    private mutating func write(_ json: ArraySlice<UInt8>) {
        var isInText = false
        var isEscaped = false
        for (index, byte) in zip(json.indices, json) {
            if isInText {
                output.append(byte)
                isInText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                break
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                output.append(byte)
                depth += 1
                // If it is empty, it stays on its line.
                if index + 1 < json.endIndex, !Self.isEnd(json[index + 1]) { breakLine() }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth = max(depth - 1, 0)
                if let last = output.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
                    breakLine()
                }
                output.append(byte)
            case UInt8(ascii: ","):
                output.append(byte)
                breakLine()
            case UInt8(ascii: ":"):
                output += [byte, UInt8(ascii: " ")]
            default:
                output.append(byte)
                isInText = byte == UInt8(ascii: "\"")
            }
        }
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    private mutating func breakLine() {
        output.append(UInt8(ascii: "\n"))
        output += Array(repeating: UInt8(ascii: " "), count: 2 * min(depth, Self.deepestIndent))
    }
}
