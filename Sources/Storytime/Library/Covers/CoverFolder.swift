import Glibc
import HTTP
import Server

/// The files of covers, in a folder of the media. A row refers to a file only after it is on the disk.
struct CoverFolder: Sendable {
    let path: String

    init(_ configuration: Configuration) {
        path = configuration.data + "/media/covers"
    }

    func path(of name: CoverName) -> String { "\(path)/\(name)" }

    func has(_ name: CoverName) -> Bool { Folder.exists(path(of: name)) }

    /// Puts a picture under its name, unless it already exists.
    func keep(_ image: ImageFile, as name: CoverName) throws {
        guard !has(name) else { return }
        try NotSaved.unless(into: path) {
            try Folder.make(path)
            try DurableFile.write(image.bytes, to: path(of: name))
        }
    }

    /// An existing picture; nil if there is none, or if the file isn't a picture any more.
    func picture(_ name: CoverName) -> ImageFile? {
        guard let bytes = try? Folder.read(path(of: name)).bytes else { return nil }
        return try? ImageFile(bytes)
    }

    /// The file with a name, for a browser. It may keep the file forever, because its content
    /// never changes, but no cache in between may: covers are for people who are signed in.
    func response(_ name: CoverName, to request: Request) throws -> Response {
        guard let file = OpenFile(path: path(of: name)) else { throw Failure.notFound }
        let headers: Headers = [
            "Cache-Control": "private, max-age=31536000, immutable",
            "Content-Disposition": "inline",
        ]
        return Representation(
            file,
            contentType: name.format.mediaType,
            etag: EntityTag(opaque: name.description),
            headers: headers
        ).response(to: request.head)
    }
}
