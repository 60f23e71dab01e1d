import HTTP

/// A file that is served from memory: an asset, prepared when the program starts.
package struct StaticFile: Sendable {
    package let contentType: String
    package let bytes: [UInt8]
    /// The content compressed, if that is worth it.
    package let gzip: [UInt8]?
    /// Strong, with its quotes. The compressed content is another representation and so has its
    /// own tag, derived from this one.
    package let etag: String
    /// Seconds since 1970.
    package let lastModified: Int
    /// Further fields, such as Cache-Control.
    package let headers: Headers

    package init(
        contentType: String,
        bytes: [UInt8],
        gzip: [UInt8]? = nil,
        etag: String,
        lastModified: Int,
        headers: Headers = [:]
    ) {
        self.contentType = contentType
        self.bytes = bytes
        self.gzip = gzip
        self.etag = etag
        self.lastModified = lastModified
        self.headers = headers
    }
}
