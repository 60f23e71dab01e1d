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
