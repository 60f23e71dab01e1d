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
