import Glibc
import HTTP

/// The files of videos that this server keeps, in a folder of the media.
///
/// A video's files are named by its id and by a word that nobody guesses, which is new each time they are
/// made; what was uploaded has such a word alone. Nothing is ever named by what somebody calls it. A
/// file that no row names is of no use to anybody (`VideoCleaner`).
struct VideoFolder: Sendable {
    let path: String

    init(_ configuration: Configuration) {
        path = configuration.data + "/media/videos"
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The file beside a storyboard's picture.
    static func storyboardTimes(_ picture: String) -> String {
        picture.prefix { $0 != "." } + ".vtt"
    }

    /// A file as it is sent to browsers. Each time they ask first whether it is still theirs to see; if so,
    /// what they have is not sent again.
    func response(_ name: String, as type: String, to request: Request) throws -> Response {
        guard let file = OpenFile(path: path(of: name)) else { throw Failure.notFound }
        let headers: Headers = [
            "Cache-Control": "private, no-cache", "Content-Disposition": "inline",
        ]
        return Representation(
            file,
            contentType: type,
            etag: EntityTag(opaque: name),
            headers: headers
        ).response(to: request.head)
    }
}
