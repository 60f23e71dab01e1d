/// What is wrong with a template, and where: found when templates are compiled, or, for the few
/// things that depend on the data (a filter that fails, a sum too large), when one is rendered.
package struct TemplateError: Error, Sendable, Equatable, CustomStringConvertible {
    package let template: String
    /// Counted from 1.
    package let line: Int
    /// In characters, counted from 1.
    package let column: Int
    package let message: String
    package let sourceLine: String
    /// The name that was probably meant.
    package let suggestion: String?
    /// Where the template was included from, innermost first, as `file:line`.
    package var includedFrom: [String] = []

    package var description: String {
        var text = "\(template):\(line):\(column): \(message)"
        if !sourceLine.isEmpty {
            // A tab stays a tab, so that the caret is below what it points at.
            let indent = sourceLine.prefix(column - 1).map { $0 == "\t" ? "\t" : " " }
            text += "\n    \(sourceLine)\n    \(indent.joined())^"
        }
        if let suggestion { text += "\n    did you mean \(suggestion)?" }
        for place in includedFrom { text += "\n    included from \(place)" }
        return text
    }
}

/// The text of one template, which errors point into.
final class SourceText: Sendable {
    let name: String
    let bytes: [UInt8]

    /// Line ends become `\n`, and one at the very end is dropped, as Jinja does.
    init(_ source: TemplateSource) {
        name = source.name
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.text.utf8.count)
        var previous: UInt8 = 0
        for byte in source.text.utf8 {
            let isSecondHalf = byte == UInt8(ascii: "\n") && previous == UInt8(ascii: "\r")
            if !isSecondHalf {
                bytes.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte)
            }
            previous = byte
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        self.bytes = bytes
    }

    func line(at offset: Int) -> Int {
        bytes[..<min(offset, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }

    func error(at offset: Int, _ message: String, suggestion: String? = nil) -> TemplateError {
        let offset = min(offset, bytes.count)
        let newline = UInt8(ascii: "\n")
        let start = bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: newline) ?? bytes.count
        return TemplateError(
            template: name,
            line: line(at: offset),
            column: String(decoding: bytes[start..<offset], as: UTF8.self).count + 1,
            message: message,
            sourceLine: String(decoding: bytes[start..<end], as: UTF8.self),
            suggestion: suggestion
        )
    }
}

/// A place in a template.
struct Place: Sendable {
    let source: SourceText
    let offset: Int

    func error(_ message: String, suggestion: String? = nil) -> TemplateError {
        source.error(at: offset, message, suggestion: suggestion)
    }

    /// As `file:line`.
    var label: String { "\(source.name):\(source.line(at: offset))" }
}
