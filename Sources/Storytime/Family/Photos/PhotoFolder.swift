import Glibc
import HTTP
import Server

/// The secret name of a photo's files: 18 random bytes, base64url. A new one each time they are
/// made, so that browsers may keep what they have.
struct PhotoKey: PathParameter, Hashable, Sendable, CustomStringConvertible {
    private static let byteCount = 18

    let text: String

    /// A new one.
    init() throws {
        text = Base64URL.encode(try Random.bytes(Self.byteCount))
    }

    init?(pathSegment: Substring) {
        guard Base64URL.decode(pathSegment)?.count == Self.byteCount else { return nil }
        text = String(pathSegment)
    }

    var description: String { text }
}

/// The files of photos, in a folder of the media. A row refers to a file only after it is on the
/// disk; a file that no row refers to is of no use to anybody (`PhotoCleaner`).
struct PhotoFolder: Sendable {
    static let originalPrefix = "original-"
    static let format = ImageFile.Format.webp

    let path: String

    init(_ configuration: Configuration) {
        path = configuration.data + "/media/photos"
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    static func name(_ key: PhotoKey, _ size: PhotoSize) -> String {
        "\(key)-\(size.rawValue).\(format.fileExtension)"
    }

    /// What was uploaded: until its sizes are made, and longer if the family wants that.
    static func originalName(_ family: ID<Family>, _ hash: [UInt8]) -> String {
        "\(originalPrefix)\(family)-\(Hex.encode(hash))"
    }

    /// Puts a picture under its name.
    func keep(_ picture: [UInt8], as name: String) throws {
        try NotSaved.unless(into: path) {
            try Folder.make(path)
            try DurableFile.write(picture, to: path(of: name))
        }
    }

    /// Removes the files with a name of the table of unused ones. Files that are missing count as
    /// removed.
    func remove(unused name: String) {
        if name.hasPrefix(Self.originalPrefix) {
            unlink(path(of: name))
        } else if let key = PhotoKey(pathSegment: name[...]) {
            for size in PhotoSize.allCases { unlink(path(of: Self.name(key, size))) }
        }
    }

    /// The file as it was uploaded, to be saved under its name.
    func original(_ photo: Photo, to request: Request) throws -> Response {
        let name = Self.originalName(photo.family, photo.contentHash)
        guard let file = OpenFile(path: path(of: name)) else { throw Failure.notFound }
        // Its own name for whoever can read it (RFC 6266 §4.3).
        let own = PercentEncoding.encodeComponent(photo.name)
        let headers: Headers = [
            "Cache-Control": "private, no-cache",
            "Content-Disposition":
                "attachment; filename=\"photo.\(photo.format.rawValue)\"; filename*=UTF-8''\(own)",
        ]
        return Representation(
            file,
            contentType: photo.format.mediaType,
            etag: EntityTag(opaque: name),
            headers: headers
        ).response(to: request.head)
    }

    /// A picture for a browser, which may keep it forever: its content never changes. No cache in
    /// between may: photos are for their family.
    func response(_ key: PhotoKey, _ size: PhotoSize, to request: Request) throws -> Response {
        let name = Self.name(key, size)
        guard let file = OpenFile(path: path(of: name)) else { throw Failure.notFound }
        let headers: Headers = [
            "Cache-Control": "private, max-age=31536000, immutable",
            "Content-Disposition": "inline",
        ]
        return Representation(
            file,
            contentType: Self.format.mediaType,
            etag: EntityTag(opaque: name),
            headers: headers
        ).response(to: request.head)
    }
}
