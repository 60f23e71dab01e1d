import Glibc
import Received

/// Finds the parts between the boundary lines, in one pass.
struct MultipartScanner {
    private var window: BodyWindow
    /// CRLF, two dashes and the boundary, which end a part.
    private let delimiter: [UInt8]
    private var position = 0
    private var textBytes = 0

    init(_ window: BodyWindow, boundary: String) {
        self.window = window
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    mutating func parts() throws(FormError) -> [MultipartForm.Part] {
        var parts: [MultipartForm.Part] = []
        // The first boundary has no line before it.
        try window.show(delimiter.count, from: 0)
        guard window.bytes.starts(with: delimiter.dropFirst(2)) else {
            throw .malformed("first boundary")
        }
        position = delimiter.count - 2
        while try beginsPart() {
            guard parts.count < MultipartForm.maximumParts else { throw .tooManyFields }
            let headStart = position
            let headers = try partHead()
            let start = position
            guard let end = try nextDelimiter() else { throw .malformed("missing boundary") }
            let part = try part(headers, start..<end)
            try countText(start - headStart + (part.filename == nil ? part.range.count : 0))
            parts.append(part)
            position = end + delimiter.count
        }
        return parts
    }

    /// After a boundary: CRLF begins a part, `--` and perhaps one CRLF ends the form.
    private mutating func beginsPart() throws(FormError) -> Bool {
        // One byte more than the longest ending, to see that nothing follows it.
        try window.show(5, from: position)
        let rest = window.rest(from: position)
        if rest.starts(with: "\r\n".utf8) {
            position += 2
            return true
        }
        guard rest.elementsEqual("--".utf8) || rest.elementsEqual("--\r\n".utf8) else {
            throw .malformed("boundary line")
        }
        return false
    }

    /// The part's fields, up to the empty line.
    private mutating func partHead() throws(FormError) -> Headers {
        try window.show(MultipartForm.maximumHeadBytes, from: position)
        var headers = Headers()
        let bytes = window.bytes
        let span = bytes.span
        let headStart = position - window.start
        let headEnd = min(bytes.count, headStart + MultipartForm.maximumHeadBytes)
        var lineStart = headStart
        var isComplete = false
        while !isComplete {
            guard let end = span.firstIndex(of: ASCII.lineFeed, in: lineStart..<headEnd),
                end > lineStart, bytes[end - 1] == ASCII.carriageReturn
            else { throw .malformed("part head") }
            let line = lineStart..<end - 1
            lineStart = end + 1
            isComplete = line.isEmpty
            guard !isComplete else { continue }
            guard let field = try? FieldLine.parse(span, line, relativeTo: 0) else {
                throw .malformed("part field")
            }
            let name = span.text(at: Int(field.name.lowerBound)..<Int(field.name.upperBound))
            let value = Int(field.value.lowerBound)..<Int(field.value.upperBound)
            // A name that is read as something else is no reason to refuse.
            if case .tooManyMarks? = refusal(of: bytes[value]) { throw .tooManyMarks }
            headers.add(name, span.text(at: value))
        }
        position = window.start + lineStart
        return headers
    }

    private func refusal(of bytes: ArraySlice<UInt8>) -> ReceivedText.Refusal? {
        do {
            _ = try ReceivedText.read(bytes)
            return nil
        } catch {
            return error
        }
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

    private mutating func countText(_ bytes: Int) throws(FormError) {
        textBytes += bytes
        guard textBytes <= MultipartForm.maximumTextBytes else { throw .tooMuchText }
    }

    /// Where the next boundary begins, including its CRLF. A boundary cut by the end of the window
    /// is found whole in the next one, which begins before it.
    private mutating func nextDelimiter() throws(FormError) -> Int? {
        var searched = position
        while searched + delimiter.count <= window.count {
            try window.show(delimiter.count, from: searched)
            if let found = delimiterInWindow(from: searched) { return found }
            searched = window.end - delimiter.count + 1
        }
        return nil
    }

    /// `memchr` compares 32 bytes at a time: a video has a CR every 256 bytes, and is scanned
    /// faster than the disk delivers it.
    private func delimiterInWindow(from first: Int) -> Int? {
        window.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var offset = first - window.start
            let end = bytes.count - delimiter.count + 1
            while offset < end,
                let candidate = memchr(base + offset, Int32(ASCII.carriageReturn), end - offset)
            {
                offset = UnsafeRawPointer(candidate) - base
                if memcmp(base + offset, delimiter, delimiter.count) == 0 {
                    return window.start + offset
                }
                offset += 1
            }
            return nil
        }
    }
}
