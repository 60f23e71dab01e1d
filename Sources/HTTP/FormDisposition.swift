/// `form-data; name="…"; filename="…"` as browsers write it (WHATWG HTML §4.10.21.8): within the quotes
/// only `"`, CR and LF are escaped, as `%22`, `%0D` and `%0A`; a backslash stands for itself.
struct FormDisposition {
    let name: String
    let filename: String?

    init?(_ value: String) {
        var rest = value.utf8[...]
        let type = String(Substring(rest.takePiece(before: ASCII.semicolon).trimmingBlanks()))
        guard equalsIgnoringCase(type, "form-data") else { return nil }
        var found: [String: String] = [:]
        while !rest.isEmpty {
            guard let (key, text) = FormDisposition.parameter(&rest), found[key] == nil else {
                return nil
            }
            found[key] = text
        }
        guard let name = found["name"] else { return nil }
        self.name = name
        filename = found["filename"]
    }

    private static func parameter(_ rest: inout Substring.UTF8View) -> (String, String)? {
        guard rest.contains(ASCII.equals) else { return nil }
        let key = Substring(rest.takePiece(before: ASCII.equals).trimmingBlanks()).lowercased()
        guard let quoted = rest.takeQuoted() else {
            let text = rest.takePiece(before: ASCII.semicolon).trimmingBlanks()
            return text.isEmpty || text.contains(ASCII.quote) ? nil : (key, String(Substring(text)))
        }
        guard rest.takePiece(before: ASCII.semicolon).trimmingBlanks().isEmpty else { return nil }
        return (key, unescaped(String(Substring(quoted))))
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
