/// `form-data; name="…"; filename="…"` as browsers write it (WHATWG HTML §4.10.21.8): within the quotes
/// only `"`, CR and LF are escaped, as `%22`, `%0D` and `%0A`; a backslash stands for itself.
struct FormDisposition {
    let name: String
    let filename: String?

    init?(_ value: String) {
        var rest = value[...]
        guard let type = FormDisposition.piece(&rest), equalsIgnoringCase(type, "form-data") else {
            return nil
        }
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

    /// What stands before the next ";", which is taken too.
    private static func piece(_ rest: inout Substring) -> String? {
        let end = rest.firstIndex(of: ";") ?? rest.endIndex
        let text = rest[..<end].trimmingBlanks()
        rest = rest[end...].dropFirst()
        return text.isEmpty ? nil : String(text)
    }

    private static func parameter(_ rest: inout Substring) -> (String, String)? {
        guard let equals = rest.firstIndex(of: "=") else { return nil }
        let key = rest[..<equals].trimmingBlanks().lowercased()
        rest = rest[rest.index(after: equals)...]
        guard rest.first == "\"" else {
            return piece(&rest).map { (key, $0) }
        }
        rest = rest.dropFirst()
        guard let quote = rest.firstIndex(of: "\"") else { return nil }
        let text = unescaped(rest[..<quote])
        let after = rest[rest.index(after: quote)...].trimmingBlanks()
        guard after.isEmpty || after.first == ";" else { return nil }
        rest = after.dropFirst()
        return (key, text)
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("%22", with: "\"")
            .replacing("%0D", with: "\r")
            .replacing("%0A", with: "\n")
    }
}
