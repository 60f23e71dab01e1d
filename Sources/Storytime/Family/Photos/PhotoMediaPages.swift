import HTTP
import Server

/// Sends the pictures of photos to those who may see them: parents those of their family, a child
/// those of the categories that they are shown. For everybody else there are none.
enum PhotoMediaPages {
    static let routes = [
        // Opening a file may wait for a disk.
        get("/media/photos/{key}/{size}", for: .signedIn, lane: .worker, picture)
            .sharedWithChildren()
    ]

    static func href(_ key: PhotoKey, _ size: PhotoSize) -> String {
        "/media/photos/\(key)/\(size.rawValue)"
    }

    static func picture(_ visit: Visit, _ key: PhotoKey, _ size: PhotoSize) throws -> Response {
        let photo = try visit.photos.find(key)
        guard let picture = photo.picture, try visit.maySee(photo) else { throw Failure.notFound }
        let longest = max(picture.size.width, picture.size.height)
        return try visit.photos.folder.response(key, size.served(of: longest), to: visit.request)
    }
}

extension Visit {
    /// Whether the pictures of a photo are for this visitor.
    fileprivate func maySee(_ photo: Photo) throws -> Bool {
        guard visitor.device == nil else { return try gallery().holds(photo) }
        guard let user = session?.user, user.role == .parent else { return false }
        return user.family == photo.family
    }
}
