/// JSON (RFC 8259) of a value.
///
/// `< > & '` and the two line separators that JavaScript does not allow in text are written as
/// `\u003c` and so on, as Jinja's `tojson` does: whatever a script does with an attribute's JSON,
/// there is no markup in it.
enum JSONText {
    static func encode(_ value: Value) -> String {
        var text = ""
        append(value, to: &text)
        return text
    }

    private static func append(_ value: Value, to text: inout String) {
        switch value {
        case .none: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .int(let value): text += String(value)
        // RFC 8259 §6: infinities and NaN have no JSON.
        case .double(let value): text += value.isFinite ? String(value) : "null"
        case .text(let value): append(value, to: &text)
        case .html(let value): append(value.markup, to: &text)
        case .list(let values): append(values, to: &text)
        case .record(let record): append(record, to: &text)
        }
    }

    private static func append(_ values: [Value], to text: inout String) {
        text += "["
        for (index, value) in values.enumerated() {
            if index > 0 { text += ", " }
            append(value, to: &text)
        }
        text += "]"
    }

    private static func append(_ record: RecordValue, to text: inout String) {
        text += "{"
        for (index, name) in record.names.enumerated() where index < record.values.count {
            if index > 0 { text += ", " }
            append(name, to: &text)
            text += ": "
            append(record.values[index], to: &text)
        }
        text += "}"
    }

    private static func append(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "<", ">", "&", "'", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
