import HTTP

/// A static file and how it is answered.
final class StaticEntry: Sendable {
    let file: StaticFile
    /// The whole content, as most requests ask for it, made once.
    private let plain: Response
    private let gzip: Response?
    private let headers: Headers
    private let gzipETag: EntityTag?
    private let etag: EntityTag?

    /// What a static file allows (RFC 9110 §10.2.1).
    static let allow = "GET, HEAD, OPTIONS"

    init(_ file: StaticFile) {
        self.file = file
        let etag = EntityTag(file.etag)
        let gzipETag = etag.map { EntityTag(isWeak: $0.isWeak, opaque: $0.opaque + "-gzip") }
        var headers = file.headers
        if file.gzip != nil { headers.add("Vary", "Accept-Encoding") }
        self.headers = headers
        self.etag = etag
        self.gzipETag = gzipETag
        plain = StaticEntry.whole(file, file.bytes, headers, etag)
        gzip = file.gzip.map { bytes in
            headers.add("Content-Encoding", "gzip")
            return StaticEntry.whole(file, bytes, headers, gzipETag)
        }
    }

    /// Answers a GET or HEAD; nil for any other method.
    func response(to head: RequestHead) -> Response? {
        guard head.method == .get || head.method == .head else { return nil }
        let isCompressed =
            gzip != nil
            && AcceptEncoding.accepts("gzip", header: joined(head.headers.all("Accept-Encoding")))
        guard StaticEntry.conditions.contains(where: head.headers.contains) else {
            return isCompressed ? gzip ?? plain : plain
        }
        var fields = headers
        if isCompressed { fields.add("Content-Encoding", "gzip") }
        let bytes = isCompressed ? file.gzip ?? file.bytes : file.bytes
        let representation = Representation(
            contentType: file.contentType,
            validators: Validators(
                etag: isCompressed ? gzipETag : etag,
                lastModified: file.lastModified
            ),
            length: bytes.count,
            headers: fields,
            content: { range in .bytes(range.count == bytes.count ? bytes : Array(bytes[range])) }
        )
        return representation.response(to: head)
    }

    /// The fields that can make the answer anything but the whole content.
    private static let conditions = [
        "If-None-Match", "If-Modified-Since", "Range", "If-Match", "If-Unmodified-Since",
    ]

    private func joined(_ values: [String]) -> String? {
        values.count > 1 ? values.joined(separator: ",") : values.first
    }

    private static func whole(
        _ file: StaticFile,
        _ bytes: [UInt8],
        _ headers: Headers,
        _ etag: EntityTag?
    ) -> Response {
        let representation = Representation(
            contentType: file.contentType,
            validators: Validators(etag: etag, lastModified: file.lastModified),
            length: bytes.count,
            headers: headers,
            content: { _ in .bytes(bytes) }
        )
        var response = representation.whole()
        // Checked once here, the fields need no further check. Fields that cannot be sent stay as
        // they are, and are refused with each response.
        if let prepared = try? response.headers.prepared() { response.headers = prepared }
        return response
    }
}
