import HTTP
import Server

/// Sends the pictures of covers to those who may see them.
enum CoverMediaPages {
    static let routes = [
        // Opening a file may wait for a disk. The API refers to covers by their address, so whoever may
        // read about a book gets its picture with the same token.
        route(
            .get,
            "/media/covers/{file}",
            .signedIn,
            .worker,
            .form,
            entrance: .cookieOrToken([.readCatalog, .readLibrary]),
            picture
        ).sharedWithChildren()
    ]

    /// Parents get the covers of the books that their family may see.
    static func picture(_ visit: Visit, _ name: CoverName) throws -> Response {
        guard try visit.viewer().maySee(name) else { throw Failure.notFound }
        return try visit.covers.folder.response(name, to: visit.request)
    }
}
