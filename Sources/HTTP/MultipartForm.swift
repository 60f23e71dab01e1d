import Received

/// `multipart/form-data` (RFC 7578, RFC 2046 §5.1.1), in memory or in a file; strict and bounded.
///
/// Strict: every boundary line ends in CRLF, only white space may come before the first one and
/// nothing at all after the last, every part has a name. What browsers send passes; what two
/// parsers could read in two ways does not.
///
/// A form stores where its parts are, not their content: a form of 4 GiB needs no more memory than
/// a small one.
package struct MultipartForm: Sendable {
    /// A field or a file.
    package struct Part: Sendable {
        package let name: String
        /// The name that a browser gives the file, nil for a plain field: text, never a path to
        /// use.
        package let filename: String?
        package let contentType: String?
        /// The range of the part's own content within the form's.
        package let range: Range<Int>
    }

    /// The number of parts in a form, and the size of one part's fields, of which a browser sends
    /// two.
    package static let maximumParts = 1_000
    package static let maximumHeadBytes = 8 * 1024

    /// All plain fields and all parts' heads together: as much as a form without files may have
    /// (`Limits.contentBytes`), because a program reads them into memory.
    package static let maximumTextBytes = 1024 * 1024

    package let parts: [Part]
    /// The whole form, which contains the parts' ranges.
    package let body: RequestBody

    /// `contentType` is the request's; a missing boundary and anything malformed throw.
    package init(_ body: RequestBody, contentType: String) throws(FormError) {
        try self.init(body, contentType: contentType, windowBytes: BodyWindow.fileBytes)
    }

    /// A form with a different window size, for tests of what crosses its edges.
    init(_ body: RequestBody, contentType: String, windowBytes: Int) throws(FormError) {
        guard let type = MediaType(contentType), type.essence == "multipart/form-data",
            let boundary = type["boundary"], (1...70).contains(boundary.utf8.count)
        else { throw .malformed("content type") }
        var scanner = MultipartScanner(BodyWindow(body, fileBytes: windowBytes), boundary: boundary)
        parts = try scanner.parts()
        self.body = body
    }

    /// A part's content; for a file in a large form, ask `body` for some of its range at a time.
    package func bytes(of part: Part) throws(FormError) -> [UInt8] {
        do {
            return try body.bytes(at: part.range)
        } catch {
            throw .unreadable(error)
        }
    }

    /// The plain fields in order; throws if one isn't text.
    package func fields() throws(FormError) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for part in parts where part.filename == nil {
            fields.append((part.name, try text(of: part)))
        }
        return fields
    }

    /// The text of the first plain field of that name; throws if it isn't text.
    package func first(_ name: String) throws(FormError) -> String? {
        guard let part = parts.first(where: { $0.name == name && $0.filename == nil }) else {
            return nil
        }
        return try text(of: part)
    }

    /// The files of that name. A file field left empty comes without name and content, and is skipped.
    package func files(_ name: String) -> [Part] {
        parts.filter { part in
            guard part.name == name, let filename = part.filename else { return false }
            return !filename.isEmpty || !part.range.isEmpty
        }
    }

    private func text(of part: Part) throws(FormError) -> String {
        let bytes = try bytes(of: part)
        do {
            return try ReceivedText.read(bytes)
        } catch {
            throw FormError(error)
        }
    }
}
