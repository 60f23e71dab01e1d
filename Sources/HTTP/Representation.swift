/// Something that can be sent whole or in part and has validators: an asset, a video file.
///
/// It turns a GET or HEAD into the right one of 200, 206, 304, 412 and 416 (RFC 9110 §13, §14), the
/// same way for everything that has ranges.
package struct Representation {
    package var contentType: String
    package var validators: Validators
    package var length: Int
    /// Fields that every answer carries, such as Cache-Control and Vary.
    package var headers: Headers
    /// Makes the content of a range; called at most once.
    package var content: (Range<Int>) -> Body

    package init(
        contentType: String,
        validators: Validators,
        length: Int,
        headers: Headers = [:],
        content: @escaping (Range<Int>) -> Body
    ) {
        self.contentType = contentType
        self.validators = validators
        self.length = length
        self.headers = headers
        self.content = content
    }

    /// An open file.
    package init(
        _ file: OpenFile,
        contentType: String,
        etag: EntityTag?,
        headers: Headers = [:]
    ) {
        self.init(
            contentType: contentType,
            validators: Validators(etag: etag, lastModified: file.modified),
            length: file.size,
            headers: headers,
            content: { range in .file(FileBody(file: file, range: range)) }
        )
    }

    package func response(to head: RequestHead) -> Response {
        switch Preconditions.evaluate(head.method, head.headers, validators) {
        case .failed:
            return Response(status: .preconditionFailed, headers: validatorFields())
        case .notModified:
            return Response(status: .notModified, headers: validatorFields())
        case .proceed:
            break
        }
        // §14.2: Range is defined for GET; anywhere else it is ignored.
        guard head.method == .get, head.headers.contains("Range"),
            Preconditions.allowsRange(head.headers, validators)
        else { return whole() }
        switch ByteRange.parse(head.headers["Range"], length: length) {
        case .whole: return whole()
        case .partial(let range): return part(range)
        case .unsatisfiable:
            var fields = validatorFields()
            fields.add("Content-Range", "bytes */\(length)")
            return Response(status: .rangeNotSatisfiable, headers: fields)
        }
    }

    /// All of it, for a request without conditions.
    package func whole() -> Response {
        Response(status: .ok, headers: contentFields(), body: content(0..<length))
    }

    private func part(_ range: Range<Int>) -> Response {
        var fields = contentFields()
        fields.add("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)")
        return Response(status: .partialContent, headers: fields, body: content(range))
    }

    private func contentFields() -> Headers {
        var fields = validatorFields()
        fields.add("Content-Type", contentType)
        fields.add("Accept-Ranges", "bytes")
        return fields
    }

    private func validatorFields() -> Headers {
        var fields = headers
        if let etag = validators.etag { fields.add("ETag", etag.description) }
        if let modified = validators.lastModified {
            fields.add("Last-Modified", HTTPDate.format(modified))
        }
        return fields
    }
}
