/// `multipart/form-data` (RFC 7578, RFC 2046 §5.1.1) in memory; strict and bounded.
///
/// Strict: every boundary line ends in CRLF, nothing but white space precedes the first one and nothing
/// at all follows the last, every part has a name. What browsers send passes; what two parsers could
/// read in two ways does not.
package struct MultipartForm: Sendable {
    /// A field or a file.
    package struct Part: Sendable {
        package let name: String
        /// Nil for a plain field. What a browser says the file was called: text, never a path to use.
        package let filename: String?
        package let contentType: String?
        /// Where in the form's content the part's own content lies.
        package let range: Range<Int>
    }

    /// Parts of a form; and the size of one part's fields, of which a browser sends two.
    package static let maximumParts = 1_000
    package static let maximumHeadBytes = 8 * 1024

    package let parts: [Part]
    private let content: [UInt8]

    /// `contentType` is the request's; nil parts of it and anything malformed throw.
    package init(_ content: [UInt8], contentType: String) throws(FormError) {
        guard let type = MediaType(contentType), type.essence == "multipart/form-data",
            let boundary = type["boundary"], (1...70).contains(boundary.utf8.count)
        else { throw .malformed("content type") }
        var scanner = MultipartScanner(content, boundary: boundary)
        parts = try scanner.parts()
        self.content = content
    }

    package func bytes(of part: Part) -> ArraySlice<UInt8> { content[part.range] }

    /// The text of the first plain field of that name; throws if it is not UTF-8.
    package func first(_ name: String) throws(FormError) -> String? {
        guard let part = parts.first(where: { $0.name == name && $0.filename == nil }) else {
            return nil
        }
        guard let text = String(validating: bytes(of: part), as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// The files of that name. A file field left empty comes without name and content, and is skipped.
    package func files(_ name: String) -> [Part] {
        parts.filter { part in
            guard part.name == name, let filename = part.filename else { return false }
            return !filename.isEmpty || !part.range.isEmpty
        }
    }
}

/// Finds the parts between the boundary lines, in one pass.
struct MultipartScanner {
    private let content: [UInt8]
    /// CRLF, two dashes, the boundary: what ends a part.
    private let delimiter: [UInt8]
    private var position = 0

    init(_ content: [UInt8], boundary: String) {
        self.content = content
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    mutating func parts() throws(FormError) -> [MultipartForm.Part] {
        var parts: [MultipartForm.Part] = []
        // The first boundary has no line before it.
        guard content.starts(with: delimiter.dropFirst(2)) else {
            throw .malformed("first boundary")
        }
        position = delimiter.count - 2
        while try beginsPart() {
            guard parts.count < MultipartForm.maximumParts else { throw .tooManyFields }
            let headers = try partHead()
            guard let end = nextDelimiter() else { throw .malformed("missing boundary") }
            parts.append(try part(headers, position..<end))
            position = end + delimiter.count
        }
        return parts
    }

    /// After a boundary: CRLF begins a part, `--` and perhaps one CRLF ends the form.
    private mutating func beginsPart() throws(FormError) -> Bool {
        let start = position
        let rest = content[start...]
        if rest.starts(with: "\r\n".utf8) {
            position = start + 2
            return true
        }
        guard rest.elementsEqual("--".utf8) || rest.elementsEqual("--\r\n".utf8) else {
            throw .malformed("boundary line")
        }
        return false
    }

    /// The part's fields, up to the empty line.
    private mutating func partHead() throws(FormError) -> Headers {
        var headers = Headers()
        let content = content
        let span = content.span
        let headStart = position
        var isComplete = false
        while !isComplete {
            let searched = position..<min(content.count, headStart + MultipartForm.maximumHeadBytes)
            guard !searched.isEmpty,
                let end = span.firstIndex(of: ASCII.lineFeed, in: searched),
                end > position, content[end - 1] == ASCII.carriageReturn
            else { throw .malformed("part head") }
            let line = position..<end - 1
            position = end + 1
            isComplete = line.isEmpty
            guard !isComplete else { continue }
            guard let field = try? FieldLine.parse(span, line, relativeTo: 0) else {
                throw .malformed("part field")
            }
            let name = span.text(at: Int(field.name.lowerBound)..<Int(field.name.upperBound))
            let value = span.text(at: Int(field.value.lowerBound)..<Int(field.value.upperBound))
            headers.add(name, value)
        }
        return headers
    }

    private func part(
        _ headers: Headers,
        _ range: Range<Int>
    ) throws(FormError) -> MultipartForm.Part {
        guard let disposition = headers["Content-Disposition"],
            let fields = FormDisposition(disposition)
        else { throw .malformed("Content-Disposition") }
        return MultipartForm.Part(
            name: fields.name,
            filename: fields.filename,
            contentType: headers["Content-Type"],
            range: range
        )
    }

    /// Where the next boundary begins, its CRLF counted.
    private func nextDelimiter() -> Int? {
        let span = content.span
        let last = content.count - delimiter.count
        var start = position
        while start <= last {
            guard let found = span.firstIndex(of: ASCII.carriageReturn, in: start..<last + 1) else {
                return nil
            }
            if matchesDelimiter(span, at: found) { return found }
            start = found + 1
        }
        return nil
    }

    private func matchesDelimiter(_ span: Span<UInt8>, at start: Int) -> Bool {
        for offset in delimiter.indices where span[start + offset] != delimiter[offset] {
            return false
        }
        return true
    }
}

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
